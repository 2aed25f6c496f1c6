/** What `playground portable` says of a checkpoint, as far as it is JSON: `manifest.json`, which lies beside its graphs. */

/** @typedef {number | string} Value of a setting */

/**
 * @typedef {object} Knob one setting; `config_of` in `playground/server/page.py` writes the same
 * @property {string} name
 * @property {Value} value the default
 * @property {number} minimum
 * @property {number} maximum
 * @property {boolean} whole
 * @property {Record<string, string>} choices none for a number
 * @property {string[]} samplers that have it as their own; none if every run has it
 */

/**
 * @typedef {object} SamplerEntry
 * @property {string} version the hash of its rule
 * @property {string[]} knobs of its own
 * @property {string[]} ways that it works with
 * @property {number} uniforms how many numbers it draws for each position
 * @property {boolean} looks_back
 * @property {Record<string, any>} declaration
 */

/**
 * @typedef {object} WayEntry
 * @property {Record<string, Value>} defaults
 * @property {Record<string, any>} declaration
 * @property {"noise" | "mask" | "blank"} begins
 * @property {boolean} sticky
 * @property {boolean} causal
 */

/**
 * @typedef {object} Template
 * @property {string} before what stands before a prompt
 * @property {string} after
 * @property {"as it is" | "trimmed" | "world"} reading how a prompt stands between them; see `chat-template.js`
 * @property {string[]} names for "world": words that get a capital
 * @property {string[]} beginnings for "world": words that may begin a prompt without a space
 * @property {{ system: boolean, thinking: boolean, image: boolean }} abilities
 */

/**
 * @typedef {object} FileEntry
 * @property {string} file its address from the manifest
 * @property {number} bytes
 * @property {string} sha256
 */

/**
 * @typedef {object} Manifest
 * @property {number} version of the manifest
 * @property {string} name of the model
 * @property {string} knows what it knows, in a sentence; "" if nobody says
 * @property {string} revision
 * @property {number} canvas_length
 * @property {number} vocab_size
 * @property {number} hidden_size
 * @property {boolean} self_conditioning
 * @property {{ kind: string, heads: number, head_size: number }[]} layers
 * @property {number} longest the most tokens of a prompt and its text together
 * @property {number[]} eos_ids
 * @property {number | null} pad_id
 * @property {number} mask_id -1 if it has none
 * @property {number} blank the token where nothing is written yet
 * @property {number} unk_id -1 if it has none
 * @property {number[]} special_ids
 * @property {string[]} [control_tokens] what only the template writes; in a text of people it is text. Older manifests
 *   lack it: there it is the special tokens
 * @property {Record<string, any>} thought_marks
 * @property {string[]} texts of the tokens, by id
 * @property {Record<string, Value>} settings the checkpoint's own
 * @property {Knob[]} knobs of all samplers, in the form's order
 * @property {Record<string, SamplerEntry>} samplers
 * @property {Record<string, WayEntry>} ways
 * @property {Template} template
 * @property {Record<string, FileEntry & { weights: string[] }>} graphs by name, each with the files of weights that it points to
 * @property {(FileEntry & { name: string })[]} weights the name is that by which graphs know the file
 * @property {Record<string, FileEntry>} files others, such as the `tokenizer`
 */

export {};
