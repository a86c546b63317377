// What is told of a ply: its sentence, what followed, its notes; and the move list, which Python
// wrote: the script only says and marks what the viewer knows.

function sentenceNow() {
  const { line, ply, viewer } = now;
  if (ply) return sentence(sentenceOf(line.moments[ply - 1], knows(line, ply, ply, viewer)));
  const comma = now.language === "ja" ? "、" : ", ";
  const names = data.seats.flatMap((_, place) => [place ? comma : "", seatName(place + 1)]);
  const [head, tail] = t("start_sentence").split("{names}");
  return [head, ...names, tail];
}

function tell(steps) {
  const { line, ply } = now;
  at("#sentence").replaceChildren(...sentenceNow());
  const told = ply ? line.moments[ply - 1].told : [];
  at("#followed").replaceChildren(
    ...steps.flatMap((step) => consequences(step, told.length > 0)),
    ...told.map((words) => make("li", { class: "own" }, make("p", {}, ...sentence(word(words))))),
  );
}

/** What a move is called by who knows it, or by who does not. */
function sentenceOf({ seat, words, move: token, veil }, known) {
  if (known && token) return word(words);
  return veil.length ? word(veil.slice(1)) : t("hidden_move").replace("{1}", `{${seat}}`);
}

// What a step brought to rows, piles and pools, in short: "59 > Row 2". What a seat gets is
// left out where the game has told it in sentences; so is what is cleared away from the middle.
function consequences({ motions, seat }, told) {
  const ways = new Map();
  for (const motion of motions.filter(arrives)) {
    const { src, dst } = motion;
    const kept = ![OUTSIDE, dst].includes(src) && !["choice", "hand"].includes(data.zones[dst][1]);
    const cleared = !owner(src) && !owner(dst) && data.zones[dst][1] === "pile";
    if (!kept || cleared || (told && owner(dst))) continue;
    const way = `${src} ${dst}`;
    if (!ways.has(way)) ways.set(way, []);
    ways.get(way).push(card(arriving(motion, now.viewer)));
  }
  return [...ways].map(([way, cards]) => {
    const [src, dst] = way.split(" ").map(Number);
    const by = owner(dst) || owner(src) || seat;
    const title = word(data.zones[dst][3]);
    return make(
      "li", owner(dst) ? { class: "own" } : {},
      ...(by ? [make("span", { class: "badge" }, String(by))] : []),
      ...cards, make("span", { "aria-hidden": "true" }, " → "), title,
    );
  });
}

function showNotes() {
  const { line, ply } = now;
  const parts = [];
  for (const note of readable(notesAt(line, ply))) {
    if (note.glyph) {
      parts.push(make(
        "p", { class: "glyph" }, make("b", {}, note.glyph), " ", glyphName(note.glyph),
      ));
    }
    if (note.mark) parts.push(make("p", { class: "moment", dir: "auto" }, note.mark));
    if (note.clk) parts.push(make("p", { class: "clock" }, t("clock", { time: note.clk })));
    if (note.emt) parts.push(make("p", { class: "clock" }, t("spent", { time: note.emt })));
    if (note.text) parts.push(comment("p", note, t("by", { name: note.by })));
  }
  const own = line.from;
  linesAt(line, ply).forEach(([on = 0, , moments = []], place) => {
    if (ply <= own && line.parent) return;
    const path = `${line.path && line.path + "/"}${ply - own}.${place + 1}`;
    const first = moments[0] ? moment(moments[0], {}) : { move: "" };
    const late = first.late?.some(([mask]) => sees(mask, now.viewer));
    const label = `${t(on ? "variation_on" : "variation")} ${late ? first.veil[0] ?? "" : first.move}`;
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

function comment(name, { text, lang, by }, author) {
  const element = make(name, { class: "comment", dir: "auto" }, text);
  if (lang) element.lang = lang;
  if (by) element.append(" ", make("cite", {}, author));
  return element;
}

/** Puts notes into the move list, as Python does. */
function listNotes(element, notes) {
  const own = (selector) => [...element.children].filter((child) => child.matches(selector));
  for (const old of own(".glyph, .clock, .moment, .comment")) old.remove();
  const signs = notes.filter(({ glyph }) => glyph).map(({ glyph }) => make(
    "b", { class: "glyph", "data-glyph": glyph, title: glyphName(glyph) },
    glyph, make("span", { class: "sr" }, ` ${glyphName(glyph)}`),
  ));
  const clocks = notes.filter(({ clk }) => clk).map(({ clk }) => make("span", { class: "clock" }, clk));
  const texts = notes.flatMap((note) => [
    ...(note.mark ? [make("span", { class: "moment", dir: "auto" }, note.mark)] : []),
    ...(note.text ? [comment("span", note, note.by)] : []),
  ]);
  (own(".told").at(-1) ?? own("a")[0]).after(...texts);
  own("a")[0].after(...signs, ...clocks);
}

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
  const text = sentenceOf(entry.line.moments[entry.ply - 1], known);
  if (entry.text === text) return;
  entry.text = text;
  entry.said.replaceChildren(...sentence(text));
}
