// What an engine said of moves, put to the moments that it is about.

import { data, main, saying } from "./lines.js";

/**
 * An option: its token, win share and points, and its words in each language.
 * @param {number} seat
 * @param {ToldOption} told
 * @returns {Option}
 */
const optionOf = (seat, [token, share, points, said, ways]) => ({
  token, share, points, words: saying(said, String(seat), token), ways,
});

function judge() {
  for (const [ply, glyph, loss, se, points, pointsSe, sight, played, options] of data.analysis.judged ?? []) {
    const moment = main.moments[ply];
    if (moment) {
      const told = options.map((/** @type {ToldOption} */ told) => optionOf(moment.seat, told));
      moment.judged = { ply, seat: moment.seat, glyph, loss, se, points, pointsSe, sight, options: told, played: told[played] };
    }
  }
  for (const [ply, shares] of data.analysis.chances ?? []) main.moments[ply]?.notes.push({ eval: shares });
}

judge();

/**
 * Whether an engine marked a move.
 * @param {Moment} moment
 */
export const isJudgedBad = ({ judged }) => Boolean(judged?.glyph);

/**
 * A win share in per cent, with a decimal where it is compared with one that is near.
 * @param {number} share
 * @param {number} [apart]
 */
export const percent = (share, apart = 1) => (100 * share).toFixed(Math.abs(apart) < 0.05 ? 1 : 0);
