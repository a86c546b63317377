// The analysis: what the shown move lost, which options there were, and the moves that an engine
// marked. What a judgement names as options lay in a hand, so only its seat and ALL see it.

import { ALL, cardsIn, data, main, PUBLIC } from "./lines.js";
import { endsHere, now } from "./now.js";
import { isJudgedBad, percent } from "./judged.js";
import { all, at, glyphName, make, put, seatName, sentence, t, word } from "./words.js";
import { isPlayed } from "./guessed.js";
import { othersAt, whatIfButton } from "./whatifs.js";

/** So much less is as good as the best: what is not marked; values have four decimals. */
const { doubtful = 0 } = data.analysis;
/** Whether the game marks moves by points, and not by win share. */
export const { byPoints } = data.analysis;
/** Whether the engine saw every hand, as one before version 8 could. */
const sawAll = data.analysis.sight === "all";
const LIKE_THE_BEST = doubtful + 1e-6;

/** @param {Judged} judged */
export const sees_judged = ({ seat }) => now.viewer === ALL || (now.viewer === seat && !sawAll);
/**
 * @param {number} ply
 * @returns {Judged | null | undefined}
 */
const judgedAt = (ply) => {
  const { line } = now;
  return line === main ? main.moments[ply].judged : line.whatIf && main.moments[line.from + 1].judged;
};
/** @param {number} value */
const inPoints = (value) => `${value <= -0.05 ? "−" : "+"}${Math.abs(value).toFixed(1)}`;

/**
 * What an option is worth by what the game marks: in points, or as win share.
 * @param {Option} option
 * @param {number} [apart]
 */
export const worth = ({ points, share }, apart) =>
  byPoints ? t("judged_points", { n: inPoints(points) }) : t("judged_share", { n: percent(share, apart) });
/**
 * How many decimals mean something where a number has this error.
 * @param {number} error
 */
const decimals = (error) => (error < 9.95 ? 1 : 0);
/**
 * An error in words, by what the game marks: as many digits as mean something, and never rounded to 0.
 * @param {number} se
 */
function give(se) {
  const n = byPoints ? se : 100 * se;
  return `± ${n && Math.max(0.1, n).toFixed(decimals(n))}`;
}
/**
 * A loss with its error in words, by what the game marks.
 * @param {number} loss
 * @param {number} se
 */
const losing = (loss, se) =>
  t(byPoints ? "judged_points" : "judged_share", { n: `${Math.max(0, byPoints ? loss : 100 * loss).toFixed(1)} ${give(se)}` });
/** @param {Judged} judged */
const lost = ({ points, pointsSe, loss, se }) => byPoints ? losing(points, pointsSe) : losing(loss, se);

/**
 * That another option was better, perhaps, or that the move was the best.
 * @param {Judged} judged
 */
function judgedWords(judged) {
  const text = comparedWords(judged);
  return text && sawAll ? `${text} ${t("sight_short")}` : text;
}

/** In a line for every decision of the game: how good it was, as far as the viewer may know. */
function verdictNow() {
  const { line, ply, viewer } = now;
  const { seat, move: token, judged } = line.moments[ply];
  if (line !== main || !ply || !token || (judged ? !sees_judged(judged) : ![ALL, seat].includes(viewer))) return [];
  const text = judged ? judgedWords(judged) : t(data.analysis.only?.includes(ply) ? "judged_only" : "judged_not");
  const kind = judged?.glyph ? "bad" : judged && judged.played === judged.options[0] ? "good" : "calm";
  return text ? [make(`p.judged ${kind}`, sentence(text))] : [];
}

/** @param {Judged} judged */
function comparedWords(judged) {
  const { seat, glyph, options: [best], played } = judged;
  if (!best || !played) return "";
  if (best === played) return t("judged_best");
  return t(glyph ? "judged_better" : "judged_unsure", { 1: `{${seat}}`, best: word(best.words), lost: lost(judged) });
}

export function showJudgement() {
  const box = at("#judged");
  if (!box) return;
  const found = judgedAt(now.ply);
  const judged = found && sees_judged(found) ? found : null;
  const chip = judged?.glyph && make(
    "span.chip", make("b", judged.glyph), ` ${glyphName(judged.glyph)}`,
  );
  put(box, judged && [
    make("p", chip, " ", sentence(judgedWords(judged))), judged.why && make("p.small", `${t("why")} ${word(judged.why)}`), judged.depends && make("p.small", t("judged_depends")), optionList(judged),
  ]);
  at("#remarks").append(...verdictNow());
  countMistakes();
  for (const element of all(".move > .judged")) {
    const own = main.moments[element.closest(".move").dataset.ply].judged;
    element.hidden = !own || !sees_judged(own);
  }
}

/**
 * The options, the best first, each with a bar: as long as its win share or, in points, as what it
 * is worth more than the worst.
 * @param {Judged} judged
 */
export function optionList({ ply, seat, glyph, options, played }) {
  const values = options.map(({ share, points }) => byPoints ? points : share);
  const least = byPoints ? Math.min(...values) : 0;
  const most = Math.max(...values.map((value) => value - least), 0.01);
  const titles = cells(t("wins"), t("points_ahead"), options[0]?.loss === undefined ? "" : t("loses"))
    .map((text) => make("th", { scope: "col" }, text));
  const of = { 1: `{${seat}}` };
  const whose = sentence(t(sawAll ? "could_choose_all" : "could_choose", of));
  const notes = [t("judged_error"), !sawAll && [" ", sentence(t("judged_knew", of))]];
  const rows = options.map((option, place) => {
    const sign = option === played ? glyph || "●" : "";
    return make(
      `tr.${option === played ? "played " : ""}${place ? "" : "best"}`,
      make("th", { scope: "row" }, asked(ply, option)),
      make("td", bar((values[place] - least) / most, (option.se ?? 0) / most)),
      valuesOf(option),
      make("td", place ? sign : `★${sign}`),
    );
  });
  return make("table.options", make("caption", notes), make("thead", make("tr", make("th", { scope: "col" }, whose), make("td"), titles, make("td"))), make("tbody", rows));
}

/** @param {Option} option */
function valuesOf({ share, points, se, loss }) {
  const loses = loss === undefined ? "" : losing(loss, se ?? 0);
  return cells(`${percent(share)}\u00a0%`, t("judged_points", { n: inPoints(points) }), loses).map((value) => make("td", value));
}

/**
 * The two cells of an option's numbers: what it loses and its values, or without a loss the value
 * that the game marks by and the other.
 * @param {string} share
 * @param {string} points
 * @param {string} loses
 */
function cells(share, points, loses) {
  const values = byPoints ? [points, share] : [share, points];
  return loses ? [loses, values.join(" · ")] : values;
}

/**
 * An option in words; one that was not played is a button that shows what it leads to.
 * @param {number} ply
 * @param {Option} option
 */
function asked(ply, { token, words }) {
  const other = othersAt(ply).find(({ whatIf }) => whatIf.token === token);
  return other ? whatIfButton(other) : sentence(word(words));
}

/**
 * A bar and, where there is one, its error as a whisker: both as parts of the whole.
 * @param {number} part
 * @param {number} error
 */
function bar(part, error) {
  const [from, end, to] = [part - error, part, part + error].map((x) => (100 * Math.max(0, x)).toFixed(1));
  const whisker = { d: `M${from} 1V3M${from} 2H${to}M${to} 1V3` };
  return make(
    "svg.bar", { viewBox: "0 0 100 4", preserveAspectRatio: "none", "aria-hidden": "true" },
    make("path", { d: `M0 2H${end}` }), error > 0 && [make("path", whisker), make("path", whisker)],
  );
}

/** The seat whose mistakes are gone through: the viewer's, else the one that was judged here. */
export function judgedSeat() {
  if (now.viewer !== ALL && now.viewer !== PUBLIC) return now.viewer;
  const before = main.moments.slice(0, now.ply + 1).findLast(isJudgedBad);
  return (judgedAt(now.ply) ?? before ?? main.moments.find(isJudgedBad))?.seat ?? 0;
}

/** @param {Moment} moment */
export function isOwnMistake(moment) {
  return isJudgedBad(moment) && moment.seat === judgedSeat();
}

/** @param {number} seat */
export const mistakesOf = (seat) => main.moments.filter((moment) => isJudgedBad(moment) && moment.seat === seat);

function countMistakes() {
  const seat = judgedSeat();
  const marked = mistakesOf(seat);
  const passed = marked.filter(({ judged }) => (judged?.ply ?? 0) <= now.ply).length;
  const [head, tail] = t("mistakes_of", { n: passed, of: marked.length }).split("{1}");
  at("#judged-count").parentElement.hidden = !marked.length || now.quiz > 0;
  put(at("#judged-count"), marked.length > 0 && !endsHere() && [head, seatName(seat), tail]);
}

/** In another language, the move list says again what was better. */
export function translateJudgements() {
  for (const element of all(".move > .judged")) {
    const own = main.moments[element.closest(".move").dataset.ply].judged;
    if (own) put(element, sentence(judgedWords(own)));
  }
}

/**
 * The option that a guess means: as it is written, or by the cards that it names.
 * @param {string} guess
 * @param {JudgedMoment} moment
 * @returns {Option | undefined}
 */
function guessed(guess, { judged, steps, move: token }) {
  const written = guess.replace(/^\d+:/, "");
  const cards = guess.split(/[+\s]+/).sort().join();
  const found = judged.options.find((option) => option.token === written)
    ?? judged.options.find((option) => cardsIn(option.token).sort().join() === cards);
  return found ?? (isPlayed(guess, { move: token, steps }) ? judged.played : undefined);
}

/**
 * Whether a guess is as good as the best option, and what is said of it: the key of the words
 * and what is in them.
 * @param {string} guess
 * @param {JudgedMoment} moment
 * @returns {[boolean, [string, Record<string, unknown>]]}
 */
export function learnt(guess, moment) {
  const { options: [best] } = moment.judged;
  const option = guess && guessed(guess, moment);
  const values = { guess: option ? word(option.words) : guess, best: word(best.words), to: worth(best) };
  if (!guess) return [false, ["learn_shown", values]];
  if (!option) return [false, ["learn_unknown", values]];
  const apart = best.share - option.share;
  Object.assign(values, { from: worth(option, apart), to: worth(best, apart) });
  const good = (byPoints ? best.points - option.points : apart) <= LIKE_THE_BEST;
  return [good, [option === best ? "learn_best" : good ? "learn_good" : "learn_wrong", values]];
}
