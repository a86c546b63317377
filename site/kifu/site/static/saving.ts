// Saving pictures: the story of the match and this moment as PNG, painted by the page itself.

import { ALL, data, PUBLIC } from "./lines.ts";
import { notify, now } from "./now.ts";
import { all, at, make, present, t, toast } from "./words.ts";
import { table } from "./table.ts";
import { layOutAs } from "./lay.ts";
import { finish } from "./motion.ts";
import { sentenceNow } from "./story.ts";
import { SIZES, storyPicture } from "./picture.ts";
import { painted } from "./paint.ts";
import { handOver } from "./share.ts";

/** The felt in the picture of a moment, in pixels; the picture has the first size of those of a story. */
const FELT: [number, number] = [1152, 412];

/** @param shape the place of its size */
export const saveStory = (shape: number) => save(storyPicture(shape), SIZES[shape], shape ? "story-square" : "story");

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

/** Saves an element as a picture. */
function save(picture: HTMLElement, [width, height, pixels]: number[], name: string) {
  picture.classList.add("unseen");
  Object.assign(picture.style, { width: `${width}px`, height: `${height}px` });
  document.body.append(picture);
  const painting = painted(picture, pixels);
  picture.remove();
  painting.catch(() => null).then((png) => {
    if (png) return handOver(png, `${data.game}-${name}.png`);
    // The dialog of the button would lie above it.
    at("#sharing").close();
    toast("save_failed");
  });
}
