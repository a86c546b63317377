// The bar and its ticks, stepping, playing, jumping.

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
    const kind = !glyph ? "note" : glyph.startsWith("?") ? "bad" : "good";
    return [
      ...(place && marks.some(isRound) ? [tick("round", place / last)] : []),
      ...(notes.length + lines.length ? [tick(kind, (place + 1) / last)] : []),
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

const starts = (sign) => [
  0,
  ...now.line.moments.flatMap(({ marks }, place) => (marks.some(sign) ? [place] : [])),
  now.line.moments.length,
];
const isRound = (mark) => mark.startsWith("#");
const isTurn = (mark) => !isRound(mark);
const noted = () =>
  now.line.moments.flatMap(({ notes, lines }, place) => (notes.length + lines.length ? [place + 1] : []));

const ahead = (plies) => plies.find((ply) => ply > now.ply) ?? now.ply;
const behind = (plies) => plies.findLast((ply) => ply < now.ply) ?? now.ply;

const actions = {
  next: () => go({ ply: now.ply + 1 }),
  back: () => go({ ply: now.ply - 1 }),
  next_turn: () => go({ ply: ahead(starts(isTurn)) }),
  back_turn: () => go({ ply: behind(starts(isTurn)) }),
  next_round: () => go({ ply: ahead(starts(isRound)) }),
  back_round: () => go({ ply: behind(starts(isRound)) }),
  next_note: () => go({ ply: ahead(noted()) }),
  back_note: () => go({ ply: behind(noted()) }),
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
