"""The tokenizer of the small world: whole words first, single characters for everything else.

A Unigram model over raw text, without normaliser or pre-tokenizer: a token holds its own leading space (" cat", "One"),
so decoding is plain joining and in-world text comes back letter by letter. Printable ASCII, tab and newline always
encode; other characters become `<unk>`, and words outside the world fall into pieces the model has never learnt from.
"""

import operator
import re
import string

from tokenizers import AddedToken, Tokenizer, decoders, models
from transformers import PreTrainedTokenizerFast

from playground.training import sudoku
from playground.training.requests import OPENERS, PLOT_CLAUSES
from playground.training.stories import PLOTS, WORDS, Facts, tell

PAD, EOS, BOS, UNK, MASK, IMAGE, ANSWER = "<pad>", "<eos>", "<bos>", "<unk>", "<mask>", "<image>", "<answer>"
SPECIAL_TOKENS = (PAD, EOS, BOS, UNK, MASK, IMAGE, ANSWER)
CHARACTERS = string.digits + string.ascii_letters + string.punctuation + " \n\t"

# A Unigram segmentation maximises the sum of scores: one word must beat any way of spelling it.
_WORD_SCORE, _CHARACTER_SCORE = -1.0, -10.0

CHAT_TEMPLATE = (
    "{{ bos_token }}"
    "{% for message in messages %}{{ message['content'] | trim }}{% if not loop.last %}\n{% endif %}{% endfor %}"
    "{% if add_generation_prompt %}" + ANSWER + "{% endif %}"
)

_PIECE = re.compile(r" ?[A-Za-z]+| ?[^A-Za-z\s]|\s")


def split_words(text: str) -> list[str]:
    """The pieces of in-world text: a word or a mark with the space before it. Joining gives `text` back."""
    return _PIECE.findall(text)


def world_words() -> list[str]:
    """Every piece of more than one character that stories, requests and puzzles can hold, in a fixed order."""
    texts = [sudoku.PROMPT, sudoku.PROMPT.lower()]
    for i in range(max(map(len, WORDS.values()))):
        for plot in PLOTS:
            facts = Facts(**{fact: words[i % len(words)] for fact, words in WORDS.items()}, plot=plot)
            for opener in OPENERS:
                request = (
                    f"{opener} about {facts.hero}, a {facts.animal}, a {facts.colour} {facts.object} and a "
                    f"{facts.helper} at the {facts.place}. A {facts.helper} helps. {PLOT_CLAUSES[plot]}"
                ).format(object=facts.object)
                texts += [request, request.lower()]
            for wording in range(2):
                texts.append(tell(facts, operator.itemgetter(wording)))
    pieces = (piece for text in texts for piece in split_words(text) if len(piece) > 1)
    return list(dict.fromkeys(pieces))


def build_tokenizer() -> PreTrainedTokenizerFast:
    """The tokenizer, made from the grammar alone: no corpus and no randomness, so every build is the same."""
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


def encode_prompt(tokenizer: PreTrainedTokenizerFast, text: str) -> list[int]:
    """The ids of a prompt as the chat template builds them: bos, text, answer."""
    return tokenizer.encode(BOS + text.strip() + ANSWER, add_special_tokens=False)
