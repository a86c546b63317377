// Words and elements; text never becomes markup.

const at = (selector, within = document) => within.querySelector(selector);
const all = (selector, within = document) => [...within.querySelectorAll(selector)];
const SVG = "http://www.w3.org/2000/svg";
const DRAWN = /^(svg|use|path|line|polyline|text|title)$/;

/** An element such as "b" or "p.comment" with its attributes and children: objects hold attributes,
 * the rest are children, in lists or not. What is false, such as 0 or "", is left out. */
function make(name, ...parts) {
  const [tag, kind] = name.split(".");
  const element = DRAWN.test(tag) ? document.createElementNS(SVG, tag) : document.createElement(tag);
  if (kind) element.setAttribute("class", kind);
  for (const part of present(parts)) {
    if (part.constructor === Object) dress(element, part);
    else element.append(part);
  }
  return element;
}

function dress(element, attributes) {
  for (const key in attributes) if (attributes[key] != null) element.setAttribute(key, attributes[key]);
}

/** Puts children into an element in the place of those that it has. */
const put = (element, ...parts) => element.replaceChildren(...present(parts));
const present = (parts) => parts.flat(Infinity).filter(Boolean);

const icon = (name) =>
  make("svg.icon", { viewBox: "0 0 24 24", "aria-hidden": "true" }, make("use", { href: `#i-${name}` }));

/** A choice among values, each with its name. */
const option = (value, name) => make("option", { value }, name);

function t(key, values = {}) {
  const text = data.ui[now.language][key] ?? key;
  return text.replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole);
}

const word = (words) => words[languages.indexOf(now.language)] ?? words[0];
/** A seat by name; one that is long is cut where it is shown, and whole in its title. */
const seatName = (seat) => {
  const name = data.seats[seat - 1];
  return make("bdi", { title: name.length > 18 ? name : null }, name);
};
/** A seat by number and name, where only text can stand. */
const seatWords = (seat) => `${seat}. ${data.seats[seat - 1]}`;

/** Cards by the sign that a game prints for them where it has one, such as ■2. */
const printed = new Map(data.faces.map(([token, , , , , , name]) => [name, token])
  .filter(([name]) => /^[^\w\s]\d+$/u.test(name)));
const PARTS = new RegExp(`\\{(\\d+)\\}|(\\b[A-Za-z]\\w*[^\\W_]\\b${[...printed.keys()].map((name) => `|\\${name}`).join("")})`);

/** A sentence with the names of seats for {1}, {2}, ..., and for a card such as r12 or ■2 its text and
 * its shape in colour. */
function sentence(text) {
  const pieces = [""];
  text.split(PARTS).forEach((part = "", place) => {
    const token = printed.get(part) ?? part;
    if (place % 3 === 1 && part) pieces.push(seatName(part), "");
    else if (place % 3 === 2 && faces.has(token)) pieces.push(cardName(token), "");
    else pieces[pieces.length - 1] += part;
  });
  return pieces;
}

function cardName(token) {
  const [text, , pip, colour, ...names] = faces.get(token);
  return make(
    "span.named", { role: "img", "aria-label": word(names) }, text,
    pip && shape(pip, { class: `c${colour}` }),
  );
}

/** What the game calls a "turn" or a "round": the title of the fact of that name. */
const unit = (name) => (data.facts[name] ? word(data.facts[name]) : t(name));

function markWords(mark) {
  const name = unit(isRound(mark) ? "round" : "turn");
  return t("counted", { unit: name, n: mark.replace(/[#.]/g, "") });
}

/** What a button or key does. */
const actionName = (action) =>
  t(action, { turn: unit("turn").toLowerCase(), round: unit("round").toLowerCase() });

const glyphName = (glyph) =>
  data.ui[now.language][`glyph_${glyph}`] ?? t("glyph_other", { n: glyph.slice(1) });

/** A comment is shown if it is in the reader's language or in none; if none is, all are. */
function readable(notes) {
  const mine = ({ lang }) => !lang || lang.toLowerCase().split("-")[0] === now.language;
  const texts = notes.filter(({ text }) => text);
  return texts.some(mine) ? notes.filter((note) => !note.text || mine(note)) : notes;
}
