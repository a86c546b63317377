// Pictures: the story of the match (turning point, its cards and what it was worth) as an element of the page, and what the
// page shows, saved as PNG by the browser itself.

import { ALL, data, languages, PUBLIC } from "./lines.ts";
import { now } from "./now.ts";
import { all, at, make, t, toast } from "./words.ts";
import { card, copyOf, table } from "./table.ts";
import { layOutAs } from "./lay.ts";
import { finish } from "./motion.ts";
import { sentenceNow } from "./story.ts";
import { handOver } from "./share.ts";

/** The sizes that a picture of the story is laid out in, wide and square, and how wide it is saved, in
 * pixels. */
const SIZES = [[1200, 630, 1200], [820, 820, 1080]];

const [items, plies, ...texts] = data.picture;

const textsNow = () => texts[languages.indexOf(now.language)];

/** The best and the worst decision: the ply of each, what it is called, and what was done. */
export const decisionsTold = (): [number, string, string][] => textsNow()[0].split("\n").slice(1).map((said, place) => {
  const [name, ...words] = said.split(": ");
  return [plies[place], name, words.join(": ")];
});

/**
 * The felt of a picture, which the page itself says the rest of.
 * @param shape the place of its size
 */
export function feltPicture(shape: number) {
  const [, , y, , felt] = items[(textsNow()[1 + shape] as number[])[0]] as Panel;
  const picture = storyPicture(shape, felt + y);
  Object.assign(picture.style, { aspectRatio: SIZES[shape][0] / (felt + y), background: "none" });
  return picture;
}

/**
 * The story as an element as wide as what it is in.
 * @param shape the place of its size
 * @param height how much of it is drawn
 */
function storyPicture(shape: number, height = SIZES[shape][1]) {
  const [label, ...drawn] = textsNow();
  const [width] = SIZES[shape];
  const unit = (pixels: number) => `${(pixels * 100) / width}cqw`;
  const drawing = make("svg", { viewBox: `0 0 ${width} ${height}`, "aria-hidden": "true" });
  const picture = make("div.picture", { role: "img", "aria-label": label, "data-shape": shape }, drawing);
  for (const place of drawn[shape]) {
    const item = items[place];
    const [kind, x, y, width] = item;
    if (y >= height) continue;
    const made = drawnItem(item);
    if (kind !== "c" && kind !== "b") drawing.append(made);
    else {
      picture.append(made);
      const [wide, middle] = kind === "b" ? [19, 9.5] : [width, 0];
      made.style.cssText = `left: ${unit(x - middle)}; top: ${unit(y - middle)}; --w: ${unit(Number(wide))}`;
    }
  }
  return picture;
}

const ink = (colour: string) => `var(--${colour})`;

function drawnItem(item: Item) {
  const [, x, y] = item;
  switch (item[0]) {
    case "c": return card(item[4]);
    case "b": return make(`span.badge on-${item[4]}`, { "data-seat": item[3] }, item[3]);
    case "p": {
      const [, , , width, height, radius, fill] = item;
      return make("rect", { x, y, width, height, rx: radius, fill: ink(fill) });
    }
    case "s": {
      const [, , , floor, colour, points] = item;
      const places = points.map((part, place) => part + (place % 2 ? y : x));
      const line = `M${places.join(" ")}`;
      const area = make("path.area", { d: `${line} V${y + floor} H${places[0]}Z`, fill: ink(colour) });
      return make("g", area, make("path.stroke", { d: line, stroke: ink(colour) }));
    }
    default: {
      const [, , , runs, anchor, family, length] = item;
      const squeezed = length ? { textLength: length, lengthAdjust: "spacingAndGlyphs" } : {};
      const full = runs.map((run) => run[5]).filter(Boolean).join(" ");
      return make("text", { x, y, "text-anchor": anchor, "font-family": ink(family || "sans"), ...squeezed }, full && make("title", full), runs.map(runOf));
    }
  }
}

const runOf = ([words, size, colour, weight, spaces = 0]: Run) =>
  make("tspan", { "font-size": size, "font-weight": weight, fill: ink(colour) }, "\u00a0".repeat(spaces) + words);

// Painting: an element as a picture. A drawing (SVG) holds a copy of it in which every style is written
// out, and is painted on a canvas as an image: what the page itself looks like, by the browser itself.

/** No XML may hold these, but names and tags of a record may. */
const NO_XML = /[^\t\n\r -\uFFFD]/g;

/** The PNG of an element, `width` pixels wide; null or a rejection where the browser can't paint it. */
async function painted(element: HTMLElement, width: number): Promise<Blob | null> {
  const { width: own, height: high } = element.getBoundingClientRect();
  const size = { width: own, height: high };
  const drawing = make("svg", size, make("foreignObject", size, styled(element)));
  const image = new Image();
  image.src = "data:image/svg+xml,"
    + encodeURIComponent(new XMLSerializer().serializeToString(drawing).replace(NO_XML, ""));
  await image.decode();
  // WebKit scales the image, but not what is in a foreignObject.
  const height = Math.round((high * width) / own);
  const canvas = Object.assign(document.createElement("canvas"), { width, height });
  canvas.getContext("2d")?.drawImage(image, 0, 0, width, height);
  return new Promise((done) => canvas.toBlob(done));
}

/** A copy of an element, with its styles written out and what they add (`::after`) as elements. */
function styled(element: HTMLElement): HTMLElement {
  const copy = element.cloneNode(true) as HTMLElement;
  const copies = [copy, ...all("*", copy)];
  [element, ...all("*", element)].forEach((one, place) => {
    const made = copies[place];
    write(made, getComputedStyle(one));
    for (const side of ["before", "after"]) {
      const style = getComputedStyle(one, `::${side}`);
      if (/^(none|normal)$/.test(style.content) || style.display === "none") continue;
      const added = make("span", style.content.match(/^"(.*?)"/)?.[1]);
      write(added, style);
      made[side === "before" ? "prepend" : "append"](added);
    }
  });
  Object.assign(copy.style, { position: "static", left: "0" });
  return copy;
}

const write = ({ style }: HTMLElement, computed: CSSStyleDeclaration) => {
  for (const name of computed) style.setProperty(name, computed.getPropertyValue(name));
};

// Saving pictures: the story of the match and this moment as PNG, painted by the page itself.

/** The felt in the picture of a moment, in pixels; the picture has the first size of those of a story. */
const FELT: [number, number] = [1152, 412];

/** @param shape the place of its size */
export const saveStory = (shape: number) => save(storyPicture(shape), SIZES[shape], shape ? "story-square" : "story");

/** Saves what the page shows now, laid out for a picture. */
export function saveMoment() {
  finish();
  layOutAs(FELT);
  const picture = momentPicture();
  layOutAs(null);
  save(picture, SIZES[0], String(now.ply - now.line.from));
}

function momentPicture() {
  const eyes = now.viewer !== ALL && `${t("view")}: ${now.viewer === PUBLIC ? t("public") : data.seats[now.viewer - 1]}`;
  return make(
    "div.picture snapshot",
    make(
      "div.above", make("span.seal", "棋譜"), make("div.of", make("b", at("#title").textContent), make("p", all(".name p").map((part) => part.textContent).join(" · "))),
      eyes && make("p", eyes),
    ),
    copyOf(table), make("p.said", [...at("#headline").cloneNode(true).childNodes]), !at("#sentence").hidden && make("p", sentenceNow()),
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
