// Words and elements; text never becomes markup.

import { data, faces, isRound, languages } from "./lines.ts";
import { now } from "./now.ts";

export const at = (selector: string, within: Document | Element = document): Part => within.querySelector(selector) as Part;
export const all = (selector: string, within: Document | Element = document): Part[] => [...within.querySelectorAll(selector)] as Part[];
/** The element that something happens at. */
export const targetOf = ({ target }: Event) => target as Part;
const SVG = "http://www.w3.org/2000/svg";
const DRAWN = /^(svg|g|use|path|rect|text|tspan|title|foreignObject)$/;

/**
 * An element such as "b" or "p.comment" with its attributes and children: objects hold attributes,
 * the rest are children, in lists or not. What is false, such as 0 or "", is left out.
 */
export function make(name: string, ...parts: (Child | Looks)[]): Part {
  const [tag, kind] = name.split(".");
  const element = DRAWN.test(tag) ? document.createElementNS(SVG, tag) : document.createElement(tag);
  if (kind) element.setAttribute("class", kind);
  for (const part of parts) {
    if (part?.constructor === Object) dress(element, part as Looks);
    else element.append(...present([part as Child]));
  }
  return element as unknown as Part;
}

/** Gives an element attributes. */
export function dress(element: Element, attributes: Looks) {
  for (const [key, value] of Object.entries(attributes)) if (value != null) element.setAttribute(key, String(value));
}

/** Puts children into an element in the place of those that it has. */
export const put = (element: Element, ...parts: Child[]) => element.replaceChildren(...present(parts));
export const present = (parts: Child[]) => parts.flat(Infinity as 1).filter(Boolean) as (Node | string)[];

export const icon = (name: string) =>
  make("svg.icon", { viewBox: "0 0 24 24", "aria-hidden": "true" }, make("use", { href: `#i-${name}` }));

/** A shape with its outline in it: a `use` costs a browser several times as much, for each card. */
export function shape(name: string, look?: Looks) {
  const symbol = at(`#pip-${name}`);
  const outline = symbol.cloneNode(true).childNodes;
  return make("svg", { viewBox: symbol.getAttribute("viewBox") }, look, [...outline]);
}

/** A choice among values, each with its name. */
export const option = (value: string | number, name: string) => make("option", { value }, name);

/** What comes after a value in a list that is a ring. */
export const following = <T>(list: T[], value: T) => list[(list.indexOf(value) + 1) % list.length];

export function t(key: string, values: Looks = {}): string {
  const [keys, ...texts] = data.ui;
  const text = word(texts)[keys.indexOf(key)] ?? key;
  return text.replace(/\{(\w+)\}/g, (whole, name) => String(values[name] ?? whole));
}

export const word = <T>(words: T[]) => words[languages.indexOf(now.language)] ?? words[0];

/** Says something for two seconds, above the page. */
export function toast(key: string) {
  at("#toast").textContent = t(key);
  setTimeout(() => (at("#toast").textContent = ""), 2000);
}

/** A seat by name; one that is long is cut where it is shown, and whole in its title. */
export const seatName = (seat: number | string) => {
  const name = data.seats[Number(seat) - 1];
  return make("bdi", { title: name.length > 18 ? name : null }, name);
};
/** A seat by number and name, where only text can stand. */
export const seatWords = (seat: number) => `${seat}. ${data.seats[seat - 1]}`;

/** Cards by the sign that a game prints for them where it has one, such as ■2 or +2. */
const printed = new Map([...faces].map(([token, [, , , , , name]]): [string, string] => [name, token])
  .filter(([name]) => /^[^\w\s]\d+$/u.test(name)));
const PARTS = new RegExp(`\\{(\\d+)\\}|(\\b[A-Za-z]\\w*[^\\W_]\\b${[...printed.keys()].map((name) => `|\\${name}`).join("")})`);

/**
 * A sentence with the names of seats for {1}, {2}, ..., and for a card such as r12 or ■2 its text and
 * its shape in colour.
 */
export function sentence(text: string) {
  const pieces: (string | Part)[] = [""];
  text.split(PARTS).forEach((part = "", place) => {
    const token = printed.get(part) ?? part;
    if (place % 3 === 1 && part) pieces.push(seatName(part), "");
    else if (place % 3 === 2 && faces.has(token)) pieces.push(cardName(token), "");
    else pieces.push(`${pieces.pop()}${part}`);
  });
  return pieces;
}

/** The same in the reader's language. */
export const spoken = (words: string[]) => sentence(word(words));
/** What the key says of a seat, which has its first blank. */
export const about = (key: string, seat: number, values = {}) => sentence(t(key, { 1: `{${seat}}`, ...values }));

function cardName(token: string) {
  const [text, , pip, colour, en, ja] = faces.get(token) as Face;
  return make(
    "span.named", { role: "img", "aria-label": word([en, ja]) }, text,
    pip && shape(pip, { class: `c${colour}` }),
  );
}

/** What the game calls a "turn" or a "round": the title of the fact of that name. */
const unit = (name: string) => (data.facts[name] ? word(data.facts[name]) : t(name));

export function markWords(mark: string) {
  const name = unit(isRound(mark) ? "round" : "turn");
  return t("counted", { unit: name, n: mark.replace(/[#.]/g, "") });
}

/** What a button or key does. */
export const actionName = (action: string) =>
  t(action, { turn: unit("turn").toLowerCase(), round: unit("round").toLowerCase() });

export function entitle(button: HTMLElement, key: string) {
  button.title = button.ariaLabel = actionName(key);
}

export const glyphName = (glyph: string) =>
  (data.ui[0].includes(`glyph_${glyph}`) ? t(`glyph_${glyph}`) : t("glyph_other", { n: glyph.slice(1) }));

/** A comment is shown if it is in the reader's language or in none; if none is, all are. */
export function readable<T extends { text?: unknown, lang?: string }>(notes: T[]): T[] {
  const mine = ({ lang }: T) => !lang || lang.toLowerCase().split("-")[0] === now.language;
  const texts = notes.filter(({ text }) => text);
  return texts.some(mine) ? notes.filter((note) => !note.text || mine(note)) : notes;
}
