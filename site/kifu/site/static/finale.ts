// The finale: places, turning point and last cards, below the table once the end has been reached; one step further, on it.

import { cardsIn, main } from "./lines.ts";
import { isEnd, now } from "./now.ts";
import { all, at, make, put, sentence, spoken, t } from "./words.ts";
import { card, copyOf, table } from "./table.ts";
import { finish, speed } from "./motion.ts";
import { cover, uncover } from "./tabs.ts";
import { decisionsTold, feltPicture } from "./picture.ts";
import { lossSaid } from "./judgement.ts";

const finaleElement = at("#result.finale");

/** How long the last moment rests before the finale covers it, in milliseconds at 1×. */
const REST = 1600;

/** Lays the finale on the table; says whether there is one to lay there. */
export function openFinale() {
  if (!finaleElement || !isEnd() || now.quiz) return false;
  finish();
  cover("crowned");
  finaleElement.scrollTop = 0;
  table.scrollIntoView({ block: "nearest" });
  return true;
}

/** The button: opens the finale and hands it the focus. */
export function showFinale() {
  if (!uncover() && openFinale()) at('[data-do="close_finale"]').focus({ preventScroll: true });
}

/** After the last moment of a match that plays by itself. */
export function awaitFinale() {
  if (isEnd()) setTimeout(() => !now.playing && openFinale(), REST / speed());
}

/** Says the finale, and names the cards of the example in the rules, in the reader's language. */
export function translateFinale() {
  const example = at(".example");
  if (example) put(example, example.dataset.cards.split(" ").map(card));
  if (!finaleElement) return;
  for (const element of all("[data-say]", finaleElement)) {
    const { say: key, who, ...values } = element.dataset;
    const names = who.split(" ").map((seat) => `{${seat}}`).join(t("and"));
    put(element, sentence(t(key, { ...values, who: names })));
  }
  if (isEnd()) drawStory();
  const what = at("#turning .what");
  if (!what) return;
  const { headline, words } = main.moments[Number(at("#turning").dataset.ply)];
  put(what, spoken(headline ?? words));
}

/** So wide is a frame in which the words of the wide picture can be read, in pixels. */
const WIDE = 660;

/** Draws the picture of the story, and the best and the worst decision beside its turning point. */
function drawStory() {
  // The places are in the panel where that lies beside the table.
  const standing = at("#standing");
  const next = at("body:not(.beside) .told-of, .beside #match-title");
  // What is moved loses the focus.
  if (next.previousElementSibling !== standing) next.before(standing);
  const frame = at("#picture .frame");
  if (!frame?.clientWidth) return;
  const shape = Number(frame.clientWidth < WIDE);
  const drawn = now.language + shape;
  if (frame.drawn === drawn) return;
  frame.drawn = drawn;
  const picture = feltPicture(shape);
  put(frame, picture, !shape && copyOf(at(".podium")));
  // On a phone the picture is right above.
  put(at("#turning .shown"), at("body:not(.sheet)") && all(".card", picture).map(({ dataset }) => card(dataset.card)));
  put(at(".told-of"), at("#turning"), decisionsTold().map(([ply, name, words]) => make(
    `div.decision ${main.moments[ply].judged?.glyph ? "bad" : "good"}`, make("h3", name, " ", make("small", t("at_ply", { n: ply }))),
    cardsAt(ply), make("p.what", sentence(words)), make("p", lossSaid(ply), " ", make("a", { href: `#ply=${ply}` }, t("see_move"))),
  )));
}

/** The cards of a decision and, of a mistake, those that were best. */
function cardsAt(ply: number) {
  const { move, judged } = main.moments[ply];
  const [played, best] = [move, judged?.glyph ? judged.options[0].token : ""].map((token) => cardsIn(token).map(card));
  return make("p.shown", { "aria-hidden": "true" }, played, best[0] && [make("small", t("best")), best]);
}

if (finaleElement) new ResizeObserver(drawStory).observe(finaleElement);
