"""Makes `assets/words.json`: the words of stories that a visitor may name, from sources with free licences.

It runs on its own, because nothing else needs its sources: Debian's `wordnet-base` (WordNet 3.0) says what a noun is,
`wordfreq==3.1.1` says how common it is, and `Faker==40.54.0` has first names from many countries.

    python -m workshop.makers.words /usr/share/wordnet assets/words.json

The file holds two lists for each fact of a story. `known` are common words, each with its own token. `open` are rarer
words, which are spelled in pieces; from them the model learns to copy words that it has never seen. `pieces` are the
pairs of letters that spell most of them.
"""

import importlib
import itertools
import json
import re
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path

from workshop.world.vocabulary import world_words

SOURCES = {
    "WordNet 3.0": "nouns by category; WordNet licence",
    "wordfreq 3.1.1": "how common a word is; Apache-2.0, its data CC BY-SA 4.0",
    "Faker 40.54.0": "first names; MIT",
}
LOCALES = """
    en_US en_GB en_IE en_IN en_PK en_NG en_KE de_DE fr_FR es_ES es_MX pt_BR it_IT nl_NL pl_PL cs_CZ sv_SE no_NO da_DK
    fi_FI hu_HU ro_RO hr_HR tr_TR id_ID yo_NG ig_NG ha_NG zu_ZA sw vi_VN et_EE lt_LT
"""
NAMES_A_LOCALE = 3  # for girls, and as many for boys
PAIRS = 256
MOST_OPEN = {"girl": 900, "boy": 900, "animal": 700, "object": 1200, "place": 500, "helper": 700}

# Kind -> how many known words, and the WordNet synsets (word, number of the sense) that include a word's first sense.
KINDS: Mapping[str, tuple[int, tuple[tuple[str, int], ...]]] = {
    "animal": (163, (("animal", 1), ("mythical_being", 1), ("mythical_monster", 1), ("spiritual_being", 1))),
    "object": (
        334,
        (
            ("toy", 1), ("musical_instrument", 1), ("jewelry", 1), ("vehicle", 1), ("clothing", 1), ("footwear", 2),
            ("tool", 1), ("container", 1), ("furniture", 1), ("weapon", 1), ("fruit", 1), ("baked_goods", 1),
            ("flower", 1), ("gem", 2), ("book", 2), ("writing_implement", 1), ("light", 8), ("candy", 1),
            ("timepiece", 1), ("headdress", 1), ("optical_instrument", 1), ("game_equipment", 1), ("device", 1),
        ),
    ),
    "place": (
        147,
        (
            ("building", 1), ("geological_formation", 1), ("body_of_water", 1), ("land", 4), ("way", 6), ("room", 1),
            ("garden", 1), ("biome", 1), ("shop", 1), ("municipality", 1), ("tract", 1), ("vegetation", 1),
        ),
    ),
    "helper": (
        160,
        (
            ("worker", 1), ("professional", 1), ("entertainer", 1), ("ruler", 1), ("performer", 1), ("creator", 2),
            ("adventurer", 1), ("expert", 1), ("contestant", 1), ("serviceman", 1), ("magician", 1), ("occultist", 1),
            ("aristocrat", 1), ("traveler", 1), ("peace_officer", 1), ("scientist", 1), ("leader", 1),
        ),
    ),
}  # fmt: skip
ADJECTIVES = {
    "colour": """
        orange golden silver wooden iron stone glass copper bronze paper leather velvet woollen plastic rubber
        crystal striped spotted shiny sparkling old new ancient tiny huge giant magic magical enchanted broken rusty
        round square soft fluffy colourful rainbow turquoise scarlet crimson violet beige ivory emerald pretty
        beautiful lovely special strange secret mysterious favourite cyan maroon lilac lavender pale dark furry
        fuzzy sticky slippery fancy cute ugly funny silly lucky cursed invisible flying talking singing glowing
        frozen electric tasty delicious sweet fresh dusty heavy long short expensive modern plain hidden perfect
        wonderful curly crooked transparent
    """,
    "weather": """
        rainy snowy stormy hot cold warm cool bright grey misty icy chilly quiet freezing humid hazy drizzly mild
        wintry dreary thundery
    """,
    "feeling": """
        lonely angry scared afraid unhappy upset tired anxious shy confused frightened bored hungry excited proud
        jealous grumpy cross embarrassed curious surprised sorry sleepy thirsty disappointed homesick desperate
        puzzled heartbroken miserable impatient furious guilty
    """,
}
"""Chosen by hand, as WordNet has no such categories of adjectives."""
STORY_WORDS = {
    "animal": """
        unicorn mermaid witch fairy ghost hedgehog squirrel koala bunny kitten owl penguin zebra giraffe hamster
        phoenix dinosaur goblin yeti alien tiger bear raccoon otter seal whale octopus ladybird butterfly
        caterpillar toad rooster goldfish tortoise jellyfish reindeer peacock flamingo pelican seagull walrus llama
        camel gnome genie werewolf pixie dragonfly firefly bumblebee starfish poodle piglet gecko lemur hyena
        meerkat platypus cheetah antelope gazelle chimpanzee woodpecker porcupine armadillo seahorse badger chipmunk
        salamander scorpion leopard swan goose pigeon sparrow robin crow raven hippo hippopotamus puffin weasel
        ferret mole beaver bat rat moth worm slug calf bull monster zombie vampire leprechaun centaur mammoth gerbil
        canary ostrich emu falcon hawk vulture alligator iguana cobra boar bison mule sloth skunk wombat lobster
        squid salmon ladybug rhinoceros orangutan chick cub hound kraken pterodactyl triceratops
    """,
    "object": """
        key book map lantern umbrella telescope sword scarf balloon bicycle violin necklace ring clock pencil apple
        spoon backpack basket feather blanket flower candle mirror shell torch compass cookie pizza banana sandwich
        cupcake donut chocolate lollipop pear strawberry grape cherry peach mango pineapple watermelon melon coconut
        carrot potato tomato pumpkin onion cabbage mushroom cheese egg burger hamburger pancake waffle muffin
        biscuit pretzel marshmallow popcorn honey jam soup taco sushi sausage milkshake lemonade pudding croissant
        salad spaghetti butter raspberry blueberry plum nut acorn peanut bean kettle teapot teacup plate bowl fork
        mug jar pot pan jug vase tray pillow rug carpet curtain towel soap toothbrush comb brush broom sponge hammer
        nail saw shovel spade rake wheelbarrow scissors needle button ribbon string chain lock bag purse wallet
        suitcase trunk chest desk table stool armchair hammock tent cushion cradle dress skirt jeans sock glove
        mitten cap helmet apron belt bow cloak cape robe slipper sandal swimsuit raincoat bracelet earring brooch
        medal badge pearl sapphire gem jewel locket tiara mask wig glasses sunglasses goggles watch puzzle marble
        swing slide trampoline skateboard scooter tricycle skate sled sleigh surfboard racket football basketball
        hoop bubble magnet phone telephone computer laptop tablet camera television radio keyboard battery
        flashlight microphone speaker drone satellite spaceship microscope calculator wheel engine machine bus taxi
        van lorry motorcycle motorbike tram canoe kayak raft ferry sailboat jet plane aeroplane parachute bulldozer
        digger ambulance caravan trumpet saxophone harmonica banjo ukulele cello harp tambourine xylophone accordion
        crayon paintbrush marker notebook diary letter postcard envelope stamp newspaper painting picture photo
        statue poster wand potion cauldron amulet treasure coin scroll broomstick shield spear arrow dagger armour
        leaf rose tulip sunflower pebble seed stick nest cactus log snowflake snowman icicle present parcel package
        net cage hook anchor trophy flag ticket fan pyramid toaster fridge
    """,
    "place": """
        forest garden library island museum playground village desert swamp jungle meadow hospital station harbour
        lighthouse mountain cave valley tower bakery circus cinema airport volcano moon palace city town street road
        house hotel church temple cathedral shop store supermarket mall bank office factory gym stadium arena pool
        aquarium university college kindergarten nursery laboratory lab planetarium observatory greenhouse orchard
        vineyard yard backyard lawn field prairie savanna woods woodland rainforest grove glade canyon glacier
        iceberg waterfall stream creek brook lagoon bay port dock pier shore coast seaside reef sea oasis dune
        tunnel mine quarry dungeon fortress fort mansion hut cabin treehouse igloo windmill stable attic basement
        cellar bathroom bedroom hall hallway corridor balcony roof rooftop porch garage shed carnival fair
        funfair fairground cemetery graveyard planet galaxy space sky camp campsite ranch festival pizzeria bookshop
    """,
    "helper": """
        astronaut princess prince detective ninja firefighter gardener fisherman scientist artist singer dancer
        robot magician clown cook tailor carpenter shepherd captain dentist mechanic vet musician butcher plumber
        policeman policewoman postman mailman milkman driver pilot builder engineer inventor explorer adventurer
        traveller hunter cowboy spy thief robber soldier guard general emperor empress duke duchess mayor president
        judge lawyer priest monk nun librarian waiter waitress barber hairdresser shoemaker blacksmith miner
        lumberjack woodcutter florist grocer shopkeeper merchant cleaner janitor nanny babysitter grandma grandpa
        grandmother grandfather mother father mum mom dad uncle aunt sister brother cousin neighbour stranger man
        woman child baby toddler kid student pupil professor writer poet author photographer actor actress ballerina
        juggler acrobat comedian drummer guitarist pianist composer footballer swimmer runner coach referee gymnast
        skater surfer cyclist racer boxer samurai gladiator viking warrior hero superhero villain sorcerer sorceress
        spaceman paramedic programmer reporter journalist lifeguard cosmonaut goalkeeper granny
    """,
}
"""Nouns that people name when they ask for a story; they come before all others."""
LEFT_OUT = """
    actor actress adolf advisor aircraft airline alberta altar ambassador ambulance among analyst andile android
    animal anita antenna ants april aral archbishop area ass assassin assembly attorney auto automobile bag baggage
    bali bank bar barak barrel basin bastard bat bath bathroom batman batsman bay beast bedroom beef bergen bikini bin
    bishop bitch bobby bomb bomber bones bong booby booth boss bot bowl bowler bra brad brake brakes breed brent
    brothel bug bugger buhari building bull bullet bum button cabin cabinet cal calf camel campus candidate cap cape
    capitol carrier casino cattle cemetery chains chairman charger chef chelsea chick cigarette circuit city clarence
    claude clerk clothes clothing coach coast cobra cock coffin colonel colt commander commons communist computer
    condom congressman consultant container continent cop couch cougar country cowboy cows creature creek cricket dai
    das daw dean deity del delta demon deputy derby designer desk developer device devil dick dictator director disc
    dish divinity doc drill drone duke duma dunia earl edit editor elevator elgin else embassy emperor employee
    employer engine entrance envelope equipment erdogan executive expert falcon fascist feeder female fetus field
    finch firearm fish fisher flats flea francisco fruit furniture game gangster garage georgia gig gilman glasses god
    goddess goma goose governor graveyard grenade ground guest gulf gun guru hall harambee harsh hell hero highway
    hillary holder host hotel house human humankind humans hunter imam immigrant india inn insect inspector instrument
    ira isis israel jackson jail jan jean jesus jet jewelry john johnson joint june justin keyboard khan killer kit
    kondo kovu kris lan lance land lane laptop laser laundry lawyer leader lens lieutenant lingerie livestock liza
    lone loser lucky luggage mac machine machinery mai maker male mall mammal man manager mankind mare mayor mercedes
    meta mike milan minister missile mistress molly mosquito moth motor mustang nam nas naz nazi neo nominee noose
    nurse nut oba officer official opponent osama owe panties pants parasite paris passenger pastor per performer pest
    pet phantom pickup pigeon pimp pipe pistol pit plane player pocket politician pope portfolio pot poultry predator
    premises president prey priest prison producer prof professional professor prosecutor prostitute pub pumbaa pup
    purse pussy radar ramadan ramp rana rapist rat reactor refugee rep reptile resort rica rifle road robin rodent
    room roy saba saint salmon satan sayin sea secretary seed seif senator sensor sergeant serpent servant server
    shades shelf shook shooter shore shorts shotgun sierra sights sin site slater slave slum sniper soldier soundtrack
    sparrow specialist spoke spy stairs stan starter state stays stein steps stock stopping stranger stream street
    stripper structure superman swine tamu tank taxi temple terrain terrorist theater theres thong threads throne ties
    tit toby toilet toki tool tourist town transit tri tub tube turkey underwear uniform urban vampire vehicle verde
    vermin veronica virginia wallet wan warmer warrior washington way weapon website wheelchair whip whore winner
    woman woods worker worm young
"""
"""Words that are rude, dull or wrong for a children's story, and names that mostly mean something else."""


class WordNet:
    """The nouns of WordNet. `folder` holds its database files (wndb(5WN), cntlist(5WN))."""

    def __init__(self, folder: Path):
        self.senses: dict[str, list[str]] = {}
        for line in _records(folder / "index.noun"):
            fields = line.split()
            self.senses[fields[0]] = fields[-int(fields[2]) :]
        self.above: dict[str, list[str]] = {}
        self.spelled: dict[str, set[str]] = {}
        for line in _records(folder / "data.noun"):
            fields = line.partition(" | ")[0].split()
            self.above[fields[0]] = [to for sign, to in itertools.pairwise(fields) if sign in ("@", "@i")]
            self.spelled[fields[0]] = set(fields[4 : 4 + 2 * int(fields[3], 16) : 2])
        files = [folder / f"index.{part}" for part in ("verb", "adj", "adv")]
        self.other_words = {line.split()[0] for path in files for line in _records(path)}
        self.uses: Counter[tuple[str, bool]] = Counter()  # (word, as a noun) -> how often in tagged texts
        for line in _records(folder / "cntlist.rev"):
            key, _, count = line.split()
            word, _, sense = key.partition("%")
            self.uses[word, sense.startswith("1")] += int(count)

    def has(self, word: str) -> bool:
        """Does WordNet have `word` in exactly this spelling, in lower case?"""
        senses = self.senses.get(word, ())
        return word in self.other_words or any(word in self.spelled[sense] for sense in senses)

    def kind_of(self, word: str) -> str | None:
        """The kind of the first sense of `word`; None if it has none, or is a name or mostly not a noun."""
        sense = self.senses[word][0]
        as_noun, otherwise = self.uses[word, True], self.uses[word, False]
        is_noun = as_noun > 2 * otherwise if as_noun + otherwise else word not in self.other_words
        return self._kind_of_sense(sense) if is_noun and word in self.spelled[sense] else None

    @cache  # noqa: B019 - there is one WordNet
    def _kind_of_sense(self, sense: str) -> str | None:
        for kind, (_, synsets) in KINDS.items():
            if any(self.senses[word][number - 1] == sense for word, number in synsets):
                return kind
        return next((kind for parent in self.above[sense] if (kind := self._kind_of_sense(parent))), None)


def _records(path: Path) -> list[str]:
    """The lines of a WordNet file, without the licence."""
    return [line for line in path.read_text(encoding="ascii").splitlines() if not line.startswith(" ")]


@cache
def frequency(word: str) -> float:
    """How common `word` is in English, on the Zipf scale: 7 is the most common, 3 is once in a million words."""
    # Imported by name, like Faker's lists below: nothing else needs them, so the project does not declare them.
    return importlib.import_module("wordfreq").zipf_frequency(word, "en")


def common_first(words: Iterable[str]) -> list[str]:
    """Sorts `words` so that the most common in English come first."""
    return sorted(words, key=lambda word: (-frequency(word), word))


def is_plain(word: str) -> bool:
    """Is this a word of English letters that a story can hold?"""
    return word.isascii() and word.isalpha() and 3 <= len(word) <= 11


def names_by_locale() -> Iterator[dict[str, list[str]]]:
    """Yields the first names of girls and of boys for each of LOCALES, the most common first."""
    for locale in LOCALES.split():
        provider = importlib.import_module(f"faker.providers.person.{locale}").Provider
        lists = {}
        for kind, attribute in (("girl", "first_names_female"), ("boy", "first_names_male")):
            names = {str(name) for name in getattr(provider, attribute, ())}
            lists[kind] = common_first(name for name in names if is_plain(name) and name.istitle())
        yield lists


def choose_names(wordnet: WordNet, taken: set[str]) -> tuple[dict[str, list[str]], dict[str, list[str]]]:
    """Chooses the (known, open) names of each kind. Leaves out names that are also words, and names for both kinds."""
    locales = list(names_by_locale())
    everyone = {kind: {name for lists in locales for name in lists[kind]} for kind in ("girl", "boy")}
    either = everyone["girl"] & everyone["boy"]
    allowed = {
        name
        for names in everyone.values()
        for name in names - either
        if name.lower() not in taken and not wordnet.has(name.lower())
    }
    known: dict[str, list[str]] = {"girl": [], "boy": []}
    for lists in locales:
        for kind, names in lists.items():
            fresh = [name for name in names if name in allowed and name not in known[kind]]
            known[kind] += fresh[:NAMES_A_LOCALE]
    rare = {
        kind: common_first(everyone[kind] & allowed - set(known[kind]))[: MOST_OPEN[kind]] for kind in ("girl", "boy")
    }
    return known, rare


def choose_nouns(
    wordnet: WordNet, chosen: Mapping[str, list[str]], taken: set[str]
) -> tuple[dict[str, list[str]], dict[str, list[str]]]:
    """Chooses the (known, open) nouns of each of KINDS; the `chosen` ones come first."""
    first = {word for words in chosen.values() for word in words}
    nouns: dict[str, list[str]] = {kind: [] for kind in KINDS}
    for word in wordnet.senses:
        if is_plain(word) and word not in taken | first and frequency(word) > 1.5:
            kind = wordnet.kind_of(word)
            if kind:
                nouns[kind].append(word)
    ordered = {kind: chosen[kind] + common_first(words) for kind, words in nouns.items()}
    known = {kind: words[: KINDS[kind][0]] for kind, words in ordered.items()}
    return known, {kind: words[KINDS[kind][0] :][: MOST_OPEN[kind]] for kind, words in ordered.items()}


def make_words(folder: Path) -> dict[str, object]:
    """Makes the content of `assets/words.json` from WordNet's files in `folder`."""
    wordnet = WordNet(folder)
    taken = {piece.strip().lower() for piece in world_words()}
    adjectives = {kind: [word for word in words.split() if word not in taken] for kind, words in ADJECTIVES.items()}
    known, rare = choose_names(wordnet, taken | set(LEFT_OUT.split()))
    chosen = {kind: [word for word in words.split() if word not in taken] for kind, words in STORY_WORDS.items()}
    described = {word for words in ADJECTIVES.values() for word in words.split()}
    nouns, rare_nouns = choose_nouns(wordnet, chosen, taken | described | set(LEFT_OUT.split()))
    spelled = {**rare, **rare_nouns}
    pairs = Counter(
        word[i : i + 2].lower() for words in spelled.values() for word in words for i in range(1, len(word) - 1, 2)
    )
    pieces = sorted(pair for pair, _ in sorted(pairs.items(), key=lambda item: (-item[1], item[0]))[:PAIRS])
    return {"sources": SOURCES, "known": {**known, **nouns, **adjectives}, "open": spelled, "pieces": pieces}


if __name__ == "__main__":
    made = make_words(Path(sys.argv[1]))
    lines = json.dumps(made, indent=1)
    # Write each list on one line.
    text = re.sub(r"\[\s+([^\]]*?)\s+\]", lambda match: "[" + re.sub(r"\s+", " ", match[1]) + "]", lines)
    Path(sys.argv[2]).write_text(text + "\n", encoding="utf-8")
