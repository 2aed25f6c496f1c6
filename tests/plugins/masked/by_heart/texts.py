"""What the small checkpoints in this folder know by heart: prompt -> text. Nothing else comes out of them."""

TEXTS = {
    "moon": "The moon rose over the lake, and the frogs began to sing.",
    "cat": "A grey cat slept on the warm stove until the bread was done.",
    "boat": "Nobody had used the old boat since the summer of the storm.",
    "tea": "She poured the tea slowly, because the cup had lost its handle.",
    "train": "The night train to the coast leaves at ten past eleven.",
    "snow": "Snow fell for three days, and the road to the mill was gone.",
    "clock": "The clock in the hall has been six minutes late for years.",
    "dog": "My neighbour's dog knows the postman by the sound of his bell.",
    "bridge": "Two children dropped sticks from the bridge and ran across.",
    "apple": "An apple a day is too many when the tree is this small.",
    "letter": "The letter came on Tuesday, without a stamp and without a name.",
    "garden": "In the garden there is a bench that faces the wrong way.",
    "kite": "Her kite was red and yellow, and it would not come down.",
    "violin": "He sold the violin, but he kept the bow above the door.",
    "fox": "A fox crossed the field at noon as if it owned the place.",
    "lamp": "Turn off the lamp in the kitchen before you go to bed.",
    "river": "The river is low, so you can see the wheels of the cart.",
    "baker": "The baker whistles one tune in winter and another in spring.",
    "map": "On the map the island is round; in truth it is a crooked line.",
    "song": "They sang the same song four times, and louder each time.",
}
