// Words and elements; text never becomes markup.

import { data, faces, isRound, languages } from "./lines.js";
import { now } from "./now.js";

/**
 * @param {string} selector
 * @param {Document | Element} [within]
 * @returns {any}
 */
export const at = (selector, within = document) => within.querySelector(selector);
/**
 * @param {string} selector
 * @param {Document | Element} [within]
 * @returns {any[]}
 */
export const all = (selector, within = document) => [...within.querySelectorAll(selector)];
const SVG = "http://www.w3.org/2000/svg";
const DRAWN = /^(svg|g|use|path|rect|line|polyline|text|tspan|title)$/;

/**
 * An element such as "b" or "p.comment" with its attributes and children: objects hold attributes,
 * the rest are children, in lists or not. What is false, such as 0 or "", is left out.
 * @param {string} name
 * @param {...any} parts
 * @returns {any}
 */
export function make(name, ...parts) {
  const [tag, kind] = name.split(".");
  const element = DRAWN.test(tag) ? document.createElementNS(SVG, tag) : document.createElement(tag);
  if (kind) element.setAttribute("class", kind);
  for (const part of present(parts)) {
    if (part.constructor === Object) dress(element, part);
    else element.append(part);
  }
  return element;
}

/**
 * @param {Element} element
 * @param {Record<string, unknown>} attributes
 */
export function dress(element, attributes) {
  for (const key in attributes) if (attributes[key] != null) element.setAttribute(key, String(attributes[key]));
}

/**
 * Puts children into an element in the place of those that it has.
 * @param {Element} element
 * @param {...Child} parts
 */
export const put = (element, ...parts) => element.replaceChildren(...present(parts));
/**
 * @param {Child[]} parts
 * @returns {any[]}
 */
export const present = (parts) => parts.flat(Infinity).filter(Boolean);

/** @param {string} name */
export const icon = (name) =>
  make("svg.icon", { viewBox: "0 0 24 24", "aria-hidden": "true" }, make("use", { href: `#i-${name}` }));

/**
 * A shape with its outline in it: a `use` costs a browser several times as much, for each card.
 * @param {string} name
 * @param {Record<string, unknown>} [look]
 */
export function shape(name, look) {
  const symbol = at(`#pip-${name}`);
  const outline = symbol.cloneNode(true).childNodes;
  return make("svg", { viewBox: symbol.getAttribute("viewBox") }, look, [...outline]);
}

/**
 * A choice among values, each with its name.
 * @param {string | number} value
 * @param {string} name
 */
export const option = (value, name) => make("option", { value }, name);

/**
 * What comes after a value in a list that is a ring.
 * @template T
 * @param {T[]} list
 * @param {T} value
 */
export const following = (list, value) => list[(list.indexOf(value) + 1) % list.length];

/**
 * @param {string} key
 * @param {Record<string, unknown>} [values]
 * @returns {string}
 */
export function t(key, values = {}) {
  const text = data.ui[key] ? word(data.ui[key]) : key;
  return text.replace(/\{(\w+)\}/g, (whole, name) => String(values[name] ?? whole));
}

/**
 * @param {string[]} words
 * @returns {string}
 */
export const word = (words) => words[languages.indexOf(now.language)] ?? words[0];
/**
 * A seat by name; one that is long is cut where it is shown, and whole in its title.
 * @param {number | string} seat
 */
export const seatName = (seat) => {
  const name = data.seats[Number(seat) - 1];
  return make("bdi", { title: name.length > 18 ? name : null }, name);
};
/**
 * A seat by number and name, where only text can stand.
 * @param {number} seat
 */
export const seatWords = (seat) => `${seat}. ${data.seats[seat - 1]}`;

/** Cards by the sign that a game prints for them where it has one, such as ■2. */
const printed = new Map(data.faces.filter(([, , , , , , name]) => /^[^\w\s]\d+$/u.test(name))
  .map(([token, , , , , , name]) => [name, token]));
const PARTS = new RegExp(`\\{(\\d+)\\}|(\\b[A-Za-z]\\w*[^\\W_]\\b${[...printed.keys()].map((name) => `|\\${name}`).join("")})`);

/**
 * A sentence with the names of seats for {1}, {2}, ..., and for a card such as r12 or ■2 its text and
 * its shape in colour.
 * @param {string} text
 * @returns {Child[]}
 */
export function sentence(text) {
  const pieces = [""];
  text.split(PARTS).forEach((part = "", place) => {
    const token = printed.get(part) ?? part;
    if (place % 3 === 1 && part) pieces.push(seatName(part), "");
    else if (place % 3 === 2 && faces.has(token)) pieces.push(cardName(token), "");
    else pieces[pieces.length - 1] += part;
  });
  return pieces;
}

/** @param {string} token */
function cardName(token) {
  const [text, , pip, colour, en, ja] = /** @type {Face} */ (faces.get(token));
  return make(
    "span.named", { role: "img", "aria-label": word([en, ja]) }, text,
    pip && shape(pip, { class: `c${colour}` }),
  );
}

/**
 * What the game calls a "turn" or a "round": the title of the fact of that name.
 * @param {string} name
 */
const unit = (name) => (data.facts[name] ? word(data.facts[name]) : t(name));

/** @param {string} mark */
export function markWords(mark) {
  const name = unit(isRound(mark) ? "round" : "turn");
  return t("counted", { unit: name, n: mark.replace(/[#.]/g, "") });
}

/**
 * What a button or key does.
 * @param {string} action
 */
export const actionName = (action) =>
  t(action, { turn: unit("turn").toLowerCase(), round: unit("round").toLowerCase() });

/**
 * @param {HTMLElement} button
 * @param {string} key
 */
export function entitle(button, key) {
  button.title = button.ariaLabel = actionName(key);
}

/** @param {string} glyph */
export const glyphName = (glyph) =>
  (data.ui[`glyph_${glyph}`] ? t(`glyph_${glyph}`) : t("glyph_other", { n: glyph.slice(1) }));

/**
 * A comment is shown if it is in the reader's language or in none; if none is, all are.
 * @template {{ text?: unknown, lang?: string }} T
 * @param {T[]} notes
 * @returns {T[]}
 */
export function readable(notes) {
  const mine = (/** @type {T} */ { lang }) => !lang || lang.toLowerCase().split("-")[0] === now.language;
  const texts = notes.filter(({ text }) => text);
  return texts.some(mine) ? notes.filter((note) => !note.text || mine(note)) : notes;
}
