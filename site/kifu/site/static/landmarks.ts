// Landmarks: the plies that are worth finding.

import { data, isRound } from "./lines.ts";
import { word } from "./words.ts";

/** What happened after a move that the game wants to be found, in words. */
export const eventsOf = ({ steps }: Moment): string[] =>
  Object.keys(data.events).filter((event) => steps.some(({ kind }) => kind === event))
    .map((event) => word(data.events[event]));
export const isMistake = (moment: Moment) =>
  moment.judged?.glyph || moment.notes.some(({ glyph }) => glyph?.startsWith("?"));
/** A clock or an evaluation alone is no note that a reader looks for. */
export const isNoted = ({ notes, lines, judged }: Moment) =>
  judged?.glyph || lines.length > 0 || notes.some(({ glyph, text, mark, played }) => glyph || text || mark || played);

const starts = (is: (mark: string) => boolean) => ({ moments, last }: Line, ply: number) => !ply || ply === last || moments[ply + 1].marks.some(is);
const led = (is: (moment: Moment) => unknown) => ({ moments }: Line, ply: number) => ply && is(moments[ply]);
const LANDMARKS: Record<string, (line: Line, ply: number) => unknown> = {
  turn: starts((mark) => !isRound(mark)), round: starts(isRound), note: led(isNoted), mistake: led(isMistake),
  event: led((moment) => eventsOf(moment).length), turning: led((moment) => isMistake(moment) || eventsOf(moment).length),
};

/**
 * The next ply of a kind, or the one before; the same ply where there is none.
 * @param kind a key of `LANDMARKS`, or what says it of a moment
 */
export function landmark(kind: string | ((moment: Moment) => unknown), line: Line, ply: number, onward: boolean) {
  const is = typeof kind === "string" ? LANDMARKS[kind] : led(kind);
  const plies = [...line.moments.keys()];
  return (onward ? plies.slice(ply + 1) : plies.slice(0, ply).reverse()).find((place) => is(line, place)) ?? ply;
}
