"""The tokenizer of the small world: whole words where it knows them, fixed pieces for everything else.

A pattern, not anything learnt, cuts a text into words and marks with the space before them (" cat", "One", "."). A
known one is one token. Any other word is spelled: its first letter with the space, then pairs of letters, or single
letters where a pair has no token. So a word always has the same spelling, in the request and in the story, and a small
model can copy it. Decoding just joins the tokens, and in-world text comes back letter by letter. Printable ASCII, tab
and newline always encode; other characters become `<unk>`.
"""

import re

from tokenizers import AddedToken, Regex, Tokenizer, decoders, models, pre_tokenizers
from transformers import PreTrainedTokenizerFast

from playground.plugins.small_world.words import PIECES
from workshop.world.vocabulary import (
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
    world_words,
)


def build_tokenizer() -> PreTrainedTokenizerFast:
    """Builds the tokenizer from the grammar and the word lists. All draws are seeded, so every build is the same.

    The first, smaller vocabulary keeps its ids, which come first.
    """
    first = world_words()
    words = [*first, *later_words()]
    vocabulary = {token: i for i, token in enumerate([*SPECIAL_TOKENS, *CHARACTERS, *words, FILL])}
    # Longest first, because a pattern takes the first alternative that fits.
    whole = [word for word in words if word not in PIECES or word in first]
    known = "|".join(re.escape(word) for word in sorted(whole, key=len, reverse=True))
    spelling = rf"\A(?:{known})\z|\A ?[A-Za-z]|{'|'.join(PIECES)}|[\s\S]"
    # No merges: the pieces that the patterns cut are looked up as they are.
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
