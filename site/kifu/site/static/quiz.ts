// The quiz: the reader guesses the next move of a seat before the page shows it, and looks with
// that seat's eyes. `now.quiz` is the seat, ALL for every seat, 0 without a quiz.

import { ALL, cardsIn, data, faces, main, PUBLIC } from "./lines.ts";
import { embedded, go, now } from "./now.ts";
import { about, all, at, make, option, put, seatWords, sentence, spoken, t, targetOf, word } from "./words.ts";
import { card, flag, table } from "./table.ts";
import { viewers } from "./chart.ts";
import { bestLine, cardsOf, judgedSeat, learnt, mistakesOf, optionList } from "./judgement.ts";
import { pause } from "./motion.ts";
import { rank } from "./fold.ts";
import { keepAnswer } from "./solved.ts";
import { say } from "./story.ts";

// `stop` is the ply after which the next move to be guessed comes, `answered` the one that the
// last guess has led to.
export const quiz = {
  seat: 0, stop: 0, asking: false, answered: -1, right: 0, asked: 0, guess: "", viewer: ALL, learn: false,
};
/** The moment that is asked for. */
const asked = (): Moment | undefined => main.moments[quiz.stop + 1];
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
    const quiz = quizzers.includes(now.viewer) ? now.viewer : quizzers[0];
    go({ line: main, ply: ply === main.last ? data.excerpt[0] : ply, quiz, learn: false });
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
  return document.body.matches(".lesson") ? t("learn") : "";
}

export function showQuiz() {
  const { asking } = quiz;
  const on = now.quiz > 0;
  const learning = on && now.learn;
  flag(document.body, { quizzed: on, asking, learning, problem });
  placeLesson(learning && !problem && !embedded);
  at("#quiz").hidden = !on;
  at("#guessing").hidden = !asking;
  at("#ask")?.setAttribute("aria-pressed", String(on));
  if (viewers) viewers.disabled = on;
  quizzer.value = String(now.quiz);
  at("#tally").textContent = tally();
  const answered = on && quiz.answered > 0 && (now.line.whatIf || now.ply === quiz.answered) ? quiz.answered : 0;
  const [, key, values] = answered ? verdictOn(quiz.guess, main.moments[answered]) : [];
  put(at("#verdict"), key && [sentence(t(key, values)), now.learn && after()]);
  showOnward(learning && !asking && !problem, answered, quiz.stop < main.last);
  if (!asking) return;
  const { seat } = asked() as Moment;
  say(about(now.learn ? problem ? "problem_ask" : "learn_ask" : "quiz_ask", seat));
  at("#sentence").hidden = true;
  offerWords();
}

/** After an answer: of a problem what tempts there; after the last mistake how many were right. */
function after() {
  if (problem) return tempting(problem);
  return quiz.stop < main.last ? "" : [" ", t("learn_over", { n: quiz.right, of: quiz.asked })];
}

/**
 * Why the move that was played is tempting, what each option is worth, and the way to the next
 * problem.
 */
function tempting({ next, tempting }: NonNullable<PageData["problem"]>) {
  const { seat, judged } = main.moments[quiz.answered];
  return [
    ...[about("problem_played", seat, { move: word(judged?.played?.words ?? []) }), ...tempting.map((words) => sentence(word(words)))].map((text) => make("span.tempting", text)),
    make("a.next", { href: next, rel: "next" }, t(next === "index.html" ? "problem_list" : "problem_next")),
    judged && optionList(judged),
  ];
}

/**
 * Takes a guess, or none, shows the move that was played and says whether it was the same or,
 * where the reader learns from mistakes, whether it is as good as the best option.
 */
export function answer(guess: string) {
  const [right] = verdictOn(guess, asked() as Moment);
  const ply = quiz.stop + 1;
  if (problem && now.learn) keepAnswer(problem.id, right);
  const focused = at("#guessing").contains(document.activeElement);
  Object.assign(quiz, {
    guess, answered: ply, stop: stopFrom(ply),
    asked: quiz.asked + 1, right: quiz.right + Number(right),
  });
  for (const element of all(".picked", table)) element.classList.remove("picked");
  put(at("#remarks"));
  go({ ply });
  if (focused) at(now.learn && !problem && quiz.stop < main.last ? '[data-do="learn_next"]' : '[data-do="next"]').focus();
}

/** Of a guess: who learns wants the best move, anybody else the one that was played. */
function verdictOn(guess: string, moment: Moment): Verdict {
  if (now.learn && moment.judged) return learnt(guess, moment.judged);
  const right = guess !== "" && isPlayed(guess, moment);
  return [right, right ? "quiz_right" : guess ? "quiz_wrong" : "quiz_shown", { guess: guess && guessWords(guess), move: word(moment.words) }];
}

/** Chooses a card on the table: in a move that is offered, or beside others. */
export function pick(target: Part) {
  const element = target.closest(".card:not(.back)");
  if (!quiz.asking || !element) return;
  const button = all("[data-card]", words).find(({ dataset }) => dataset.card === element.dataset.card);
  if (button) return choose(button);
  if (now.learn) return;
  for (const other of pressed()) other.ariaPressed = "false";
  element.classList.toggle("picked");
}

const words = at("#words");
const pressed = () => all('[aria-pressed="true"]', words);

/**
 * Chooses what is offered: the answer of who learns, a move, or a card of a move of so many cards; one too
 * many takes the place of the first.
 */
function choose(button: Part) {
  const { choice, seat } = asked() as Moment;
  if (now.learn) return answer(button.dataset.token);
  const press = (one: HTMLElement, on: boolean) => {
    one.ariaPressed = String(on);
    at(`.seat[data-seat="${seat}"] [data-card="${one.dataset.card}"]`, table)?.classList.toggle("picked", on);
  };
  const others = pressed().filter((one) => one !== button);
  press(button, button.ariaPressed !== "true");
  if (others.length >= (choice?.[0] ?? 1)) press(others[0], false);
}

/** What is chosen, as the move is written with its cards in their order; of cards on the table, apart by +. */
function chosen(): string {
  const [one, ...more] = pressed().map(({ dataset }) => dataset.token ?? dataset.card);
  if (one === undefined) return all(".picked", table).map(({ dataset }) => dataset.card).join("+");
  const [, before, between] = asked()?.choice ?? [0, "", ""];
  return before + [one, ...more].join(between);
}

/** Takes what is chosen as the guess. */
export const guess = () => quiz.asking && chosen() && answer(chosen());

/**
 * Offers what can be chosen by a click: where the reader learns from mistakes, the options of the moment in an order that
 * says nothing; the cards of a move of so many cards; else the moves of the match that name no card.
 */
function offerWords() {
  const { judged, choice } = asked() ?? {};
  if (now.learn && judged) {
    const rankOf = ({ token }: Option) => Math.min(...cardsIn(token).map(rank), Infinity);
    const several = ({ token }: Option) => Number(cardsIn(token).length !== 1);
    const offered = [...judged.options].sort((one, other) =>
      several(one) - several(other) || rankOf(one) - rankOf(other) || (one.token < other.token ? -1 : 1));
    const cards = cardsOf(offered);
    put(words, offered.map(({ token, words }, place) => {
      const one = cards[place];
      return make("button.choice", { "data-token": token, "data-card": one || null }, one && card(one), make(one ? "span.sr" : "span", spoken(words)));
    }));
    return;
  }
  const offered = (name: string, token: string, text: string) => make("button", { [name]: token, "aria-pressed": false }, text);
  const tokens = new Set(main.moments.map(({ move }) => move).filter((token) => token && !cardsIn(token).length));
  put(words, choice ? [make("span", t("quiz_choose", { n: choice[0] })), choice.slice(3).map((token) => offered("data-card", String(token), String(token)))]
    : [...tokens].sort().map((token) => offered("data-token", token, choiceWords(token))));
}

/** Who can be asked about, and what can be chosen. */
export function labelQuiz() {
  put(quizzer, quizzers.map((seat) => option(seat, seat === ALL ? t("quiz_every") : seatWords(seat))));
}

words.onclick = (event) => {
  const button = targetOf(event).closest("button");
  if (button) choose(button);
};
quizzer.onchange = () => go({ quiz: Number(quizzer.value) });

// Guesses: whether one is the move, and its words, without the signs of the notation.

/** Whether a guess is the move: as it is written, or by the cards that it names, in any order. */
const isPlayed = (guess: string, { move }: Moment) =>
  guess === move || (cardsIn(move).length > 0 && cardsIn(move).sort().join() === guess.split("+").sort().join());

/**
 * What a move is called among others to choose from: its sentence without its player and without
 * what it led to on that occasion; its token where the sentence tells more than that.
 */
function choiceWords(token: string): string {
  const told = main.moments.find(({ move }) => move === token);
  if (!told) return token;
  const text = word(told.words)
    .replace(/[（(][^（）()]*[）)]/g, "").replace(/^\{\d+\}\s*[はが]?/, "").split(/[;:,、。]|\.$/)[0].trim();
  const other = (text.match(/\d+/g) ?? []).some((number) => !token.includes(number));
  return !text || other || text.includes("{") ? token : text;
}

/** A guess in words: the names of its cards, or of its move. */
function guessWords(guess: string) {
  const cards = guess.split("+");
  return `“${cards.every((card) => faces.has(card)) ? cards.join(" ") : choiceWords(guess)}”`;
}

// The lesson: who learns from mistakes has the panel, with the options, what is said of an answer and
// the way on. The table keeps its place and its size from the question to the answer.

const box = at("#quiz");
const home = at(".details");
const [worth, onward] = all(".worth, .onward", box);
const [see, back, next] = all("button", onward);

/** Gives the quiz the panel, or the place below the headline. */
function placeLesson(lesson: boolean) {
  flag(document.body, { lesson });
  if ((box.parentElement === home.parentElement) !== lesson) return;
  if (lesson) at("#panel").append(box);
  else home.before(box);
}

/**
 * Between two questions: what each option of the answered one is worth, a look at the best, and the
 * next question.
 * @param answered the ply of the question, 0 where none was answered
 * @param more whether there is a further question
 */
function showOnward(between: boolean, answered: number, more: boolean) {
  worth.hidden = onward.hidden = !between;
  if (!between) return;
  const { judged } = main.moments[answered];
  const line = bestLine(answered);
  put(worth, judged && optionList(judged, quiz.guess));
  back.hidden = !now.line.whatIf;
  back.textContent = t("what_if_back");
  see.hidden = !line || !back.hidden;
  if (line) see.dataset.if = line.path;
  next.hidden = !more;
}
