// What an engine said of moves, put to the moments that it is about.

import { ALL, data, main, PUBLIC, saying } from "./lines.ts";
import { endsHere, now } from "./now.ts";
import { all, at, glyphName, make, put, seatName, sentence, t, word } from "./words.ts";
import { othersAt, whatIfButton } from "./whatifs.ts";

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

/** Whether the game marks moves by points, and not by win share. */
export const { byPoints } = data.analysis;

function judge() {
  for (const [ply, sentences, comment = comments.get(ply)] of data.analysis.judged ?? []) {
    const moment = main.moments[ply];
    if (!moment || !comment) continue;
    const [, own, ...judged] = argumentsOf(comment, "judged", " ");
    const [loss, se, points, pointsSe] = judged.map(Number);
    const options = argumentsOf(comment, "options", ", ")
      .map((option, place) => optionOf(option, moment.seat, Array.isArray(sentences) ? sentences[place] : sentences));
    const [best] = options;
    for (const option of options) option.loss ??= byPoints ? best.points - option.points : best.share - option.share;
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
function optionOf(option: string, seat: number, said: string | number) {
  const [move, ...numbers] = option.split(" ");
  const token = move === PASS ? "" : move;
  const [share, points, se = 0, loss] = numbers.map(Number);
  return { token, share, points, se, loss, words: saying(said, String(seat), token) };
}

judge();

/** Whether an engine marked a move. */
const isJudgedBad = ({ judged }: Moment) => Boolean(judged?.glyph);

/** A win share in per cent, with a decimal where it is compared with one that is near. */
const percent = (share: number, apart = 1) => (100 * share).toFixed(Math.abs(apart) < 0.05 ? 1 : 0);

// The analysis: what the shown move lost, which options there were, and the moves that an engine
// marked. What a judgement names as options lay in a hand, so only its seat and ALL see it.

/** So much less is as good as the best: what is not marked; values have four decimals. */
const { doubtful = 0 } = data.analysis;
/** Whether the engine saw every hand, as one before version 8 could. */
const sawAll = data.analysis.sight === "all";
const LIKE_THE_BEST = doubtful + 1e-6;

export const sees_judged = ({ seat }: Judged) => now.viewer === ALL || (now.viewer === seat && !sawAll);
const judgedAt = (ply: number): Judged | null | undefined => {
  const { line } = now;
  return line === main ? main.moments[ply].judged : line.whatIf && main.moments[line.from + 1].judged;
};
const inPoints = (value: number) => `${value <= -0.05 ? "−" : "+"}${Math.abs(value).toFixed(1)}`;

/** What an option is worth by what the game marks: in points, or as win share. */
export const worth = ({ points, share }: Option, apart?: number) =>
  byPoints ? t("judged_points", { n: inPoints(points) }) : t("judged_share", { n: percent(share, apart) });
/** How many decimals mean something where a number has this error. */
const decimals = (error: number) => (error < 9.95 ? 1 : 0);
/** An error in words, by what the game marks: as many digits as mean something, and never rounded to 0. */
function give(se: number) {
  const n = byPoints ? se : 100 * se;
  return `± ${n && Math.max(0.1, n).toFixed(decimals(n))}`;
}
/** A loss with its error in words, by what the game marks. */
const losing = (loss: number, se: number) =>
  t(byPoints ? "judged_points" : "judged_share", { n: `${Math.max(0, byPoints ? loss : 100 * loss).toFixed(1)} ${give(se)}` });
const lost = ({ points, pointsSe, loss, se }: Judged) => byPoints ? losing(points, pointsSe) : losing(loss, se);

/** In a line for every decision of the game: how good it was, as far as the viewer may know. */
function verdictNow() {
  const { line, ply, viewer } = now;
  const { seat, move: token, judged } = line.moments[ply];
  if (line !== main || !ply || !token || (judged ? !sees_judged(judged) : ![ALL, seat].includes(viewer))) return [];
  const text = judged ? judgedWords(judged) : t(data.analysis.only?.includes(ply) ? "judged_only" : "judged_not");
  const kind = judged?.glyph ? "bad" : judged && judged.played === judged.options[0] ? "good" : "calm";
  return text ? [make(`p.judged ${kind}`, sentence(text))] : [];
}

/** That another option was better, perhaps, or that the move was the best. */
function judgedWords(judged: Judged) {
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
    make("p", chip, " ", sentence(judgedWords(judged))), judged.why && make("p.small", t("why"), " ", sentence(word(judged.why))),
    judged.depends && make("p.small", t("judged_depends")), optionList(judged),
  ]);
  at("#remarks").append(...verdictNow());
  countMistakes();
  for (const element of all(".move > .judged")) {
    const { judged } = main.moments[element.closest(".move").dataset.ply];
    element.hidden = !judged || !sees_judged(judged);
    put(element, judged && sentence(judgedWords(judged)));
  }
}

/**
 * The options, the best first, each with a bar: as long as its win share or, in points, as what it
 * is worth more than the worst.
 */
export function optionList({ ply, seat, glyph, options, played }: Judged) {
  const values = options.map(({ share, points }) => byPoints ? points : share);
  const least = byPoints ? Math.min(...values) : 0;
  const most = Math.max(...values.map((value) => value - least), 0.01);
  const titles = cells(t("loses"), t("wins"), t("points_ahead")).map((text) => make("th", { scope: "col" }, text));
  const of = { 1: `{${seat}}` };
  const whose = sentence(t("could_choose", of));
  const notes = [t("judged_error"), !sawAll && [" ", sentence(t("judged_knew", of))]];
  const rows = options.map((option, place) => {
    const sign = option === played ? glyph || "●" : "";
    return make(
      `tr.${option === played ? "played " : ""}${place ? "" : "best"}`,
      make("th", { scope: "row" }, asked(ply, option)),
      make("td", bar((values[place] - least) / most, option.se / most)),
      cells(losing(option.loss, option.se), `${percent(option.share)}\u00a0%`, t("judged_points", { n: inPoints(option.points) })).map((value) => make("td", value)),
      make("td", place ? sign : `★${sign}`),
    );
  });
  return make("table.options", make("caption", notes), make("thead", make("tr", make("th", { scope: "col" }, whose), make("td"), titles, make("td"))), make("tbody", rows));
}

/** The two cells of an option's numbers: what it loses, and its values, first the one that the game marks by. */
const cells = (loses: string, share: string, points: string) => [loses, (byPoints ? [points, share] : [share, points]).join(" · ")];

/** An option in words; one that was not played is a button that shows what it leads to. */
function asked(ply: number, { token, words }: Option) {
  const other = othersAt(ply).find(({ whatIf }) => whatIf.token === token);
  return other ? whatIfButton(other) : sentence(word(words));
}

/** A bar and, where there is one, its error as a whisker: both as parts of the whole. */
function bar(part: number, error: number) {
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

export function isOwnMistake(moment: Moment) {
  return isJudgedBad(moment) && moment.seat === judgedSeat();
}

export const mistakesOf = (seat: number) => main.moments.filter((moment) => isJudgedBad(moment) && moment.seat === seat);

function countMistakes() {
  const seat = judgedSeat();
  const marked = mistakesOf(seat);
  const passed = marked.filter(({ judged }) => (judged?.ply ?? 0) <= now.ply).length;
  const [head, tail] = t("mistakes_of", { n: passed, of: marked.length }).split("{1}");
  at("#judged-count").parentElement.hidden = !marked.length || now.quiz > 0;
  put(at("#judged-count"), marked.length > 0 && !endsHere() && [head, seatName(seat), tail]);
}

/**
 * Whether the move of an option, or "" for none, is as good as the best one, and what is said of it: the key of the words
 * and what is in them.
 */
export function learnt(guess: string, moment: JudgedMoment): [boolean, [string, Record<string, unknown>]] {
  const { options: [best] } = moment.judged;
  const option = moment.judged.options.find(({ token }) => guess && token === guess);
  const values = { guess: word(option?.words ?? []), best: word(best.words), to: worth(best) };
  if (!option) return [false, ["learn_shown", values]];
  const apart = best.share - option.share;
  Object.assign(values, { from: worth(option, apart), to: worth(best, apart) });
  const good = (byPoints ? best.points - option.points : apart) <= LIKE_THE_BEST;
  return [good, [option === best ? "learn_best" : good ? "learn_good" : "learn_wrong", values]];
}
