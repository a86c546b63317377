// Painting: an element as a picture. A drawing (SVG) holds a copy of it in which every style is written
// out, and is painted on a canvas as an image: what the page itself looks like, by the browser itself.

import { all, make } from "./words.ts";

/** No XML may hold these, but names and tags of a record may. */
const NO_XML = /[^\t\n\r -\uFFFD]/g;

/** The PNG of an element, `width` pixels wide; null or a rejection where the browser can't paint it. */
export async function painted(element: HTMLElement, width: number): Promise<Blob | null> {
  const { width: own, height: high } = element.getBoundingClientRect();
  const size = { width: own, height: high };
  const drawing = make("svg", size, make("foreignObject", size, styled(element)));
  const image = new Image();
  image.src = "data:image/svg+xml,"
    + encodeURIComponent(new XMLSerializer().serializeToString(drawing).replace(NO_XML, ""));
  await image.decode();
  // WebKit scales the image, but not what is in a foreignObject.
  const height = Math.round((high * width) / own);
  const canvas = make("canvas", { width, height });
  canvas.getContext("2d").drawImage(image, 0, 0, width, height);
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
      if (side === "before") made.prepend(added);
      else made.append(added);
    }
  });
  Object.assign(copy.style, { position: "static", left: "0" });
  return copy;
}

const write = ({ style }: any, computed: CSSStyleDeclaration) => {
  for (const name of computed) style.setProperty(name, computed.getPropertyValue(name));
};
