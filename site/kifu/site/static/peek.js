// The timeline under the pointer: what happened there, and clicks on events.

import { knows } from "./fold.js";
import { go, now } from "./now.js";
import { at, make, markWords, put, sentence, t, word } from "./words.js";
import { sentenceOf } from "./story.js";
import { eventsOf, isNoted } from "./bar.js";
import { reached } from "./chart.js";
import { within } from "./marks.js";

/**
 * The ply at a place of the window on the timeline.
 * @param {number} x
 */
function plyAt(x) {
  const { left, width } = at("#ticks").getBoundingClientRect();
  return Math.round(within((x - left) / width, 0, 1) * now.line.last);
}

/**
 * Says what happened at the ply under the pointer; of what the reader has not reached only where
 * it is.
 * @param {MouseEvent} event
 */
function peek({ clientX }) {
  const { line, viewer } = now;
  const ply = plyAt(clientX);
  const box = at("#peek");
  const moment = line.moments[ply];
  const known = ply > 0 && ply <= (reached.get(line) ?? 0);
  const marks = line.moments.slice(0, ply + 1).map((each) => each.marks).findLast((each) => each.length);
  const where = [marks?.length && markWords(marks[marks.length - 1]), t("ply_of", { n: ply, of: line.last })].filter(Boolean);
  put(
    box, make("span", where.join(" · ")),
    known && make("b", sentence(sentenceOf(moment, knows(line, ply, now.ply, viewer)))),
    known && moment.headline && make("span", sentence(word(moment.headline))),
  );
  box.hidden = false;
  const bar = box.parentElement.getBoundingClientRect();
  const half = box.offsetWidth / 2;
  box.style.left = `${within(clientX - bar.left, half, bar.width - half) - half}px`;
}

export const noPeek = () => (at("#peek").hidden = true);

/**
 * Goes to the event that was clicked, or the nearest one.
 * @param {MouseEvent} event
 */
function pickEvent({ clientX }) {
  const { line } = now;
  const { width } = at("#ticks").getBoundingClientRect();
  const near = line.moments.map((moment, ply) => ply).filter((ply) =>
    ply && (eventsOf(line.moments[ply]).length || isNoted(line.moments[ply])));
  const wanted = plyAt(clientX);
  const away = (/** @type {number} */ ply) => Math.abs(ply - wanted);
  const best = near.sort((one, other) => away(one) - away(other))[0];
  const reach = (14 / width) * line.last + 0.5;
  go({ ply: best !== undefined && away(best) <= reach && !now.quiz ? best : wanted });
}

at("#chart").onpointermove = (/** @type {PointerEvent} */ event) => {
  if (event.pointerType === "mouse") peek(event);
};
at("#chart").onpointerleave = noPeek;
at("#ticks").onclick = pickEvent;
