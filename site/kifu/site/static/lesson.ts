// The lesson: who learns from mistakes has the panel, with the options, what is said of an answer and
// the way on. The table keeps its place and its size from the question to the answer.

import { main } from "./lines.ts";
import { now } from "./now.ts";
import { at, make, put, sentence, t, word } from "./words.ts";
import { flag } from "./table.ts";
import { optionList } from "./judgement.ts";
import { others } from "./whatifs.ts";

const box = at("#quiz");
const home = at(".details");
const worth = make("div.worth", { tabindex: "0", role: "group" });
const see = make("button.if");
const back = make("button", { "data-do": "leave_variation" });
const next = make("button", { "data-do": "learn_next" });
// Buttons that stay keep the focus.
const onward = make("p.onward", see, back, next);
box.append(worth, onward);

/** Gives the quiz the panel, or the place below the headline. */
export function placeLesson(lesson: boolean) {
  flag(document.body, { lesson });
  if ((box.parentElement === home.parentElement) !== lesson) return;
  if (lesson) at("#panel").append(box);
  else home.before(box);
}

/** The other move of the match that the best option of a ply leads to, if the page has it. */
function bestLine(ply: number) {
  const best = main.moments[ply].judged?.options[0];
  return others(ply).find(({ whatIf }) => whatIf.token === best?.token);
}

/** What the best option would have led to in this match. */
export function inThisMatch(ply: number) {
  const line = bestLine(ply);
  const { headline } = line?.moments[line.last] ?? {};
  return headline && [" ", sentence(t("learn_match", { 1: word(headline) }))];
}

/**
 * Between two questions: what each option of the answered one is worth, a look at the best, and the
 * next question.
 * @param answered the ply of the question, 0 where none was answered
 * @param more whether there is a further question
 */
export function showOnward(between: boolean, answered: number, more: boolean) {
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
