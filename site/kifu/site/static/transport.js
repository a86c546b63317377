// The bar and its ticks, stepping, playing, jumping.

const seek = at("#seek");

function showBar() {
  const last = now.line.moments.length;
  seek.max = last;
  seek.value = now.ply;
  const events = now.ply ? eventsOf(now.line.moments[now.ply - 1]) : [];
  seek.setAttribute("aria-valuetext", [t("ply_of", { n: now.ply, of: last }), ...events].join(", "));
  at("#count").textContent = t("ply_of", { n: now.ply, of: last });
  at('[data-do="play"]').classList.toggle("playing", now.playing > 0);
  entitle(at('[data-do="play"]'), now.playing ? "pause" : "play");
  showTicks(last);
}

/** What happened behind a move that the game wants to be found, in words. */
const eventsOf = ({ steps }) =>
  Object.keys(data.events).filter((event) => steps.some(({ kind }) => kind === event))
    .map((event) => word(data.events[event]));
const isMistake = ({ notes }) => notes.some(({ glyph }) => glyph?.startsWith("?"));
/** A clock or an evaluation alone is no note that a reader looks for. */
const isNoted = ({ notes, lines }) =>
  lines.length > 0 || notes.some(({ glyph, text, mark }) => glyph || text || mark);

function showTicks(last) {
  const ticks = at("#ticks");
  const told = now.quiz ? now.ply : last;
  const drawn = [now.line.path, now.language, told].join();
  if (ticks.drawn === drawn) return;
  ticks.drawn = drawn;
  const [from, to] = data.excerpt.map((ply) => across(ply / last));
  const part = now.line === main && to !== from && (from !== "0%" || to !== "100%");
  ticks.replaceChildren(
    ...(part ? [draw("line", { class: "part", x1: from, x2: to, y1: 17, y2: 17 })] : []),
    ...now.line.moments.slice(0, told).flatMap((moment, place) => {
      const x = across((place + 1) / last);
      const glyph = moment.notes.find((note) => note.glyph)?.glyph;
      const kind = isMistake(moment) ? "bad" : glyph ? "good" : "note";
      const events = eventsOf(moment);
      return [
        ...(place && moment.marks.some(isRound) ? [tick("round", across(place / last))] : []),
        ...(events.length ? [tick("event", x, events.join(", "))] : []),
        ...(isNoted(moment) ? [tick(kind, x)] : []),
      ];
    }),
  );
}

const across = (part) => `${100 * part}%`;

const TICKS = {
  round: "M0 0V10", event: "M-4 12 0 8 4 12 0 16z", bad: "M-4 7 0 0 4 7z",
  note: "M-3 4a3 3 0 0 1 6 0 3 3 0 0 1-6 0z",
};

/** Rounds are lines, big events diamonds, mistakes triangles, other notes dots. */
function tick(kind, x, title = "") {
  const words = title ? [draw("title", {}, title)] : [];
  const path = draw("path", { class: kind, d: TICKS[kind] ?? TICKS.note }, ...words);
  return draw("svg", { x, overflow: "visible" }, path);
}

const starts = (sign) => [
  0,
  ...now.line.moments.flatMap(({ marks }, place) => (marks.some(sign) ? [place] : [])),
  now.line.moments.length,
];
const isRound = (mark) => mark.startsWith("#");
const isTurn = (mark) => !isRound(mark);
/** The plies of the line that are of a kind. */
const plies = (is) => now.line.moments.flatMap((moment, place) => (is(moment) ? [place + 1] : []));
const isEventful = (moment) => eventsOf(moment).length > 0;

const ahead = (plies) => plies.find((ply) => ply > now.ply) ?? now.ply;
const behind = (plies) => plies.findLast((ply) => ply < now.ply) ?? now.ply;

const actions = {
  next: () => go({ ply: now.ply + 1 }),
  back: () => go({ ply: now.ply - 1 }),
  next_turn: () => go({ ply: ahead(starts(isTurn)) }),
  back_turn: () => go({ ply: behind(starts(isTurn)) }),
  next_round: () => go({ ply: ahead(starts(isRound)) }),
  back_round: () => go({ ply: behind(starts(isRound)) }),
  next_note: () => go({ ply: ahead(plies(isNoted)) }),
  back_note: () => go({ ply: behind(plies(isNoted)) }),
  next_mistake: () => go({ ply: ahead(plies(isMistake)) }),
  back_mistake: () => go({ ply: behind(plies(isMistake)) }),
  next_event: () => go({ ply: ahead(plies(isEventful)) }),
  back_event: () => go({ ply: behind(plies(isEventful)) }),
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
  copy_embed: () => copyText(embedCode(), at("#embed")),
  help: () => at("#keys").showModal(),
  leave_variation: leave,
  quiz: turnQuiz,
  guess,
  give_up: () => answer(""),
  annotate,
  add_comment: () => addComment().focus(),
  undo_notes: () => {
    editor.close();
    change(editing.place);
    redraw();
  },
  discard,
  copy_notation: () => copyText(writtenText(), at("#copy")).then(keepCopied),
  download_notation: () => download(writtenText(), "kifu"),
  copy_log: () => copyText(writtenLog(), at("#copy_log")).then(keepCopied),
  download_log: () => download(writtenLog(), "jsonl"),
};

const speed = () => Number(at("#speed").value) || 1;

function play() {
  if (now.ply === now.line.moments.length) go({ ply: now.line.from });
  tickOn();
}

/** Goes on move by move, to the end of the line, or of what is worth showing in it. */
function tickOn() {
  now.playing = setTimeout(() => {
    const shown = !("showing" in table.dataset);
    if (shown) go({ ply: now.ply + 1 });
    const ends = [now.line.moments.length, now.line === main ? data.excerpt[1] : 0];
    if (shown && ends.includes(now.ply)) pause();
    else if (now.playing) tickOn();
  }, patience());
  showBar();
}

/** Milliseconds until the next move: at the chosen speed or, where clocks tell how long it took, a
 * tenth of that, between 0.3 and 5 seconds. */
function patience() {
  const spent = at("#speed").value === "clock" && now.line === main ? data.spent[now.ply] : null;
  return spent == null ? 900 / speed() : Math.min(5000, Math.max(300, 100 * spent));
}

function pause() {
  clearTimeout(now.playing);
  now.playing = 0;
  showBar();
}

function leave() {
  if (now.line.parent) go({ line: now.line.parent, ply: now.line.from + (now.line.on ? 0 : 1) });
}
