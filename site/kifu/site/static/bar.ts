// The bar: where the reader is among all moves, with a tick for each that is worth finding.

import { data, isRound, main } from "./lines.ts";
import { endsHere, go, now } from "./now.ts";
import { isJudgedBad } from "./judged.ts";
import { at, entitle, glyphName, make, put, t, word } from "./words.ts";
import { flag } from "./table.ts";
import { spanOf } from "./chart.ts";

export const seek = at("#seek");
export const viewers = at("#viewer");

/** Shows the place on the bar, and whose eyes look. */
export function showBar() {
  const { moments } = now.line;
  const span = spanOf(now.line);
  seek.max = span;
  seek.value = now.ply;
  const count = placeWords(now.ply);
  const events = eventsOf(moments[now.ply]);
  seek.ariaValueText = [count, ...events].join(", ");
  at("#count").textContent = count;
  const button = at('[data-do="play"]');
  flag(button, { playing: now.playing > 0 });
  entitle(button, now.playing ? "pause" : "play");
  if (viewers) viewers.value = now.viewer;
  showTicks(span);
}

/** A ply among all, if it is no secret how many there are. */
export const placeWords = (ply: number) => now.spoilers ? t("ply_of", { n: ply, of: spanOf(now.line) }) : String(ply);

/** Goes to a place on the bar. What lies outside a what-if is a place of the match. */
export function seekTo(ply: number) {
  const { line } = now;
  const inside = !line.whatIf || (ply > line.from && ply <= line.last);
  go(inside ? { ply } : { line: main, ply });
}

/** What happened after a move that the game wants to be found, in words. */
export const eventsOf = ({ steps }: Moment): string[] =>
  Object.keys(data.events).filter((event) => steps.some(({ kind }) => kind === event))
    .map((event) => word(data.events[event]));
export const isMistake = (moment: Moment) =>
  isJudgedBad(moment) || moment.notes.some(({ glyph }) => glyph?.startsWith("?"));
/** A clock or an evaluation alone is no note that a reader looks for. */
export const isNoted = ({ notes, lines, judged }: Moment) =>
  judged?.glyph || lines.length > 0 || notes.some(({ glyph, text, mark, played }) => glyph || text || mark || played);

/** The ticks; those ahead of the reader are paler. */
function showTicks(span: number) {
  const ticks = at("#ticks");
  drawTicks(ticks, span);
  const here = (100 * now.ply) / (span || 1) + 1e-6;
  for (const mark of ticks.children) flag(mark, { later: parseFloat(mark.getAttribute("x")) > here });
}

/** Draws the ticks of a line, if they aren't there. */
function drawTicks(ticks: any, span: number) {
  const { last } = now.line;
  const end = endsHere() ? now.ply : last;
  const drawn = [now.line.path, now.language, end, span].join();
  if (ticks.drawn === drawn) return;
  ticks.drawn = drawn;
  const across = (ply: number) => `${(100 * ply) / (span || 1)}%`;
  const [from, to] = data.excerpt;
  const part = now.spoilers && now.line === main && to !== from && (from || to !== last);
  put(
    ticks, part && make("line.part", { x1: across(from), x2: across(to), y1: 17, y2: 17 }),
    now.line.moments.slice(1, end + 1).map((moment, place) => {
      const sign = moment.judged?.glyph || moment.notes.find((note) => note.glyph)?.glyph;
      const kind = isMistake(moment) ? "bad" : sign ? "good" : "note";
      const events = eventsOf(moment);
      return [
        place && moment.marks.some(isRound) && tick("round", place, across),
        events.length && tick("event", place + 1, across, events.join(", ")),
        isNoted(moment) && tick(kind, place + 1, across, sign ? glyphName(sign) : t("noted")),
      ].filter(Boolean);
    }),
  );
}

const TICKS: Record<string, string> = {
  round: "M0 0V10", event: "M-4 12 0 8 4 12 0 16z", bad: "M-4 7 0 0 4 7z",
  note: "M-3 4a3 3 0 0 1 6 0 3 3 0 0 1-6 0z",
};

/** Rounds are lines, big events diamonds, mistakes triangles, other notes dots. */
const tick = (kind: string, ply: number, across: (ply: number) => string, title?: string) =>
  make("svg", { x: across(ply), "data-ply": ply }, make(`path.${kind}`, { d: TICKS[kind] ?? TICKS.note }, title && make("title", title)));
