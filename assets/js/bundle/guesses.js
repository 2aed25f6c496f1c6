import { recall, remember } from "./main.js";
// learn/guesses.js
const [GUESSES, GAMES] = ["guesses", "games"];
const guesses = () => recall(GUESSES, []);
const games = () => recall(GAMES, []);
function keepGuess(guess) {
	const same = ({ lesson, part, ask }) => lesson === guess.lesson && part === guess.part && ask === guess.ask;
	const before = guesses();
	if (before.some((earlier) => same(earlier) && earlier.version === guess.version)) return;
	remember(GUESSES, [...before.filter((earlier) => !same(earlier)), guess]);
}
const keepGame = (game) => remember(GAMES, [...games(), game]);
function forgetGuesses() {
	remember(GUESSES, []);
	remember(GAMES, []);
}
export { forgetGuesses, games, guesses, keepGame, keepGuess };
