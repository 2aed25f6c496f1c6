"""The tokenizer of the small world: whole words where it knows them, fixed pieces for everything else.

A text is cut into words and marks with the space before them (" cat", "One", "."), by a pattern and not by what was
learnt. A known one is one token. Any other word is spelled: its first letter with the space, then pairs of letters, or
single letters where a pair has no token. So a word is always spelled alike, and in the request as in the story, which
is what lets a small model copy it. Decoding is plain joining, and in-world text comes back letter by letter. Printable
ASCII, tab and newline always encode; other characters become `<unk>`.
"""

import re

from tokenizers import AddedToken, Regex, Tokenizer, decoders, models, pre_tokenizers
from transformers import PreTrainedTokenizerFast

from playground.world.vocabulary import (
    ANSWER,
    BOS,
    CHARACTERS,
    EOS,
    FILL,
    IMAGE,
    MASK,
    PAD,
    PIECE_PATTERN,
    SPECIAL_TOKENS,
    UNK,
    chat_template,
    later_words,
    with_first_space,
    world_words,
)
from playground.world.words import PIECES


def build_tokenizer() -> PreTrainedTokenizerFast:
    """The tokenizer, made from the grammar and the word lists: seeded draws only, so every build is the same.

    The ids of the first, smaller vocabulary come first, as they always were.
    """
    first = world_words()
    words = [*first, *later_words()]
    vocabulary = {token: i for i, token in enumerate([*SPECIAL_TOKENS, *CHARACTERS, *words, FILL])}
    # Longest first: a pattern takes the first alternative that fits.
    whole = [word for word in words if word not in PIECES or word in first]
    known = "|".join(re.escape(word) for word in sorted(whole, key=len, reverse=True))
    spelling = rf"\A(?:{known})\z|\A ?[A-Za-z]|{'|'.join(PIECES)}|[\s\S]"
    # No merges: what the patterns cut is looked up as it is.
    tokenizer = Tokenizer(models.BPE(vocabulary, [], unk_token=UNK, ignore_merges=True))
    tokenizer.pre_tokenizer = pre_tokenizers.Sequence(
        [pre_tokenizers.Split(Regex(pattern), "isolated") for pattern in (PIECE_PATTERN, spelling)]
    )
    tokenizer.decoder = decoders.Fuse()
    specials = (*SPECIAL_TOKENS, FILL)
    tokenizer.add_special_tokens([AddedToken(token, special=True, normalized=False) for token in specials])
    return PreTrainedTokenizerFast(
        tokenizer_object=tokenizer,
        pad_token=PAD,
        eos_token=EOS,
        bos_token=BOS,
        unk_token=UNK,
        mask_token=MASK,
        additional_special_tokens=[IMAGE, ANSWER, FILL],
        chat_template=chat_template(),
        clean_up_tokenization_spaces=False,
        padding_side="left",
        model_max_length=1024,
    )


def encode_canonical(tokenizer: PreTrainedTokenizerFast, text: str) -> list[int]:
    """As `encode_prompt`, and much faster, for a text whose names and Sudoku the chat template would leave alone."""
    return tokenizer.encode(BOS + with_first_space(text.strip()) + ANSWER, add_special_tokens=False)


def encode_prompt(tokenizer: PreTrainedTokenizerFast, text: str) -> list[int]:
    """The ids of a prompt as the chat template builds them: bos, text, answer; a Sudoku in the form of training."""
    chat = [{"role": "user", "content": text}]
    return tokenizer.apply_chat_template(chat, add_generation_prompt=True, return_dict=True)["input_ids"]
