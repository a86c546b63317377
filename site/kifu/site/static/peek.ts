// The timeline under the pointer: what happened there, and clicks on events.

import { knows } from "./fold.ts";
import { endsHere, now } from "./now.ts";
import { at, make, markWords, put, sentence, word } from "./words.ts";
import { sentenceOf } from "./story.ts";
import { eventsOf, isNoted, placeWords, seekTo } from "./bar.ts";
import { shownTo, spanOf } from "./chart.ts";
import { within } from "./marks.ts";

/** The ply at a place of the window on the timeline. */
function plyAt(x: number) {
  const { left, width } = at("#ticks").getBoundingClientRect();
  return Math.round(within((x - left) / width, 0, 1) * spanOf(now.line));
}

/**
 * Says what happened at the ply under the pointer; of what the reader has not reached only where
 * it is.
 */
function peek({ clientX }: MouseEvent) {
  const { line, viewer } = now;
  const ply = plyAt(clientX);
  const box = at("#peek");
  const moment = line.moments[ply];
  const known = ply > 0 && ply <= Math.min(shownTo(line), line.last);
  const marks = line.moments.slice(0, (endsHere() ? Math.min(ply, now.ply) : ply) + 1).map((each) => each.marks).findLast((each) => each.length);
  const where = [marks?.length && markWords(marks[marks.length - 1]), placeWords(ply)].filter(Boolean);
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

/** Goes to the event that was clicked, or the nearest one. */
function pickEvent({ clientX }: MouseEvent) {
  const { line } = now;
  const { width } = at("#ticks").getBoundingClientRect();
  const end = endsHere() ? now.ply : line.last;
  const near = line.moments.map((moment, ply) => ply).filter((ply) =>
    ply && ply <= end && (eventsOf(line.moments[ply]).length || isNoted(line.moments[ply])));
  const wanted = plyAt(clientX);
  const away = (ply: number) => Math.abs(ply - wanted);
  const best = near.sort((one, other) => away(one) - away(other))[0];
  const reach = (14 / width) * spanOf(line) + 0.5;
  seekTo(best !== undefined && away(best) <= reach ? best : wanted);
}

at("#chart").onpointermove = (event: PointerEvent) => {
  if (event.pointerType === "mouse") peek(event);
};
at("#chart").onpointerleave = noPeek;
at("#ticks").onclick = pickEvent;
