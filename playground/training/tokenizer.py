"""The tokenizer of the small world: whole words first, single characters for everything else.

A Unigram model over raw text, without normaliser or pre-tokenizer: a token holds its own leading space (" cat", "One"),
so decoding is plain joining and in-world text comes back letter by letter. Printable ASCII, tab and newline always
encode; other characters become `<unk>`, and words outside the world fall into pieces the model has never learnt from.
"""

from tokenizers import AddedToken, Tokenizer, decoders, models
from transformers import PreTrainedTokenizerFast

from playground.world.vocabulary import (
    ANSWER,
    BOS,
    CHARACTERS,
    CHAT_TEMPLATE,
    EOS,
    IMAGE,
    MASK,
    PAD,
    SPECIAL_TOKENS,
    UNK,
    world_words,
)

# A Unigram segmentation maximises the sum of scores: one word must beat any way of spelling it.
_WORD_SCORE, _CHARACTER_SCORE = -1.0, -10.0


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


def encode_canonical(tokenizer: PreTrainedTokenizerFast, text: str) -> list[int]:
    """As `encode_prompt`, and much faster, for a text that the chat template would leave as it is."""
    return tokenizer.encode(BOS + text.strip() + ANSWER, add_special_tokens=False)


def encode_prompt(tokenizer: PreTrainedTokenizerFast, text: str) -> list[int]:
    """The ids of a prompt as the chat template builds them: bos, text, answer; a Sudoku in the form of training."""
    chat = [{"role": "user", "content": text}]
    return tokenizer.apply_chat_template(chat, add_generation_prompt=True, return_dict=True)["input_ids"]
