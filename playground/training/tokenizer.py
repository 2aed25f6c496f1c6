"""The tokenizer of the small world: whole words first, single characters for everything else.

A Unigram model over raw text, without normaliser or pre-tokenizer: a token holds its own leading space (" cat", "One"),
so decoding is plain joining and in-world text comes back letter by letter. Printable ASCII, tab and newline always
encode; other characters become `<unk>`, and words outside the world fall into pieces the model has never learnt from.
"""

import random
import re
import string
from functools import cache

from jinja2 import Template
from jinja2.sandbox import ImmutableSandboxedEnvironment
from tokenizers import AddedToken, Tokenizer, decoders, models
from transformers import PreTrainedTokenizerFast

from playground.training import sudoku
from playground.training.functions import sample_function, write_function, write_function_request
from playground.training.requests import (
    CONTINUE,
    ENDING_CLAUSES,
    ENDS_WITH,
    FEELING_CLAUSE,
    LONG_OPENERS,
    OPENERS,
    PLOT_CLAUSES,
    REPAIR,
)
from playground.training.stories import ENDINGS, WORDS, Facts, write_story

PAD, EOS, BOS, UNK, MASK, IMAGE, ANSWER = "<pad>", "<eos>", "<bos>", "<unk>", "<mask>", "<image>", "<answer>"
SPECIAL_TOKENS = (PAD, EOS, BOS, UNK, MASK, IMAGE, ANSWER)
CHARACTERS = string.digits + string.ascii_letters + string.punctuation + " \n\t"

# A Unigram segmentation maximises the sum of scores: one word must beat any way of spelling it.
_WORD_SCORE, _CHARACTER_SCORE = -1.0, -10.0

# A Sudoku may be typed in rows or in one line, with 0 . _ * ? or spaces for gaps, with | + - around boxes: the longest
# run of such characters is brought to the form of training, and so is whatever was said around it. Being part of the
# checkpoint, this holds wherever its chat template is applied.
CHAT_TEMPLATE = (
    """
{%- macro rows(cells, size) -%}
{%- for digit in cells if digit > size | string -%}{{ "?" }}{%- endfor -%}
{%- for start in range(0, size * size, size) -%}
{{ cells[start:start + size] }}{%- if not loop.last -%}{{ "\n" }}{%- endif -%}
{%- endfor -%}
{%- endmacro -%}
{%- macro understood(text) -%}
{%- set found = namespace(run="", best="", grid="") -%}
{%- for character in text.replace("\\r", "") ~ "!" -%}
{%- if character in "0123456789._*?|+- \t\n" -%}
{%- set found.run = found.run ~ character -%}
{%- else -%}
{%- if found.run | length > found.best | length -%}{%- set found.best = found.run -%}{%- endif -%}
{%- set found.run = "" -%}
{%- endif -%}
{%- endfor -%}
{%- set drawn = found.best.replace("0", ".").replace("_", ".").replace("*", ".").replace("?", ".") -%}
{%- set cells = drawn.replace("|", "").replace("+", "").replace("-", "") -%}
{%- set cells = cells.replace(" ", "").replace("\t", "").replace("\n", "") -%}
{%- set lines = (drawn[1:] if drawn[:1] == "\n" else drawn).split("\n") -%}
{%- for size in (4, 6, 9) -%}
{%- if cells | length == size * size -%}
{%- set found.grid = rows(cells, size) -%}
{%- elif lines | length == size and "." not in drawn and lines | map("length") | max <= size -%}
{%- set spaced = namespace(cells="") -%}
{%- for line in lines -%}{%- set spaced.cells = spaced.cells ~ (line ~ " " * size)[:size] -%}{%- endfor -%}
{%- set found.grid = rows(spaced.cells.replace(" ", "."), size) -%}
{%- endif -%}
{%- endfor -%}
{%- if found.grid and "?" not in found.grid and found.grid.replace(".", "") | trim -%}
{{ "HEADER" ~ found.grid }}
{%- else -%}
{{ text | trim }}
{%- endif -%}
{%- endmacro -%}
{{- bos_token -}}
{%- for message in messages -%}
{{ understood(message["content"]) }}{%- if not loop.last -%}{{ "\n" }}{%- endif -%}
{%- endfor -%}
{%- if add_generation_prompt -%}{{ "ANSWER" }}{%- endif -%}
""".strip()
    .replace("HEADER", sudoku.PROMPT.replace("\n", "\\n"))
    .replace("ANSWER", ANSWER)
)

_PIECE = re.compile(r"\n(?: {4})+| ?[A-Za-z]+| ?[^A-Za-z\s]|\s")


def split_words(text: str) -> list[str]:
    """The pieces of in-world text: a word or a mark with the space before it. Joining gives `text` back."""
    return _PIECE.findall(text)


def world_words() -> list[str]:
    """Every piece of more than one character that stories, requests, puzzles and code can hold, in a fixed order."""
    texts = [sudoku.PROMPT, *OPENERS, *LONG_OPENERS, CONTINUE, ENDS_WITH, REPAIR]
    texts += [text.lower() for text in texts]
    rng = random.Random("words")
    for i in range(max(map(len, WORDS.values()))):
        for plot, endings in ENDINGS.items():
            words = {fact: words[i % len(words)] for fact, words in WORDS.items()}
            for ending in endings:
                clauses = f"{FEELING_CLAUSE} {PLOT_CLAUSES[plot]} {ENDING_CLAUSES[ending]}"
                request = (
                    "Write a story about {hero}, a {animal}, a {colour} {object} and a {helper} at the {place} on a "
                    f"{{weather}} day. A {{helper}} helps. {clauses}"
                ).format_map(words)
                texts += [request, request.lower()]
                facts = Facts(**words, plot=plot, ending=ending)
                texts += [write_story(facts, rng, facts) for _ in range(2)]
    rng = random.Random("code")
    for _ in range(3000):
        spec = sample_function(rng, held_out=False)
        texts += [write_function(spec), write_function_request(spec, rng, infill=rng.random() < 0.3).text]
    pieces = (piece for text in texts for piece in split_words(text) if len(piece) > 1)
    return list(dict.fromkeys(pieces))


def build_tokenizer() -> PreTrainedTokenizerFast:
    """The tokenizer, made from the grammar alone: no corpus, and seeded draws only, so every build is the same."""
    vocabulary = [(token, 0.0) for token in SPECIAL_TOKENS]
    vocabulary += [(character, _CHARACTER_SCORE) for character in CHARACTERS]
    vocabulary += [(word, _WORD_SCORE) for word in world_words()]
    tokenizer = Tokenizer(models.Unigram(vocabulary, unk_id=SPECIAL_TOKENS.index(UNK)))
    tokenizer.decoder = decoders.Fuse()
    tokenizer.add_special_tokens([AddedToken(token, special=True, normalized=False) for token in SPECIAL_TOKENS])
    return PreTrainedTokenizerFast(
        tokenizer_object=tokenizer,
        pad_token=PAD,
        eos_token=EOS,
        bos_token=BOS,
        unk_token=UNK,
        mask_token=MASK,
        additional_special_tokens=[IMAGE, ANSWER],
        chat_template=CHAT_TEMPLATE,
        clean_up_tokenization_spaces=False,
        padding_side="left",
        model_max_length=1024,
    )


@cache
def _template() -> Template:
    return ImmutableSandboxedEnvironment().from_string(CHAT_TEMPLATE)


def understand(text: str) -> str:
    """What the chat template makes of a prompt: trimmed, and a Sudoku in the form of training."""
    return _template().render(bos_token="", messages=[{"role": "user", "content": text}])


def encode_canonical(tokenizer: PreTrainedTokenizerFast, text: str) -> list[int]:
    """As `encode_prompt`, and much faster, for a text that the chat template would leave as it is."""
    return tokenizer.encode(BOS + text.strip() + ANSWER, add_special_tokens=False)


def encode_prompt(tokenizer: PreTrainedTokenizerFast, text: str) -> list[int]:
    """The ids of a prompt as the chat template builds them: bos, text, answer; a Sudoku in the form of training."""
    chat = [{"role": "user", "content": text}]
    return tokenizer.apply_chat_template(chat, add_generation_prompt=True, return_dict=True)["input_ids"]
