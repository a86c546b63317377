// Saving pictures: the story of the match and this moment as PNG, painted by the page itself.

import { ALL, data, PUBLIC } from "./lines.js";
import { notify, now } from "./now.js";
import { all, at, make, present, t } from "./words.js";
import { table } from "./table.js";
import { layOutAs } from "./lay.js";
import { finish } from "./motion.js";
import { sentenceNow } from "./story.js";
import { SIZES, storyPicture } from "./picture.js";
import { painted } from "./paint.js";
import { handOver } from "./file.js";

/** The felt in the picture of a moment, in pixels; the picture has the first size of those of a story.
 * @type {[number, number]} */
const FELT = [1152, 412];

/** @param {number} shape - the place of its size */
export const saveStory = (shape) => save(storyPicture(shape), SIZES[shape], shape ? "story-square" : "story");

/** Saves what the page shows now, laid out for a picture. */
export function saveMoment() {
  finish();
  layOutAs(FELT);
  notify("still");
  const picture = momentPicture();
  layOutAs(null);
  notify("still");
  save(picture, SIZES[0], String(now.ply - now.line.from));
}

function momentPicture() {
  const still = table.cloneNode(true);
  for (const named of [still, ...all("[id]", still)]) named.removeAttribute("id");
  // The threads run under the cards.
  at(".felt", still).prepend(...present([at(".gains", still)]));
  const led = at("#headline").textContent;
  const eyes = now.viewer !== ALL && `${t("view")}: ${now.viewer === PUBLIC ? t("public") : data.seats[now.viewer - 1]}`;
  return make(
    "div.picture snapshot",
    make(
      "div.above", make("span.seal", "棋譜"), make("div.of", make("b", at("#title").textContent), make("p", at(".name p").textContent)),
      eyes && make("p", eyes),
    ),
    still, make("p.said", [...at(led ? "#headline" : "#sentence").cloneNode(true).childNodes]), led && make("p", sentenceNow()),
  );
}

/**
 * Saves an element as a picture.
 * @param {HTMLElement} picture
 * @param {number[]} size
 * @param {string} name
 */
function save(picture, [width, height, pixels], name) {
  picture.classList.add("unseen");
  Object.assign(picture.style, { width: `${width}px`, height: `${height}px` });
  document.body.append(picture);
  painted(picture, pixels).toBlob((png) => png && handOver(png, `${data.game}-${name}.png`));
  picture.remove();
}
