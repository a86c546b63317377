// What an engine said of moves, put to the moments that it is about.

import { data, main, saying } from "./lines.ts";

/** Written for passing in a game that has no move for it. */
const PASS = ".";

/** By its ply, the first comment that has a judgement, as the record has it. */
const comments: Map<unknown, string> = new Map();
for (const [place, , ...notes] of data.notation) {
  const comment = notes.find(({ text }) => text?.includes("[%judged "))?.text;
  if (comment && !comments.has(place)) comments.set(place, comment);
}
/** The arguments of a command, which are apart by `apart`. */
const argumentsOf = (comment: string, name: string, apart: string) =>
  comment.match(`\\[%${name} ([^\\]]*)`)?.[1].split(apart) ?? [];

function judge() {
  for (const [ply, sentences, comment = comments.get(ply)] of data.analysis.judged ?? []) {
    const moment = main.moments[ply];
    if (!moment || !comment) continue;
    const [, own, ...judged] = argumentsOf(comment, "judged", " ");
    const [loss, se, points, pointsSe] = judged.map(Number);
    const options = argumentsOf(comment, "options", ", ")
      .map((option, place) => optionOf(option, moment.seat, Array.isArray(sentences) ? sentences[place] : sentences));
    const played = options.find(({ token }) => token === own);
    const glyph = judged.find((word) => word.startsWith("?")) ?? "";
    const depends = comment.includes("[%depends]");
    moment.judged = { ply, seat: moment.seat, glyph, loss, se, points, pointsSe, depends, options, played };
  }
  for (const [ply, said] of data.analysis.why ?? []) {
    const { judged } = main.moments[ply] ?? {};
    if (judged) judged.why = saying(said);
  }
  for (const [ply, shares] of data.analysis.chances ?? []) main.moments[ply]?.notes.push({ eval: shares });
}

/**
 * An option as the record has it: its move, win share, points, and the error of what it loses and
 * that; engines before version 8 wrote no loss, and of the first one no error.
 */
function optionOf(option: string, seat: number, said: string | number): Option {
  const [move, ...numbers] = option.split(" ");
  const token = move === PASS ? "" : move;
  const [share, points, se, loss] = numbers.map(Number);
  return { token, share, points, se, loss, words: saying(said, String(seat), token) };
}

judge();

/** Whether an engine marked a move. */
export const isJudgedBad = ({ judged }: Moment) => Boolean(judged?.glyph);

/** A win share in per cent, with a decimal where it is compared with one that is near. */
export const percent = (share: number, apart = 1) => (100 * share).toFixed(Math.abs(apart) < 0.05 ? 1 : 0);
