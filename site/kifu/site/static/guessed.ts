// Guesses: whether one is the move, and its words, without the signs of the notation.

import { cardsIn, faces, main } from "./lines.ts";
import { owner } from "./fold.ts";
import { word } from "./words.ts";

/**
 * Whether a guess is the move: as it is written, or by the cards that it names, in any order.
 * Where it names none, by cards that it moves from the middle of the table.
 */
export function isPlayed(guess: string, { move: token, steps }: Moment) {
  if (guess === token) return true;
  const cards = guess.split("+");
  if (!cards.every((name) => faces.has(name))) return false;
  const named = cardsIn(token);
  const moved = steps.slice(0, 1).flatMap(({ motions }) => motions.filter(({ src }) => !owner(src)));
  if (named.length) return named.sort().join() === cards.sort().join();
  return cards.every((name) => moved.some((motion) => motion.token === name));
}

/**
 * What a move is called among others to choose from: its sentence without its player and without
 * what it led to on that occasion; its token where the sentence tells more than that.
 */
export function choiceWords(token: string): string {
  const told = main.moments.find(({ move }) => move === token);
  if (!told) return token;
  const text = word(told.words)
    .replace(/[（(][^（）()]*[）)]/g, "").replace(/^\{\d+\}\s*[はが]?/, "").split(/[;:,、。]|\.$/)[0].trim();
  const other = (text.match(/\d+/g) ?? []).some((number) => !token.includes(number));
  return !text || other || text.includes("{") ? token : text;
}

/** A guess in words: the names of its cards, or of its move. */
export function guessWords(guess: string) {
  const cards = guess.split("+");
  return `“${cards.every((card) => faces.has(card)) ? cards.join(" ") : choiceWords(guess)}”`;
}
