// A replay: a reducer that folds steps as one viewer sees them, and a renderer of zones.
// It knows no game; everything about the game comes as data (docs/viewer.md, "The data").

const data = JSON.parse(document.getElementById("kifu").textContent);

const ALL = 30;
const UNKNOWN = "_";
const EVERY = "*";
const OUTSIDE = -1;
// Where a card enters a zone, as the data has it: END is 0, place k is k + 1.
const AT_END = 0;
const SORTED = -1;

const languages = Object.keys(data.ui);
const order = new Map(Object.keys(data.faces).map((token, place) => [token, place]));
const calm = matchMedia("(prefers-reduced-motion: reduce)");

// ---- The lines: the game itself and its variations

const main = {
  path: "", parent: null, from: 0, on: false, notes: data.notes, lines: data.lines,
  moments: data.moments.map(moment), reasons: [],
};

function moment([seat = 0, move = "", marks = [], words = ["", ""], told = [], steps = [],
  scores = [], late = [], notes = [], lines = []]) {
  return { seat, move, marks, words, told, steps, scores, late, notes, lines };
}

/** The line at a path such as "4.1/2.1" (the way that findings name it), or null. */
function lineAt(path) {
  let line = main;
  for (const part of path ? path.split("/") : []) {
    const found = /^(\d{1,6})\.(\d{1,4})$/.exec(part);
    line = found && branch(line, Number(found[1]), Number(found[2]));
    if (!line) return null;
  }
  return line;
}

function branch(line, at, number) {
  const found = linesAt(line, line.from + at)[number - 1];
  if (!found || (at === 0 && line.parent)) return null;
  const [on = 0, notes = [], moments = [], reasons = []] = found;
  const from = line.from + at - (on ? 0 : 1);
  return {
    path: `${line.path && line.path + "/"}${at}.${number}`, parent: line, from, on, notes, reasons,
    lines: [], moments: line.moments.slice(0, from).concat(moments.map(moment)),
  };
}

function linesAt(line, ply) {
  return ply ? line.moments[ply - 1]?.lines ?? [] : line.lines;
}

function notesAt(line, ply) {
  const behind = ply ? line.moments[ply - 1].notes : main.notes;
  return ply === line.from && line.parent ? line.notes : behind;
}

// ---- The reducer: exactly what as_seen and fold of kifu.replay.table do

const sees = (mask, viewer) => (data.masks[mask] >> viewer) & 1;

function startTable(viewer) {
  const [zones, facts] = data.start[viewer];
  return { zones: zones.map((cards) => (cards ? cards.split(" ") : [])), facts: { ...facts } };
}

function fold(table, [, motions = [], facts = {}], viewer) {
  for (const motion of motions) move(table.zones, motion, viewer);
  Object.assign(table.facts, facts);
}

function move(zones, [card, src = 0, dst = 0, at = 0, was = 0, seen = 0, to = 0], viewer) {
  if (!sees(to, viewer)) return;
  if (card === EVERY) {
    zones[dst].push(...zones[src].map(() => UNKNOWN));
    zones[src] = [];
    return;
  }
  if (src !== OUTSIDE) {
    const leaves = sees(was, viewer) && zones[src].includes(card) ? card : UNKNOWN;
    zones[src].splice(zones[src].indexOf(leaves), 1);
  }
  if (dst !== OUTSIDE) enter(zones[dst], sees(seen, viewer) ? card : UNKNOWN, at);
}

function enter(cards, card, at) {
  if (at === AT_END) cards.push(card);
  else if (at !== SORTED) cards.splice(at - 1, 0, card);
  else {
    const place = (token) => order.get(token) ?? order.size;
    cards.splice(cards.filter((other) => place(other) <= place(card)).length, 0, card);
  }
}

let memo = { line: null };

/** The table of a ply. Going on from the last one asked for, or from the start. */
function tableAt(line, ply, viewer) {
  const goesOn = memo.line === line && memo.viewer === viewer && memo.ply <= ply;
  if (!goesOn) memo = { line, viewer, ply: 0, table: startTable(viewer) };
  for (; memo.ply < ply; memo.ply += 1) {
    for (const step of line.moments[memo.ply].steps) fold(memo.table, step, viewer);
  }
  return copy(memo.table);
}

function copy(table) {
  return { zones: table.zones.map((cards) => cards.slice()), facts: { ...table.facts } };
}

/** Whether a viewer at `ply` knows the move that led to `place`. */
function knows(line, place, ply, viewer) {
  const late = line.moments[place - 1].late.find(([mask]) => sees(mask, viewer));
  return !late || (late[1] > 0 && late[1] <= ply);
}

// ---- Words and elements; text never becomes markup

const at = (selector, within = document) => within.querySelector(selector);
const all = (selector, within = document) => [...within.querySelectorAll(selector)];
const SVG = "http://www.w3.org/2000/svg";

function make(name, attributes = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children);
  return element;
}

function draw(name, attributes = {}, ...children) {
  const element = document.createElementNS(SVG, name);
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

/** A sentence with the names of seats for {1}, {2}, ... */
function sentence(text) {
  return text.split(/\{(\d+)\}/).map((part, place) => (place % 2 ? seatName(part) : part));
}

function markWords(mark) {
  return t(mark.startsWith("#") ? "round" : "turn", { n: mark.replace(/[#.]/g, "") });
}

const GLYPHS = ["", "!", "?", "!!", "??", "!?", "?!"];
const glyphSign = (glyph) => GLYPHS[glyph.slice(1)] || glyph;

function glyphName(glyph) {
  const key = `glyph_${glyphSign(glyph)}`;
  return key in data.ui[now.language] ? t(key) : t("glyph_other", { n: glyph.slice(1) });
}

/** A comment is shown if it is in the reader's language or in none; if none is, all are. */
function readable(notes) {
  const mine = (note) => !note.lang || note.lang.toLowerCase().split("-")[0] === now.language;
  const texts = notes.filter((note) => note.text);
  return texts.some(mine) ? notes.filter((note) => !note.text || mine(note)) : notes;
}

// ---- Drawing the table

const table = at("#table");
const zones = all("[data-zone]", table);
const zoneByName = new Map(zones.map((element) => [element.dataset.zone, element]));
const zoneElements = data.zones.map(([name]) => zoneByName.get(name));

function card(token) {
  const face = data.faces[token];
  if (!face) {
    return make("span", {
      class: "card back", "data-card": UNKNOWN, role: "img", "aria-label": t("face_down"),
    });
  }
  const [text, pips, pip, colour, ...names] = face;
  const element = make(
    "span",
    { class: `card c${colour}`, "data-card": token, role: "img", "aria-label": word(names) },
    make("b", text.length > 2 ? { class: "long" } : {}, text),
  );
  if (pips) {
    const shape = document.getElementById(`pip-${pip}`) ? `#pip-${pip}` : "#pip-dot";
    const row = Array.from({ length: pips }, () => draw("svg", {}, draw("use", { href: shape })));
    const ghost = draw("svg", {}, draw("use", { href: shape }));
    element.prepend(ghost);
    element.append(make("i", {}, ...row));
  }
  return element;
}

function fill(place, cards) {
  const element = zoneElements[place];
  const tokens = cards.join(" ");
  const drawn = `${tokens}|${now.language}`;
  if (element.drawn === drawn) return;
  element.drawn = drawn;
  element.dataset.cards = tokens;
  const pile = data.zones[place][1] === "pile";
  at(".cards", element).replaceChildren(...(pile ? cards.slice(-1) : cards).map(card));
  if (pile) at(".count", element).textContent = cards.length;
}

function drawTable(shown) {
  shown.zones.forEach((cards, place) => fill(place, cards));
  for (const element of all("[data-fact]", table)) {
    element.textContent = shown.facts[element.dataset.fact] ?? "";
  }
  table.dataset.facts = JSON.stringify(shown.facts);
  const phase = data.phases[shown.facts.phase];
  at("#phase").textContent = phase ? word(phase) : "";
  const acting = String(shown.facts.to_move ?? "").split(" ");
  for (const element of all(".seat", table)) {
    const seat = element.dataset.seat;
    element.classList.toggle("acts", acting.includes(seat));
    element.classList.toggle("alone", acting.length === 1 && acting[0] === seat);
    element.classList.toggle("mine", Number(seat) === now.viewer);
    at(".state", element).textContent = acting.includes(seat) ? ` (${t("to_move")})` : "";
  }
}

/** The card that a motion took to a zone, as it is drawn now, if it is. */
function landed([card_, , dst = 0, at_ = 0, , seen = 0]) {
  if (dst === OUTSIDE) return null;
  const element = zoneElements[dst];
  const cards = all(".card", element);
  const token = sees(seen, now.viewer) ? card_ : UNKNOWN;
  if (at_ > 0 && cards[at_ - 1]?.dataset.card === token) return cards[at_ - 1];
  return cards.findLast((other) => other.dataset.card === token);
}

const owner = (place) => (place === OUTSIDE ? 0 : data.zones[place][2]);

/** Marks the cards that the last ply brought, and whose they were. */
function freshen(steps) {
  for (const element of all(".fresh", table)) {
    element.classList.remove("fresh");
    delete element.dataset.by;
  }
  for (const [, motions = [], , seat = 0] of steps) {
    for (const motion of motions) {
      const [token, src = 0, dst = 0, , , , to = 0] = motion;
      const visible = token !== EVERY && dst !== OUTSIDE && sees(to, now.viewer);
      if (!visible || !["row", "choice"].includes(data.zones[dst][1])) continue;
      const element = landed(motion);
      if (!element) continue;
      element.classList.add("fresh");
      const by = owner(src) || seat;
      if (by && !owner(dst)) element.dataset.by = by;
    }
  }
}

// ---- Where the reader is

const now = {
  line: main, ply: 0, viewer: data.viewer, language: data.language, playing: 0, showing: 0,
};

/** Goes to a place; what is left out stays as it is. Before its first move a variation ends. */
function go({ line = now.line, ply = now.ply, viewer = now.viewer, language = now.language }) {
  finish();
  const turned = language !== now.language;
  const before = { line: now.line, ply: now.ply };
  Object.assign(now, { line, viewer, language });
  now.ply = Math.min(Math.max(ply, 0), line.moments.length);
  while (now.ply < now.line.from) now.line = now.line.parent;
  if (turned) translate();
  show();
  const step = now.line === before.line && now.ply === before.ply + 1 && !turned;
  if (step && !calm.matches) perform();
  remember();
}

function show() {
  const { line, ply, viewer } = now;
  const steps = ply ? line.moments[ply - 1].steps : [];
  table.dataset.ply = ply - line.from;
  table.dataset.line = line.path;
  table.dataset.viewer = viewer;
  drawTable(tableAt(line, ply, viewer));
  freshen(steps);
  tell(steps);
  showNotes();
  showMoves();
  showBar();
  showChart();
  document.body.classList.toggle("ended", line === main && ply === main.moments.length);
  if (at("#viewer")) at("#viewer").value = viewer;
}

function tell(steps) {
  const { line, ply, viewer } = now;
  const said = at("#sentence");
  if (ply) {
    const { seat, words, move: token } = line.moments[ply - 1];
    const known = knows(line, ply, ply, viewer) && token;
    said.replaceChildren(...sentence(known ? word(words) : hidden(seat)));
  } else {
    const comma = now.language === "ja" ? "、" : ", ";
    const names = data.seats.flatMap((_, place) => [place ? comma : "", seatName(place + 1)]);
    const [head, tail] = t("start_sentence").split("{names}");
    said.replaceChildren(head, ...names, tail);
  }
  const told = ply ? line.moments[ply - 1].told : [];
  at("#followed").replaceChildren(
    ...steps.flatMap((step) => consequences(step, told.length > 0)),
    ...told.map((words) => make("li", { class: "own" }, ...sentence(word(words)))),
  );
}

const hidden = (seat) => t("hidden_move").replace("{1}", `{${seat}}`);

// What a step brought to rows, piles and pools, in short: "59 > Row 2". What a seat gets is
// left out where the game has told it in sentences.
function consequences([, motions = [], , seat = 0], told) {
  const ways = new Map();
  for (const [token, src = 0, dst = 0, , , seen = 0, to = 0] of motions) {
    const visible = token !== EVERY && src !== OUTSIDE && dst !== OUTSIDE && sees(to, now.viewer);
    const kept = visible && src !== dst && !["choice", "hand"].includes(data.zones[dst][1]);
    if (!kept || (told && owner(dst))) continue;
    const way = `${src} ${dst}`;
    if (!ways.has(way)) ways.set(way, []);
    ways.get(way).push(sees(seen, now.viewer) ? data.faces[token]?.[0] ?? token : UNKNOWN);
  }
  return [...ways].map(([way, cards]) => {
    const [src, dst] = way.split(" ").map(Number);
    const by = owner(dst) || owner(src) || seat;
    const title = word(data.zones[dst].slice(3));
    return make(
      "li", owner(dst) ? { class: "own" } : {},
      ...(by ? [make("span", { class: "badge" }, String(by))] : []),
      make("b", {}, cards.join(" ")), make("span", { "aria-hidden": "true" }, " → "), title,
    );
  });
}

function showNotes() {
  const { line, ply } = now;
  const parts = [];
  for (const note of readable(notesAt(line, ply))) {
    if (note.glyph) {
      parts.push(make(
        "p", { class: "glyph" }, make("b", {}, glyphSign(note.glyph)), " ", glyphName(note.glyph),
      ));
    }
    if (note.clk) parts.push(make("p", { class: "clock" }, t("clock", { time: note.clk })));
    if (note.emt) parts.push(make("p", { class: "clock" }, t("spent", { time: note.emt })));
    if (note.text) {
      const text = make("p", { class: "comment", dir: "auto" }, note.text);
      if (note.lang) text.lang = note.lang;
      if (note.by) text.append(" ", make("cite", {}, t("by", { name: note.by })));
      parts.push(text);
    }
  }
  const own = line.from;
  linesAt(line, ply).forEach(([on = 0, , moments = []], place) => {
    if (ply <= own && line.parent) return;
    const path = `${line.path && line.path + "/"}${ply - own}.${place + 1}`;
    const first = moments[0] ? moment(moments[0]) : { move: "" };
    const label = `${t(on ? "variation_on" : "variation")} ${first.move}`;
    parts.push(make("p", {}, make("a", { class: "enter", href: `#ply=1&line=${path}` }, icon("branch"), label)));
  });
  if (ply === line.moments.length) {
    for (const reason of line.reasons) {
      parts.push(make("p", { class: "reason" }, t("variation_broken", { reason })));
    }
  }
  at("#remarks").replaceChildren(...parts);
  at("#where").hidden = !line.parent;
  for (const element of all(".seat .clock")) element.textContent = "";
  for (let place = line.moments.length && ply; place > 0 && place > ply - 40; place -= 1) {
    const clock = line.moments[place - 1].notes.find((note) => note.clk);
    const shown = clock && at(`.seat[data-seat="${line.moments[place - 1].seat}"] .clock`);
    if (shown && !shown.textContent) shown.textContent = clock.clk;
  }
}

// ---- The move list, which Python wrote: the script only says and marks what it knows

const moves = all("#scroll .move").map((element) => {
  const path = element.closest("[data-line]")?.dataset.line ?? "";
  const line = lineAt(path);
  const ply = Number(element.dataset.ply ?? 0) + line.from;
  const told = [...element.children].filter((child) => child.matches(".told"));
  return { element, path, line, ply, told, link: at("a", element), said: at(".said", element) };
});
const lateMoves = moves.filter(({ said, line, ply }) => said && line.moments[ply - 1].late.length);
let marked = null;

function showMoves() {
  const { line, ply, viewer } = now;
  for (const entry of lateMoves) {
    const seen = entry.path === line.path ? ply : entry.line.moments.length;
    say(entry, knows(entry.line, entry.ply, seen, viewer));
  }
  marked?.element.classList.remove("here");
  marked?.link.removeAttribute("aria-current");
  marked = moves.find((entry) => entry.path === line.path && entry.ply === ply);
  marked?.element.classList.add("here");
  marked?.link.setAttribute("aria-current", "step");
  const box = at("#scroll");
  if (!marked || box.scrollHeight <= box.clientHeight) return;
  const here = marked.link.getBoundingClientRect();
  const frame = box.getBoundingClientRect();
  if (here.top < frame.top || here.bottom > frame.bottom) {
    box.scrollTop += here.top - frame.top - frame.height / 2;
  }
}

/** Of the comments at a place the list shows those that the remarks show. */
function chooseComments() {
  for (const place of all("#scroll .move, #scroll .branch")) {
    const comments = [...place.children].filter((child) => child.matches(".comment"));
    const notes = comments.map((element) => ({ element, text: true, lang: element.lang }));
    const shown = readable(notes);
    for (const note of notes) note.element.hidden = !shown.includes(note);
  }
}

function say(entry, known) {
  const { seat, move: token, words } = entry.line.moments[entry.ply - 1];
  const text = known && token ? word(words) : hidden(seat);
  if (entry.text === text) return;
  entry.text = text;
  entry.said.replaceChildren(...sentence(text));
}

// ---- The bar: seeking, ticks, the chart

const seek = at("#seek");

function showBar() {
  const last = now.line.moments.length;
  seek.max = last;
  seek.value = now.ply;
  seek.setAttribute("aria-valuetext", t("ply_of", { n: now.ply, of: last }));
  at("#count").textContent = t("ply_of", { n: now.ply, of: last });
  at('[data-do="play"]').classList.toggle("playing", now.playing > 0);
  entitle(at('[data-do="play"]'), now.playing ? "pause" : "play");
  showTicks(last);
}

function showTicks(last) {
  const ticks = at("#ticks");
  if (ticks.line === now.line.path) return;
  ticks.line = now.line.path;
  ticks.replaceChildren(...now.line.moments.flatMap(({ marks, notes, lines }, place) => {
    const glyph = notes.find((note) => note.glyph)?.glyph;
    const good = /^(\$[246]|\?)/.test(glyph) ? "bad" : "good";
    return [
      ...(place && marks.some(isRound) ? [tick("round", place / last)] : []),
      ...(notes.length + lines.length ? [tick(glyph ? good : "note", (place + 1) / last)] : []),
    ];
  }));
}

/** Rounds are lines, mistakes triangles, other notes dots. */
function tick(kind, part) {
  const x = `${100 * part}%`;
  if (kind === "round") return draw("line", { class: kind, x1: x, x2: x, y1: 0, y2: "100%" });
  if (kind !== "bad") return draw("circle", { class: kind, cx: x, cy: 4, r: 3 });
  return draw("svg", { x, overflow: "visible" }, draw("path", { class: kind, d: "M-4 7 0 0 4 7z" }));
}

/** The scores as lines, drawn only as far as the reader has come. */
function showChart() {
  const { line, ply } = now;
  let scores = [];
  const series = line.moments.map((told) => (scores = told.scores.length ? told.scores : scores));
  if (!series.length) return;
  const values = series.flat();
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const x = (place) => 4 + (288 * place) / series.length;
  const y = (score) => 112 - (104 * (score - low)) / (high - low || 1);
  const passed = series.slice(0, ply);
  const last = passed.at(-1) ?? series[0];
  const label = data.seats.map((name, place) => `${name} ${last[place]}`).join(", ");
  const plot = draw("svg", {
    viewBox: "0 0 320 120", preserveAspectRatio: "xMinYMid", role: "img", "aria-label": label,
  });
  plot.append(draw("line", { class: "base", x1: 4, x2: 292, y1: y(low), y2: y(low) }));
  const labels = spread(last.map(y));
  data.seats.forEach((_, seat) => {
    const points = [series[0], ...passed].map((at_, place) => `${x(place)},${y(at_[seat])}`);
    plot.append(draw("polyline", { class: `s${seat % 6} d${seat % 4}`, points: points.join(" ") }));
    const text = draw("text", { class: `s${seat % 6}`, x: x(ply) + 5, y: labels[seat] + 3.5 });
    text.textContent = seat + 1;
    plot.append(text);
  });
  at("#plot").replaceChildren(plot);
}

/** Heights moved apart so that labels don't lie on each other. */
function spread(heights) {
  const sorted = heights.map((height, place) => ({ height, place }));
  sorted.sort((a, b) => a.height - b.height);
  let floor = -Infinity;
  const placed = [];
  for (const { height, place } of sorted) {
    floor = Math.max(height, floor + 10);
    placed[place] = floor;
  }
  const over = Math.max(0, floor - 114);
  return placed.map((height) => height - over);
}

// ---- Motion: a single step is shown card by card

/** Shows the steps of the ply one after another; any other action ends it at once. */
async function perform() {
  const { line, ply, viewer } = now;
  const steps = line.moments[ply - 1].steps.filter(([, motions = []]) => motions.length);
  const showing = (now.showing += 1);
  const pace = Math.min(520, Math.max(220, 3200 / steps.length)) / speed();
  const shown = tableAt(line, ply - 1, viewer);
  const final = tableAt(line, ply, viewer);
  table.dataset.showing = steps.length;
  drawTable(shown);
  for (const [place, step] of steps.entries()) {
    const flights = takeOff(step);
    fold(shown, step, viewer);
    drawTable(shown);
    freshen(steps.slice(0, place + 1));
    land(flights, pace);
    await new Promise((resolve) => setTimeout(resolve, pace));
    if (now.showing !== showing) return;
  }
  drawTable(final);
  freshen(line.moments[ply - 1].steps);
  delete table.dataset.showing;
}

function finish() {
  if (!("showing" in table.dataset)) return;
  now.showing += 1;
  delete table.dataset.showing;
}

/** The cards that a step moves, and where they lie before it. */
function takeOff([, motions = []]) {
  return motions.flatMap((motion) => {
    const [token, src = 0, , , was = 0, , to = 0] = motion;
    if (token === EVERY || src === OUTSIDE || !sees(to, now.viewer)) return [];
    const cards = all(".card", zoneElements[src]);
    const leaves = sees(was, now.viewer) ? token : UNKNOWN;
    const from = cards.find((other) => other.dataset.card === leaves);
    return from ? [{ motion, from, box: from.getBoundingClientRect() }] : [];
  });
}

/** Moves every card from where it lay to where it lies, or into its pile. */
function land(flights, pace) {
  const timing = { duration: pace * 0.85, easing: "cubic-bezier(.2,.7,.2,1)" };
  for (const { motion, from, box } of flights) {
    const [, src = 0, dst = 0] = motion;
    const pile = dst !== OUTSIDE && data.zones[dst][1] === "pile";
    const element = pile ? null : landed(motion);
    if (pile) collect(from, box, zoneElements[dst].getBoundingClientRect(), timing);
    else if (element && src === dst) {
      element.animate([{ transform: "rotateY(90deg)" }, { transform: "none" }], timing);
    } else if (element) {
      const to = element.getBoundingClientRect();
      const away = `translate(${box.x - to.x}px, ${box.y - to.y}px) scale(${box.width / to.width})`;
      element.animate([{ transform: away, zIndex: 5 }, { transform: "none", zIndex: 5 }], timing);
    }
  }
}

/** A card goes into a pile, where it is not drawn any more. */
function collect(from, box, to, timing) {
  const ghost = from.cloneNode(true);
  ghost.classList.add("flying");
  ghost.classList.remove("fresh");
  ghost.style.setProperty("--w", `${box.width}px`);
  ghost.style.setProperty("left", `${box.x}px`);
  ghost.style.setProperty("top", `${box.y}px`);
  document.body.append(ghost);
  const there = `translate(${to.x - box.x}px, ${to.y - box.y}px) scale(.3)`;
  const flight = ghost.animate([{ transform: "none" }, { transform: there, opacity: 0.2 }], timing);
  flight.addEventListener("finish", () => ghost.remove());
}

// ---- Stepping, playing, jumping

const starts = (line, sign) => [
  0,
  ...line.moments.flatMap(({ marks }, place) => (marks.some(sign) ? [place] : [])),
  line.moments.length,
];
const isRound = (mark) => mark.startsWith("#");
const isTurn = (mark) => !isRound(mark);
const noted = (line) =>
  line.moments.flatMap(({ notes, lines }, place) => (notes.length + lines.length ? [place + 1] : []));

const ahead = (plies) => plies.find((ply) => ply > now.ply) ?? now.ply;
const behind = (plies) => plies.findLast((ply) => ply < now.ply) ?? now.ply;

const actions = {
  next: () => go({ ply: now.ply + 1 }),
  back: () => go({ ply: now.ply - 1 }),
  next_turn: () => go({ ply: ahead(starts(now.line, isTurn)) }),
  back_turn: () => go({ ply: behind(starts(now.line, isTurn)) }),
  next_round: () => go({ ply: ahead(starts(now.line, isRound)) }),
  back_round: () => go({ ply: behind(starts(now.line, isRound)) }),
  next_note: () => go({ ply: ahead(noted(now.line)) }),
  back_note: () => go({ ply: behind(noted(now.line)) }),
  first: () => go({ ply: 0 }),
  last: () => go({ ply: now.line.moments.length }),
  play: () => (now.playing ? pause() : play()),
  again: () => now.ply && !calm.matches && (finish(), perform()),
  next_view: () => {
    const next = data.viewers.indexOf(now.viewer) + 1;
    go({ viewer: data.viewers[next % data.viewers.length] });
  },
  other_language: () => go({ language: otherLanguage() }),
  theme: turnTheme,
  copy_link: () => copyText(link(), at("#link")),
  help: () => at("#keys").showModal(),
  leave_variation: leave,
  copy_notation: () => copyText(data.notation, at("#copy")),
  download_notation: download,
};

const speed = () => Number(at("#speed").value) || 1;

function play() {
  if (now.ply === now.line.moments.length) go({ ply: now.line.from });
  tickOn();
}

function tickOn() {
  now.playing = setTimeout(() => {
    if (now.ply === now.line.moments.length) {
      pause();
      return;
    }
    if (!("showing" in table.dataset)) go({ ply: now.ply + 1 });
    tickOn();
  }, 900 / speed());
  showBar();
}

function pause() {
  clearTimeout(now.playing);
  now.playing = 0;
  showBar();
}

function leave() {
  if (now.line.parent) go({ line: now.line.parent, ply: now.line.from + (now.line.on ? 0 : 1) });
}

// ---- The place in the address: #ply=57&line=4.1&seat=2&lang=ja

const SEATS = { all: ALL, public: 0 };

function readPlace(fragment) {
  const asked = new URLSearchParams(fragment.replace(/^#/, ""));
  const place = {};
  const line = lineAt(asked.get("line") ?? "");
  place.line = line ?? main;
  const ply = asked.get("ply") ?? "";
  if (/^\d{1,7}$/.test(ply)) place.ply = Number(ply) + place.line.from;
  else place.ply = place.line === now.line ? now.ply : place.line.from;
  const seat = asked.get("seat") ?? "";
  const viewer = Object.hasOwn(SEATS, seat) ? SEATS[seat] : /^\d{1,2}$/.test(seat) ? Number(seat) : -1;
  if (data.viewers.includes(viewer)) place.viewer = viewer;
  if (languages.includes(asked.get("lang"))) place.language = asked.get("lang");
  return place;
}

function writePlace() {
  const { line, ply, viewer, language } = now;
  const parts = [`ply=${ply - line.from}`];
  if (line.path) parts.push(`line=${line.path}`);
  if (viewer !== data.viewer) {
    parts.push(`seat=${Object.keys(SEATS).find((name) => SEATS[name] === viewer) ?? viewer}`);
  }
  if (language !== data.language) parts.push(`lang=${language}`);
  return `#${parts.join("&")}`;
}

let remembering = 0;

/** Browsers allow only so many changes of the address in a while, so it follows a little later. */
function remember() {
  clearTimeout(remembering);
  remembering = setTimeout(() => history.replaceState(null, "", writePlace()), 200);
}

const link = () => location.href.split("#")[0] + writePlace();

async function copyText(text, button) {
  try {
    await navigator.clipboard.writeText(text);
    at("#toast").textContent = t("copied");
    setTimeout(() => (at("#toast").textContent = ""), 2000);
    button.focus();
  } catch {
    const box = at("#copying textarea");
    box.value = text;
    at("#copying").showModal();
    box.select();
  }
}

// ---- Language and colours

const otherLanguage = () => languages[(languages.indexOf(now.language) + 1) % languages.length];

function translate() {
  document.documentElement.lang = now.language;
  for (const element of all("[data-t]")) element.textContent = t(element.dataset.t, element.dataset);
  for (const element of all("[data-mark]")) element.textContent = markWords(element.dataset.mark);
  for (const element of all("[data-glyph]")) {
    element.title = glyphName(element.dataset.glyph);
    at(".sr", element).textContent = ` ${element.title}`;
  }
  for (const element of all("[data-fact-title]")) {
    element.textContent = word(data.facts[element.dataset.factTitle]);
  }
  for (const element of all("[data-seat-fact-title]")) {
    element.textContent = word(data.seatFacts[element.dataset.seatFactTitle]);
  }
  data.zones.forEach(([, , , ...title], place) => {
    at(".title", zoneElements[place]).textContent = word(title);
    zoneElements[place].setAttribute("aria-label", word(title));
  });
  for (const entry of moves.filter(({ said }) => said)) {
    say(entry, true);
    const { told } = entry.line.moments[entry.ply - 1];
    entry.told.forEach((element, place) => {
      element.replaceChildren(...sentence(word(told[place])));
    });
  }
  chooseComments();
  at("#title").textContent = word(data.title);
  label();
}

function entitle(button, key) {
  button.setAttribute("aria-label", t(key));
  button.title = t(key);
}

function label() {
  for (const button of all("[data-t-label]")) entitle(button, button.dataset.tLabel);
  entitle(at("#theme"), `theme_${document.documentElement.dataset.theme ?? "auto"}`);
  at("#language").textContent = t("switch_language");
  at("#language").lang = otherLanguage();
  seek.setAttribute("aria-label", t("position"));
  at("#transport").setAttribute("aria-label", t("transport"));
  const names = { 30: t("everyone"), 0: t("public") };
  at("#viewer")?.replaceChildren(...data.viewers.map((viewer) =>
    make("option", { value: viewer }, names[viewer] ?? `${viewer}. ${data.seats[viewer - 1]}`)));
  at("#keys dl").replaceChildren(...KEYS.map(([shown, action]) => {
    const keys = shown.split(" ").map((key) => make("kbd", {}, key === "Space" ? t("space_key") : key));
    return make("div", {}, make("dt", {}, ...keys), make("dd", {}, t(action)));
  }));
}

function turnTheme() {
  const root = document.documentElement;
  const next = { light: "dark", dark: undefined }[root.dataset.theme ?? ""];
  if (next) root.dataset.theme = next;
  else if (root.dataset.theme) delete root.dataset.theme;
  else root.dataset.theme = "light";
  label();
  show();
}

// ---- Keys, clicks and the first look

// What is shown, what it does, the key itself; capitals are pressed together with Shift.
const KEYS = [
  ["→", "next", "ArrowRight"],
  ["←", "back", "ArrowLeft"],
  ["Shift →", "next_turn", "Shift ArrowRight"],
  ["Shift ←", "back_turn", "Shift ArrowLeft"],
  ["]", "next_round", "]"],
  ["[", "back_round", "["],
  ["n", "next_note", "n"],
  ["p", "back_note", "p"],
  ["Home", "first", "Home"],
  ["End", "last", "End"],
  ["Space", "play", " "],
  ["r", "again", "r"],
  ["v", "next_view", "v"],
  ["l", "other_language", "l"],
  ["d", "theme", "d"],
  ["c", "copy_link", "c"],
  ["Esc", "leave_variation", "Escape"],
  ["?", "help", "?"],
];

function onKey(event) {
  if (event.ctrlKey || event.metaKey || event.altKey || at("dialog[open]")) return;
  const shift = event.shiftKey && event.key.length > 1 ? "Shift " : "";
  const found = KEYS.find(([, , key]) => key === shift + event.key);
  if (!found || keepsKey(event.target, event.key)) return;
  event.preventDefault();
  actions[found[1]]();
}

/** Whether the focused control needs the key itself. */
function keepsKey(target, key) {
  if (target.matches("select, textarea")) return true;
  if (target === seek) return /^(Arrow|Home|End)/.test(key);
  return key === " " && target.matches("button, a");
}

function onClick(event) {
  const target = event.target.closest("a[href^='#ply='], [data-do], [data-close]");
  if (!target || event.ctrlKey || event.metaKey || event.shiftKey) return;
  if (target.matches("a")) {
    event.preventDefault();
    go(readPlace(target.getAttribute("href")));
    table.scrollIntoView({ block: "nearest" });
  } else if (target.dataset.do) actions[target.dataset.do]();
  else target.closest("dialog").close();
}

let touch = null;

function onTouch(event) {
  const { clientX: x, clientY: y } = event.changedTouches[0];
  if (event.type === "touchstart") touch = { x, y };
  else if (touch && Math.abs(x - touch.x) > 50 && Math.abs(y - touch.y) < 40) {
    if (x < touch.x) actions.next();
    else actions.back();
  }
}

function download() {
  const url = URL.createObjectURL(new Blob([data.notation], { type: "text/plain" }));
  make("a", { href: url, download: `${data.game}.kifu` }).click();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}

document.addEventListener("keydown", onKey);
document.addEventListener("click", onClick);
table.addEventListener("touchstart", onTouch, { passive: true });
table.addEventListener("touchend", onTouch, { passive: true });
addEventListener("hashchange", () => go(readPlace(location.hash)));
seek.addEventListener("input", () => go({ ply: Number(seek.value) }));
at("#viewer")?.addEventListener("change", (event) => go({ viewer: Number(event.target.value) }));

Object.assign(now, readPlace(location.hash));
now.ply = Math.min(now.ply, now.line.moments.length);
for (const element of all("[data-live]")) element.hidden = false;
document.body.dataset.ready = "";
translate();
show();
