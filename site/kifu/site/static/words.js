// Words and elements; text never becomes markup.

const at = (selector, within = document) => within.querySelector(selector);
const all = (selector, within = document) => [...within.querySelectorAll(selector)];
const SVG = "http://www.w3.org/2000/svg";

function make(name, attributes, ...children) {
  return furnish(document.createElement(name), attributes, children);
}

function draw(name, attributes, ...children) {
  return furnish(document.createElementNS(SVG, name), attributes, children);
}

function furnish(element, attributes = {}, children) {
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children);
  return element;
}

const icon = (name) =>
  draw("svg", { class: "icon", "aria-hidden": "true" }, draw("use", { href: `#i-${name}` }));

function t(key, values = {}) {
  const text = data.ui[now.language][key] ?? key;
  return text.replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole);
}

const word = (words) => words[languages.indexOf(now.language)] ?? words[0];
const seatName = (seat) => make("bdi", {}, data.seats[seat - 1] ?? "");

/** A sentence with the names of seats for {1}, {2}, ..., and behind a card such as r12 its shape. */
function sentence(text) {
  return text.split(/\{(\d+)\}|\b([a-z]\d+)\b/).map((part = "", place) => {
    if (place % 3 === 1) return part && seatName(part);
    return place % 3 === 2 && faces.has(part) ? cardName(part) : part;
  });
}

function cardName(token) {
  const [, , pip, colour] = faces.get(token);
  return make("span", { class: "named" }, token, ...(pip ? [shape(pip, { class: `c${colour}` })] : []));
}

/** What the game calls a "turn" or a "round": the title of the fact of that name. */
const unit = (name) => (data.facts[name] ? word(data.facts[name]) : t(name));

function markWords(mark) {
  const name = unit(mark.startsWith("#") ? "round" : "turn");
  return t("counted", { unit: name, n: mark.replace(/[#.]/g, "") });
}

/** What a button or key does. */
const actionName = (action) =>
  t(action, { turn: unit("turn").toLowerCase(), round: unit("round").toLowerCase() });

const glyphName = (glyph) =>
  data.ui[now.language][`glyph_${glyph}`] ?? t("glyph_other", { n: glyph.slice(1) });

/** A comment is shown if it is in the reader's language or in none; if none is, all are. */
function readable(notes) {
  const mine = (note) => !note.lang || note.lang.toLowerCase().split("-")[0] === now.language;
  const texts = notes.filter((note) => note.text);
  return texts.some(mine) ? notes.filter((note) => !note.text || mine(note)) : notes;
}
