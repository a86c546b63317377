// Guesses in words: what a reader chooses or has written, without the signs of the notation.

import { faces, main } from "./lines.js";
import { word } from "./words.js";

/** What a move is called among others to choose from: its sentence without its player and without
 * what it led to on that occasion; its token where the sentence tells more than that.
 * @param {string} token
 * @returns {string} */
export function choiceWords(token) {
  const told = main.moments.find(({ move }) => move === token);
  if (!told) return token;
  const text = word(told.words)
    .replace(/[（(][^（）()]*[）)]/g, "").replace(/^\{\d+\}\s*[はが]?/, "").split(/[;:,、。]|\.$/)[0].trim();
  const other = (text.match(/\d+/g) ?? []).some((number) => !token.includes(number));
  return !text || other || text.includes("{") ? token : text;
}

/** A guess as the reader gave it, with the names of cards for their tokens.
 * @param {string} guess */
export function guessWords(guess) {
  const cards = guess.split(/[+\s]+/);
  const plain = cards.every((card) => faces.has(card)) ? cards.join(" ") : choiceWords(guess);
  return `“${plain.replace(/[{}]/g, "")}”`;
}
