// What an engine said of moves, put to the moments that it is about.

import { ALL, cardsIn, data, main, saying } from "./lines.ts";
import { decided, endsHere, isEnd, now } from "./now.ts";
import { about, all, at, glyphName, make, put, sentence, spoken, t, word } from "./words.ts";
import { card, felt, flag } from "./table.ts";
import { others, othersAt, whatIfAt, whatIfButton } from "./whatifs.ts";

/** Written for passing in a game that has no move for it. */
const PASS = ".";

/** By its ply, the first comment that has a judgement, as the record has it. */
const comments = new Map<unknown, string>();
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
    const [loss, , points] = judged.map(Number);
    const options = argumentsOf(comment, "options", ", ")
      .map((option, place) => optionOf(option, moment.seat, Array.isArray(sentences) ? sentences[place] : sentences));
    const played = options.find(({ token }) => token === own);
    const glyph = judged.find((word) => word.startsWith("?")) ?? "";
    const depends = comment.includes("[%depends]");
    moment.judged = { ply, seat: moment.seat, glyph, loss, points, depends, options, played };
  }
  for (const [ply, place, said] of data.analysis.why ?? []) {
    const { judged } = main.moments[ply] ?? {};
    const option = judged?.options[place];
    if (judged && option === judged.played) judged.reason = saying(said);
    else if (option) option.why = saying(said);
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

// The analysis: what the shown move lost, which options there were, and the moves that an engine
// marked. What a judgement names as options lay in a hand, so only its seat and ALL see it.

/** So much less is as good as the best: what is not marked; values have four decimals. And whether the game marks moves by points, not by win share. */
const { doubtful = 0, byPoints } = data.analysis;
const LIKE_THE_BEST = doubtful + 1e-6;

export const sees_judged = ({ seat }: Judged) => now.viewer === ALL || now.viewer === seat;
const valueOf = ({ share, points }: Option) => (byPoints ? points : share);
/** What an option loses against the best one, by what the game marks; engines before version 8 wrote the values alone. */
const lossOf = (option: Option, { options: [best] }: Judged) => Math.max(0, option.loss ?? valueOf(best) - valueOf(option));
/** What is lost, without its unit: "−5.1"; "0.0" for nothing. */
function less(loss: number) {
  const n = byPoints ? loss : 100 * loss;
  const text = n.toFixed(byPoints || n < 9.95 ? 1 : 0);
  return Number(text) ? `−${text}` : text;
}
/** A loss in words, points as the text `points` has them; of next to nothing, that it is none. */
function inWords(loss: number, points = "judged_points") {
  const n = less(loss);
  return n === "0.0" ? t("loses_nothing") : t(byPoints ? points : "judged_share", { n });
}
/** What an option loses, in words. */
export const lossWords = (option: Option, judged: Judged, points?: string) => option === judged.options[0] ? t("best") : inWords(lossOf(option, judged), points);
/** What the move that was played lost, in words. */
const lost = ({ points, loss }: Judged) => inWords(Math.max(0, byPoints ? points : loss));
/** An error in words, by what the game marks: as many digits as mean something, and never rounded to 0; "" where none is known. */
function give(se?: number) {
  if (se === undefined) return "";
  const n = byPoints ? se : 100 * se;
  return `± ${n && Math.max(0.1, n).toFixed(n < 9.95 ? 1 : 0)}`;
}

const isBest = ({ options, played }: Judged) => played !== undefined && played === options[0];
/** Whether what was played lost nothing. */
const asGood = (judged: Judged) => lost(judged) === t("loses_nothing");
const kindOf = (judged: Judged) => (judged.glyph ? "bad" : isBest(judged) ? "good" : "calm");

/** Which option was better, or the next best after the one that was played. */
function better(judged: Judged) {
  const { glyph, options: [best, next] } = judged;
  if (!isBest(judged)) return t(glyph ? "judged_better" : "judged_highest", { best: word(best.words) });
  return next ? t("judged_next", { best: word(next.words), lost: lossWords(next, judged) }) : "";
}

/**
 * Of every decision of the game, as far as the viewer may know it: how good it was, and what a sure mistake lost; null for what
 * is no decision.
 */
export function verdictNow() {
  const { line, ply, viewer } = now;
  const { seat, move: token, judged, headline } = line.moments[ply];
  if (!data.analysis.judged || line !== main || !token || (judged ? !sees_judged(judged) : ![ALL, seat].includes(viewer))) return null;
  // Beside words about somebody else, or about the end, it says whose it is; of a mistake the headline does.
  const who = isEnd() || (headline && !headline[0].startsWith(`{${seat}}`)) ? `{${seat}}` : "";
  if (!judged) return { kind: "calm", said: t(data.analysis.only?.includes(ply) ? "judged_only" : "judged_not") };
  if (!judged.played) return null;
  const kind = kindOf(judged);
  const said = { bad: [better(judged)], good: [who, degree(judged), lossSaid(ply)], calm: [who, degree(judged), !asGood(judged) && better(judged)] }[kind];
  return { kind, said: said.filter(Boolean).join(" · "), loss: kind === "bad" ? lost(judged) : "", glyph: judged.glyph };
}

/** Shows the judgement of the place; where that is shut, only how many mistakes there are. */
export function showJudgement() {
  if (at("#analysis:not(.shut)")) drawJudgement();
  if (at("#judged")) countMistakes();
}

export function drawJudgement() {
  const judged = judgedNow();
  const held = at("#judged summary:focus");
  put(at("#judged"), judged && [
    make("p", make(`span.chip ${kindOf(judged)}`, degree(judged))), judged.options[0] && make("h3", sentence(better(judged))),
    judged.depends && make("p.small", t("judged_depends")), optionList(judged),
  ]);
  if (held) at("#judged summary")?.focus();
}

/** The judgement of the place, if the viewer may know it. */
function judgedNow() {
  const { judged } = main.moments[decided()];
  return judged && sees_judged(judged) ? judged : null;
}

/** Marks the cards in the hand that were best, after a sure mistake. */
export function markCards() {
  const judged = judgedNow();
  const best = judged?.glyph ? cardsIn(judged.options[0]?.token ?? "") : [];
  for (const card of all(".hand .card", felt)) flag(card, { best: best.includes(card.dataset.card) && card.closest(`[data-seat="${judged?.seat}"]`) });
}

/** In a few words: what the mark says and what was lost; or that no mistake is sure, or that nothing was lost. */
function degree(judged: Judged) {
  const { glyph } = judged;
  if (isBest(judged)) return t("judged_best");
  return asGood(judged) ? t("judged_as_good") : `${glyph ? `${glyph} ${glyphName(glyph)}` : t("judged_unsure")} · ${lost(judged)}`;
}

/** The card of each option that plays one card, if no other option plays that. */
export function cardsOf(options: Option[]) {
  const cards: string[][] = options.map(({ token }) => [...cardsIn(token)]);
  return cards.map((own) => own.length === 1 && cards.filter((other) => other.includes(own[0])).length === 1 && own[0]);
}

/**
 * The options, the best first, each with a bar as long as what it loses, why it does, and how much; then how sure that
 * is; nothing without options; `chosen` is what the reader has chosen. Four of the best are shown at once, in a sheet what was played
 * and one other, and what was chosen. Options that play one card each, and each another one, are shown as these.
 */
export function optionList(judged: Judged, chosen = "") {
  const { ply, seat, options, played } = judged;
  if (!options.length) return [];
  const most = Math.max(...options.map((option) => lossOf(option, judged)), 0.01);
  const cards = cardsOf(options);
  const plain = cards.every(Boolean);
  const rows = options.map((option, place) => make(
    `tr.${option === played ? `played ${kindOf(judged)} ` : ""}${place ? "" : "best"}`,
    make("th", { scope: "row" }, asked(ply, option, plain && cards[place])),
    make("td", bar(lossOf(option, judged) / most), option.token === chosen && make("b.yours", t("yours")), option.why && make("small", spoken(option.why))),
    make("td", lossWords(option, judged, "points_lost")),
  ));
  const whose = about(byPoints ? "options_points" : "options_share", seat);
  const first = at(".sheet") ? 1 + Number(isBest(judged)) : 4;
  const isFirst = (_: unknown, place: number) => place < first || options[place] === played || options[place].token === chosen;
  const further = rows.filter((row, place) => !isFirst(row, place));
  const table = (...parts: Child[]) => make(`table.options ${plain ? "plain" : ""}`, parts);
  return [
    table(make("caption.small", whose), make("tbody", rows.filter(isFirst))), because(judged),
    further.length > 0 && make("details", make("summary", t("more_options", { n: further.length })), table(make("tbody", further))), howSure(judged),
  ];
}

/** The other move of the match that the best option of a ply leads to, if the page has it. */
export const bestLine = (ply: number) =>
  whatIfAt(others(ply).find(({ whatIf }) => whatIf.token === main.moments[ply].judged?.options[0]?.token)?.path ?? "");

/** Why the move that was played is worse or, where no reason is known, what the best option would have led to in this match. */
function because(judged: Judged) {
  const line = bestLine(judged.ply);
  const { reason } = judged;
  const said = reason ?? (!isBest(judged) && line?.moments[line.last].headline);
  return said && make("div.why", make("b", t(reason ? "why" : "learn_match")), " ", spoken(said), reason && t("stop"));
}

/** Whether the reader has asked how sure the numbers are. */
let asksHowSure = false;

/** How sure: the error of what each option loses, and its values; what the numbers are. */
function howSure(judged: Judged) {
  const { seat, options } = judged;
  const rows = options.map((option) => make(
    "tr", make("th", { scope: "row" }, spoken(option.words)),
    make("td", `${less(lossOf(option, judged))} ${give(option.se)}`),
    make("td", option.points.toFixed(1).replace("-", "−")), make("td", `${(100 * option.share).toFixed(0)}\u00a0%`),
  ));
  const heads = [make("td"), ["loses", "points_ahead", "wins"].map((key) => make("th", t(key)))];
  const notes = [t("judged_error"), " ", about("judged_knew", seat)];
  const box = make(
    "details.sure", { open: asksHowSure ? "" : null }, make("summary", t("how_sure")), make("p.small", notes),
    make("table", make("thead", make("tr", heads)), make("tbody", rows)),
  );
  box.ontoggle = () => (asksHowSure = box.open);
  return box;
}

/** An option as its card or in words; one that was not played is a button that shows what it leads to. */
function asked(ply: number, { token, words }: Option, one?: string | false) {
  const other = othersAt(ply).find(({ whatIf }) => whatIf.token === token);
  const shown = one ? [make("span", { "aria-hidden": "true" }, card(one)), make("span.sr", spoken(words))] : spoken(words);
  return other ? whatIfButton(other, shown) : shown;
}

/** A bar, as a part of the whole. */
const bar = (part: number) => make(
  "svg.bar", { viewBox: "0 0 100 4", preserveAspectRatio: "none", "aria-hidden": "true" },
  make("path", { "vector-effect": "non-scaling-stroke", d: `M2 2H${Math.max(2, 98 * part).toFixed(1)}` }),
);

/** The marked moves of a seat. */
export const mistakesOf = (seat: number) => main.moments.filter((moment) => moment.judged?.glyph && moment.seat === seat);

/** The seat with most mistakes. */
const most = data.seats.map((_, place) => place + 1).toSorted((one, other) => mistakesOf(other).length - mistakesOf(one).length)[0];

/** At the end, whose mistakes the reader wants to learn from. */
const whose = at("#whose");
if (whose) {
  whose.value = String(most);
  whose.onchange = countMistakes;
}

/** The seat whose mistakes are gone through: the viewer's, at the end the chosen one, else the one that is judged here, else the one with most of them. */
export function judgedSeat() {
  if (data.seats[now.viewer - 1]) return now.viewer;
  return isEnd() && whose?.value ? Number(whose.value) : main.moments[decided()].judged?.seat ?? most;
}

/** What a decision lost, or by how much it was better than the next best option, "" if that is as good. */
export function lossSaid(ply: number) {
  const { judged } = main.moments[ply];
  const next = judged?.options[1];
  if (!judged || !isBest(judged) || !next) return judged ? lost(judged) : "";
  const less = lossWords(next, judged);
  return less.startsWith("−") ? t("ahead", { n: less.slice(1) }) : "";
}

export const isOwnMistake = (moment: Moment) => mistakesOf(judgedSeat()).includes(moment);

function countMistakes() {
  const seat = judgedSeat();
  const marked = mistakesOf(seat);
  for (const button of all('[data-do="learn"]')) {
    put(at("span", button) ?? button, about(marked.length > 1 ? "learn_from" : "learn_from_1", seat, { n: marked.length }));
    button.hidden = !marked.length;
  }
  if (whose) whose.parentElement.hidden = !whose[1] || seat === now.viewer;
  at("#judged-count").parentElement.hidden = !marked.length || now.quiz > 0;
  put(at("#judged-count"), !endsHere() && about("mistakes_of", seat, { n: marked.length }));
}

/** Whether the move of an option, or "" for none, is as good as the best one, and what is said of it. */
export function learnt(guess: string, judged: Judged): Verdict {
  const [best] = judged.options;
  const option = judged.options.find(({ token }) => guess && token === guess);
  const values = { guess: word(option?.words ?? []), best: word(best.words) };
  if (!option) return [false, "learn_shown", values];
  const good = lossOf(option, judged) <= LIKE_THE_BEST;
  return [good, option === best ? "learn_best" : good ? "learn_good" : "learn_wrong", { ...values, from: lossWords(option, judged) }];
}
