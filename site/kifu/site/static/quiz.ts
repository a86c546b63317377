// The quiz: the reader guesses the next move of a seat before the page shows it, and looks with
// that seat's eyes. `now.quiz` is the seat, ALL for every seat, 0 without a quiz.

import { ALL, cardsIn, data, main, PUBLIC } from "./lines.ts";
import { embedded, go, now } from "./now.ts";
import { all, at, make, option, put, seatWords, sentence, t, word } from "./words.ts";
import { card, flag, table } from "./table.ts";
import { viewers } from "./bar.ts";
import { judgedSeat, learnt, mistakesOf, optionList } from "./judgement.ts";
import { pause } from "./play.ts";
import { rank } from "./fold.ts";
import { choiceWords, guessWords, isPlayed } from "./guessed.ts";
import { keepAnswer } from "./solved.ts";
import { say } from "./story.ts";
import { inThisMatch, placeLesson, showOnward } from "./lesson.ts";

// `stop` is the ply after which the next move to be guessed comes, `answered` the one that the
// last guess has led to; `chosen` is the move or the cards (apart by +) that the reader has chosen.
export const quiz: Quiz = {
  seat: 0, stop: 0, asking: false, answered: -1, right: 0, asked: 0, viewer: ALL, verdict: null,
  learn: false, chosen: "",
};
const quizzers = data.viewers.filter((viewer) => viewer !== PUBLIC);
const { problem } = data;
const quizzer = at("#quizzer");

function stopFrom(ply: number) {
  const asks = ({ seat, move, judged }: Moment) =>
    move !== "" && [ALL, seat].includes(now.quiz) && (!now.learn || (judged?.glyph && judged.options.length));
  const found = main.moments.findIndex((moment, place) => place > ply && asks(moment));
  return found < 0 ? Infinity : found - 1;
}

/** In a quiz nobody gets past the next move to be guessed, or sees more than its seat does. */
export function holdBack() {
  if (!now.quiz) return;
  // What the right move would have led to is no secret once its question has been answered.
  if (now.line.whatIf && now.line.from + 1 === quiz.answered) return;
  if (quiz.seat !== now.quiz || quiz.learn !== now.learn) {
    if (!quiz.seat) quiz.viewer = now.viewer;
    Object.assign(quiz, { seat: now.quiz, learn: now.learn, stop: stopFrom(now.ply), answered: -1, right: 0, asked: 0 });
  }
  now.line = main;
  quiz.asking = now.ply >= quiz.stop && now.ply !== quiz.answered;
  if (quiz.asking) {
    quiz.answered = -1;
    if (now.playing) pause();
  }
  now.ply = Math.min(now.ply, quiz.stop);
  const moment = main.moments[quiz.asking ? quiz.stop + 1 : Math.max(now.ply, 1)];
  const seat = now.quiz === ALL ? moment?.seat : now.quiz;
  if (data.viewers.includes(seat)) now.viewer = seat;
}

export function turnQuiz() {
  if (now.quiz) {
    Object.assign(quiz, { seat: 0, asking: false });
    go({ quiz: 0, learn: false, viewer: quiz.viewer });
  } else if (quizzers.length) {
    const ply = now.line.parent ? now.line.from : now.ply;
    const over = ply === main.last;
    const seat = quizzers.includes(now.viewer) ? now.viewer : quizzers[0];
    go({ line: main, ply: over ? data.excerpt[0] : ply, quiz: seat, learn: false });
  }
}

/** Learning from mistakes: a quiz that asks for each marked move of a seat, beginning with the first. */
export function learn() {
  const seat = judgedSeat();
  const [first] = mistakesOf(seat);
  if (now.quiz) turnQuiz();
  else if (first) go({ line: main, ply: main.moments.indexOf(first) - 1, quiz: seat, learn: true });
}

/** On to the next mistake, which may be the very next move: at the ply that has just been answered. */
export function learnNext() {
  if (quiz.stop >= main.last) return;
  quiz.answered = -1;
  go({ line: main, ply: quiz.stop });
}

/** How many answers were right; before the first, what a lesson is called. */
function tally() {
  if (quiz.asked && !problem) return t(now.learn ? "learn_count" : "quiz_count", { n: quiz.right, of: quiz.asked });
  return document.body.classList.contains("lesson") ? t("learn") : "";
}

export function showQuiz() {
  const { asking } = quiz;
  const on = now.quiz > 0;
  flag(document.body, { quizzed: on, asking, learning: on && now.learn, problem });
  placeLesson(on && now.learn && !problem && !embedded);
  at("#quiz").hidden = !on;
  at("#guessing").hidden = !asking;
  at("#ask")?.setAttribute("aria-pressed", on);
  if (viewers) viewers.disabled = on;
  quizzer.value = now.quiz;
  at("#tally").textContent = tally();
  const answered = on && quiz.verdict && (now.line.whatIf || now.ply === quiz.answered) ? quiz.answered : 0;
  put(at("#verdict"), answered > 0 && quiz.verdict && [sentence(t(...quiz.verdict)), now.learn && why()]);
  showOnward(on && now.learn && !asking && !problem, answered, quiz.stop < main.last);
  if (!asking) return;
  const { seat } = main.moments[quiz.stop + 1];
  say("#sentence", sentence(t(now.learn ? problem ? "problem_ask" : "learn_ask" : "quiz_ask").replace("{1}", `{${seat}}`)));
  // Else the headline of the move before would hide it.
  flag(at(".caption"), { led: false });
  offerWords();
}

/** After an answer: what the best option would have led to in this match and, after the last, how
 * many were right. */
function why() {
  if (problem) return tempting(problem);
  const over = quiz.stop < main.last ? "" : t("learn_over", { n: quiz.right, of: quiz.asked });
  return [inThisMatch(quiz.answered), over && [" ", over]];
}

/**
 * Why the move that was played is tempting, what each option is worth, and the way to the next
 * problem.
 */
function tempting({ next, tempting }: NonNullable<PageData["problem"]>) {
  const { seat, judged } = main.moments[quiz.answered];
  const played = t("problem_played", { move: word(judged?.played?.words ?? []) }).replace("{1}", `{${seat}}`);
  return [
    ...[played, ...tempting.map(word)].map((text) => make("span.tempting", sentence(text))),
    make("a.next", { href: next, rel: "next" }, t(next === "index.html" ? "problem_list" : "problem_next")),
    judged && optionList(judged),
  ];
}

/**
 * Takes a guess, or none, shows the move that was played and says whether it was the same or,
 * where the reader learns from mistakes, whether it is as good as the best option.
 */
export function answer(guess: string) {
  const moment = main.moments[quiz.stop + 1];
  const [right, verdict] = now.learn ? learnt(guess, moment as JudgedMoment) : guessedMove(guess, moment);
  const ply = quiz.stop + 1;
  if (problem && now.learn) keepAnswer(problem.id, right);
  const focused = at("#guessing").contains(document.activeElement);
  Object.assign(quiz, {
    verdict, answered: ply, stop: stopFrom(ply),
    asked: quiz.asked + 1, right: quiz.right + Number(right),
  });
  choose("");
  go({ ply });
  if (focused) at(now.learn && !problem && quiz.stop < main.last ? '[data-do="learn_next"]' : '[data-do="next"]').focus();
}

/** Whether a guess is the move that was played, and what is said of it. */
function guessedMove(guess: string, moment: Moment): [boolean, [string, Record<string, unknown>]] {
  const right = guess !== "" && isPlayed(guess, moment);
  const verdict = right ? "quiz_right" : guess ? "quiz_wrong" : "quiz_shown";
  // In the language that the reader has by then.
  return [right, [verdict, { get guess() { return guessWords(guess) }, get move() { return word(moment.words); } }]];
}

function choose(guess: string) {
  quiz.chosen = guess;
  for (const element of all(".picked", table)) element.classList.remove("picked");
  for (const button of all("[aria-pressed]", at("#words"))) button.setAttribute("aria-pressed", button.dataset.token === guess);
}

export function pick(event: On<MouseEvent>) {
  const element = event.target.closest(".card:not(.back)");
  if (!quiz.asking || !element) return;
  const button = buttonOf(element.dataset.card);
  if (now.learn) return button && answer(button.dataset.token ?? "");
  if (button) return pickOne(button);
  element.classList.toggle("picked");
  quiz.chosen = all(".picked", table).map(({ dataset }) => dataset.card).join("+");
}

const buttonOf = (card: string | undefined) => all("[data-card]", at("#words")).find(({ dataset }) => dataset.card === card);

/**
 * Takes a card into a move of so many cards, or out of it; one too many takes the place of the
 * first. What is chosen is the move as it is written, with its cards in their order.
 */
function pickOne(button: HTMLElement) {
  const { choice, seat } = main.moments[quiz.stop + 1];
  const [count, before, between] = choice ?? [0, "", ""];
  const buttons = all("[data-card]", at("#words"));
  const is = (one: Element) => one.getAttribute("aria-pressed") === "true";
  const press = (one: HTMLElement, on: boolean) => {
    one.setAttribute("aria-pressed", String(on));
    const card = all(`.seat[data-seat="${seat}"] [data-card="${one.dataset.card}"]`, table)[0];
    card?.classList.toggle("picked", on);
  };
  press(button, !is(button));
  const pressed = buttons.filter(is);
  if (pressed.length > count) press(pressed.find((one) => one !== button), false);
  const chosen = buttons.filter(is).map(({ dataset }) => dataset.card);
  quiz.chosen = chosen.length ? before + chosen.join(between) : "";
}

/** The cards that a move of so many cards is chosen from: each a button, and not every set of them. */
function offerCards([count, , , ...cards]: Choice) {
  put(at("#words"), [
    make("span", {}, t("quiz_choose", { n: count })),
    ...cards.map((card) => make("button", { "data-card": card, "aria-pressed": false }, card)),
  ]);
}

/** Takes what is chosen as the guess. */
export const guess = () => quiz.asking && quiz.chosen && answer(quiz.chosen);

/** Moves to be chosen by a click: those of the match that name no card or, where the reader learns
 * from mistakes, the options of the moment in an order that says nothing. */
function offerWords() {
  const { judged } = main.moments[quiz.stop + 1] ?? {};
  if (now.learn && judged) {
    const rankOf = ({ token }: Option) => Math.min(...cardsIn(token).map(rank), Infinity);
    const several = ({ token }: Option) => Number(cardsIn(token).length !== 1);
    const offered = [...judged.options].sort((one, other) =>
      several(one) - several(other) || rankOf(one) - rankOf(other) || (one.token < other.token ? -1 : 1));
    put(at("#words"), offered.map(({ token, words }) => {
      const [named, ...further] = cardsIn(token);
      const one = named !== undefined && !further.length;
      return make("button.choice", { "data-token": token, "data-card": one ? named : null }, one && card(named), make("span", sentence(word(words))));
    }));
    return;
  }
  const choice = main.moments[quiz.stop + 1]?.choice;
  if (choice) return offerCards(choice);
  const tokens = main.moments.map(({ move }) => move).filter((token) => token && !cardsIn(token).length);
  put(at("#words"), [...new Set(tokens)].sort().map((token) => make("button", { "data-token": token, "aria-pressed": false }, choiceWords(token))));
}

/** Who can be asked about, and what can be chosen. */
export function labelQuiz() {
  put(quizzer, quizzers.map((seat) => option(seat, seat === ALL ? t("quiz_every") : seatWords(seat))));
  offerWords();
}

at("#words").onclick = ({ target }: On<MouseEvent>) => {
  const button = target.closest("button");
  if (button && now.learn) answer(button.dataset.token);
  else if (button?.dataset.card) pickOne(button);
  else if (button) choose(button.dataset.token);
};
quizzer.onchange = () => go({ quiz: Number(quizzer.value) });
