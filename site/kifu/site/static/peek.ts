// The timeline under the pointer: what happened there, and clicks on events.

import { knows } from "./fold.ts";
import { endsHere, now } from "./now.ts";
import { at, make, markWords, put, sentence, word } from "./words.ts";
import { sentenceOf } from "./story.ts";
import { placeWords, seekTo } from "./bar.ts";
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

at("#chart").onpointermove = (event: PointerEvent) => {
  if (event.pointerType === "mouse") peek(event);
};
at("#chart").onpointerleave = noPeek;
at("#ticks").onclick = ({ target, clientX }: On<MouseEvent>) => seekTo(Number(target.closest("[data-ply]")?.dataset.ply ?? plyAt(clientX)));
