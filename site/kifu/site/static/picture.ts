// The picture of the story: the turning point, its cards and what it was worth, as an element of the page.

import { languages } from "./lines.ts";
import { now } from "./now.ts";
import { at, make } from "./words.ts";
import { card } from "./table.ts";

/** The sizes that a picture of the story is laid out in, wide and square, and how wide it is saved, in
 * pixels. */
export const SIZES = [[1200, 630, 1200], [820, 820, 1080]];

/**
 * The items of all pictures; how high the head of the square one is; for each language what they say, and which items they have in each size.
 */
const [items, head, ...texts]: any[] = JSON.parse(at("#kifu-picture")?.textContent ?? "[]");

const textsNow = () => texts[languages.indexOf(now.language)];

/** The best and the worst decision, each as a text. */
export const decisionsTold = (): string[] => textsNow()[0].split("\n").slice(1);

/** The head of the square picture, which decisions and scores follow as texts of the page. */
export function headPicture() {
  const picture = storyPicture(1, head);
  picture.style.aspectRatio = SIZES[1][0] / head;
  return picture;
}

/**
 * The story as an element as wide as what it is in.
 * @param shape the place of its size
 * @param height how much of it is drawn
 */
export function storyPicture(shape: number, height: number = SIZES[shape][1]) {
  const [label, ...drawn] = textsNow();
  const [width] = SIZES[shape];
  const unit = (pixels: number) => `${(pixels * 100) / width}cqw`;
  const drawing = make("svg", { viewBox: `0 0 ${width} ${height}`, "aria-hidden": "true" });
  const picture = make("div.picture", { role: "img", "aria-label": label, "data-shape": shape }, drawing);
  for (const place of drawn[shape]) {
    const [kind, x, y, ...rest] = items[place];
    if (y >= height) continue;
    const made = ITEMS[kind](x, y, ...rest);
    if (made instanceof SVGElement) drawing.append(made);
    else {
      picture.append(made);
      const [width, middle] = kind === "b" ? [19, 9.5] : [rest[0], 0];
      made.style.cssText = `left: ${unit(x - middle)}; top: ${unit(y - middle)}; --w: ${unit(width)}`;
    }
  }
  return picture;
}

const ink = (colour: string) => `var(--${colour})`;

/**
 * The items of a picture as elements, by the letter of their kind; kifu.site.page.drawn_in_page says
 * what each has.
 */
const ITEMS: Record<string, (x: number, y: number, ...rest: any) => any> = {
  c: (x, y, width, token) => card(token),
  b: (x, y, number, ground) => make(`span.badge on-${ground}`, { "data-seat": number }, number),
  p(x, y, width, height, radius, fill) {
    return coloured(make("rect", { x, y, width, height, rx: radius }), { fill: ink(fill) });
  },
  s(x, y, floor, colour, points) {
    const places = points.map((part: number, place: number) => part + (place % 2 ? y : x));
    const line = `M${places.join(" ")}`;
    return make(
      "g", coloured(make("path.area", { d: `${line} V${y + floor} H${places[0]}Z` }), { fill: ink(colour) }),
      coloured(make("path.stroke", { d: line }), { stroke: ink(colour) }),
    );
  },
  t(x, y, runs, anchor, family, length) {
    const squeezed = length && { textLength: length, lengthAdjust: "spacingAndGlyphs" };
    const full = runs.map((run: any[]) => run[5]).filter(Boolean).join(" ");
    return coloured(make("text", { x, y, "text-anchor": anchor }, squeezed, full && make("title", full), runs.map(runOf)), { fontFamily: ink(family || "sans") });
  },
};

const runOf = ([words, size, colour, weight, spaces = 0]: any[]) =>
  coloured(make("tspan", { "font-size": size, "font-weight": weight }, "\u00a0".repeat(spaces) + words), { fill: ink(colour) });

/** An element with a style, which no attribute may give it. */
const coloured = (element: any, style: Record<string, string>) => (Object.assign(element.style, style), element);
