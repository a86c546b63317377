// The lesson: who learns from mistakes has the panel, with the options, what is said of an answer and
// the way on. The table keeps its place and its size from the question to the answer.

import { main } from "./lines.js";
import { now } from "./now.js";
import { at, make, put, sentence, t, word } from "./words.js";
import { flag } from "./table.js";
import { optionList } from "./judgement.js";
import { others } from "./whatifs.js";

const box = at("#quiz");
const home = at(".details");
const worth = make("div.worth", { tabindex: "0", role: "group" });
const see = make("button.if");
const back = make("button", { "data-do": "leave_variation" });
const next = make("button", { "data-do": "learn_next" });
// Buttons that stay keep the focus.
const onward = make("p.onward", see, back, next);
box.append(worth, onward);

/**
 * Gives the quiz the panel, or the place below the headline.
 * @param {boolean} lesson
 */
export function placeLesson(lesson) {
  flag(document.body, { lesson });
  if ((box.parentElement === home.parentElement) !== lesson) return;
  if (lesson) at("#panel").append(box);
  else home.before(box);
}

/**
 * The other move of the match that the best option of a ply leads to, if the page has it.
 * @param {number} ply
 */
function bestLine(ply) {
  const best = main.moments[ply].judged?.options[0];
  return others(ply).find(({ whatIf }) => whatIf.token === best?.token);
}

/**
 * What the best option would have led to in this match.
 * @param {number} ply
 */
export function inThisMatch(ply) {
  const line = bestLine(ply);
  const { headline } = line?.moments[line.last] ?? {};
  return headline && [" ", sentence(t("learn_match", { 1: word(headline) }))];
}

/**
 * Between two questions: what each option of the answered one is worth, a look at the best, and the
 * next question.
 * @param {boolean} between
 * @param {number} answered - the ply of the question, 0 where none was answered
 * @param {boolean} more - whether there is a further question
 */
export function showOnward(between, answered, more) {
  worth.hidden = onward.hidden = !between;
  if (!between) return;
  const judged = answered ? main.moments[answered].judged : null;
  const line = answered ? bestLine(answered) : undefined;
  put(worth, judged && optionList(judged));
  back.hidden = !now.line.whatIf;
  see.hidden = !line || !back.hidden;
  if (line) see.dataset.if = line.path;
  else delete see.dataset.if;
  next.hidden = !more;
  for (const [button, key] of [[see, "learn_see"], [back, "what_if_back"], [next, "learn_next"]]) button.textContent = t(key);
}
