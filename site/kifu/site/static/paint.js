// Painting: what an element shows, on a canvas by its calls: no page lets an image in, so no other way
// leads from a page to a picture. It knows what the pages' own style does with boxes, text and drawings.

import { all, make } from "./words.js";

/** How much of a line is missing until it is seen as another one, in pixels. */
const SAME_LINE = 2;

/**
 * A canvas, `width` pixels wide, with all that an element shows. What its style adds (`::after`) becomes
 * part of the element.
 * @param {HTMLElement} element
 * @param {number} width
 * @returns {HTMLCanvasElement}
 */
export function painted(element, width) {
  embody(element);
  const box = element.getBoundingClientRect();
  const scale = width / box.width;
  const canvas = make("canvas", { width, height: Math.round(box.height * scale) });
  const pen = canvas.getContext("2d");
  pen.scale(scale, scale);
  pen.translate(-box.left, -box.top);
  paint(pen, element, Infinity);
  return canvas;
}

/** Puts elements in the place of what the style adds, which has no box that could be measured.
 * @param {HTMLElement} root */
function embody(root) {
  const made = [root, ...all("*", root)].flatMap((element) => ["before", "after"].flatMap((side) => {
    const style = getComputedStyle(element, `::${side}`);
    if (/^(none|normal)$/.test(style.content) || style.display === "none") return [];
    const added = make("span", style.content.match(/^"(.*?)"/)?.[1]);
    for (const property of style) added.style.setProperty(property, style.getPropertyValue(property));
    return [() => (side === "before" ? element.prepend(added) : element.append(added))];
  }));
  root.classList.add("embodied");
  for (const add of made) add();
}

/**
 * Paints an element and what is in it.
 * @param {CanvasRenderingContext2D} pen
 * @param {any} element
 * @param {number} end - where its text is cut
 */
function paint(pen, element, end) {
  const style = getComputedStyle(element);
  if (style.display === "none" || style.visibility === "hidden" || style.clipPath.startsWith("inset")) return;
  pen.save();
  pen.globalAlpha *= Number(style.opacity);
  turn(pen, element, style);
  const box = element.getBoundingClientRect();
  if (style.clipPath !== "none") pen.clip(outline(box, style.clipPath));
  if (style.display !== "contents") paintBox(pen, box, style);
  if (style.overflowX !== "visible" && element.localName !== "svg") pen.clip(rounded(box, 0));
  const cut = style.textOverflow === "ellipsis" && element.scrollWidth > element.clientWidth ? box.right : end;
  if (element.localName === "svg") paintDrawing(pen, element);
  else for (const child of element.childNodes) {
    if (child.nodeType === Node.TEXT_NODE) paintText(pen, child, style, cut);
    else if (child.nodeType === Node.ELEMENT_NODE) paint(pen, child, cut);
  }
  pen.restore();
}

/** Turns the pen in the place of the element.
 * @param {CanvasRenderingContext2D} pen
 * @param {any} element
 * @param {CSSStyleDeclaration} style */
function turn(pen, element, { rotate }) {
  if (!parseFloat(rotate)) return;
  element.style.rotate = "none";
  const { left, top, width, height } = element.getBoundingClientRect();
  const [x, y] = [left + width / 2, top + height / 2];
  pen.translate(x, y);
  pen.rotate(parseFloat(rotate) * Math.PI / 180);
  pen.translate(-x, -y);
}

/**
 * @param {{ left: number, top: number, width: number, height: number }} box
 * @param {number} radius
 * @param {number} [grown] - on each side
 * @param {number} [right]
 * @param {number} [down]
 */
function rounded({ left, top, width, height }, radius, grown = 0, right = 0, down = 0) {
  const path = new Path2D();
  const size = [width + 2 * grown, height + 2 * grown].map((side) => Math.max(side, 0));
  path.roundRect(left - grown + right, top - grown + down, size[0], size[1], Math.max(radius + grown, 0));
  return path;
}

/**
 * The outline of a seat's mark.
 * @param {DOMRect} box
 * @param {string} shape - `circle(...)` or `polygon(...)`
 */
function outline(box, shape) {
  if (!shape.startsWith("polygon")) return rounded(box, box.width / 2);
  const path = new Path2D();
  for (const [, x, y] of shape.matchAll(/([\d.]+)% ([\d.]+)%/g)) {
    path.lineTo(box.left + (box.width * Number(x)) / 100, box.top + (box.height * Number(y)) / 100);
  }
  return path;
}

const SHADOW = /(rgba?\(.*?\)) (-?[\d.]+)px (-?[\d.]+)px 0px (-?[\d.]+)px/g;

/**
 * Paints the shadows, the ground and the edges of a box.
 * @param {CanvasRenderingContext2D} pen
 * @param {DOMRect} box
 * @param {CSSStyleDeclaration} style
 */
function paintBox(pen, box, style) {
  const round = style.borderTopLeftRadius;
  const radius = parseFloat(round) * (round.endsWith("%") ? box.width / 100 : 1);
  for (const [, colour, right, down, grown] of [...style.boxShadow.matchAll(SHADOW)].reverse()) {
    pen.fillStyle = colour;
    pen.fill(rounded(box, radius, ...[grown, right, down].map(Number)));
  }
  pen.fillStyle = style.backgroundColor;
  pen.fill(rounded(box, radius));
  if (style.backgroundImage !== "none") paintWaves(pen, box, radius, style);
  edge(pen, style.borderTopStyle, style.borderTopWidth, style.borderTopColor, (wide) => rounded(box, radius, -wide / 2));
  edge(pen, style.outlineStyle, style.outlineWidth, style.outlineColor,
    (wide) => rounded(box, radius, parseFloat(style.outlineOffset) + wide / 2));
}

/**
 * @param {CanvasRenderingContext2D} pen
 * @param {string} kind
 * @param {string} width
 * @param {string} colour
 * @param {(width: number) => Path2D} path
 */
function edge(pen, kind, width, colour, path) {
  const wide = parseFloat(width);
  if (kind === "none" || !wide) return;
  pen.setLineDash(kind === "dashed" ? [3 * wide, 3 * wide] : []);
  Object.assign(pen, { lineWidth: wide, strokeStyle: colour });
  pen.stroke(path(wide));
}

/**
 * Paints the back of a card: rows of waves.
 * @param {CanvasRenderingContext2D} pen
 * @param {DOMRect} box
 * @param {number} radius
 * @param {CSSStyleDeclaration} style
 */
function paintWaves(pen, box, radius, style) {
  const [line, ground] = new Set(style.backgroundImage.match(/rgb\(.*?\)/g));
  const unit = box.width * 0.13;
  pen.save();
  pen.fillStyle = ground;
  pen.fill(rounded(box, radius));
  pen.clip(rounded(box, radius));
  pen.beginPath();
  for (let y = box.top + unit; y < box.bottom + unit; y += unit) {
    for (let x = box.left + unit; x < box.right + unit; x += 2 * unit) {
      for (const size of [0.36, 0.72]) {
        pen.moveTo(x - unit * size, y);
        pen.arc(x, y, unit * size, Math.PI, 0);
      }
    }
  }
  Object.assign(pen, { lineWidth: unit * 0.12, strokeStyle: line });
  pen.stroke();
  pen.restore();
}

/**
 * @param {CanvasRenderingContext2D} pen
 * @param {CSSStyleDeclaration} style
 */
function takeFont(pen, { fontStyle, fontWeight, fontSize, fontFamily, letterSpacing, direction }) {
  pen.font = `${fontStyle} ${fontWeight} ${fontSize} ${fontFamily}`;
  pen.letterSpacing = letterSpacing === "normal" ? "0px" : letterSpacing;
  pen.direction = /** @type {CanvasDirection} */ (direction);
}

/**
 * Paints a text line by line, as far as `end`.
 * @param {CanvasRenderingContext2D} pen
 * @param {Text} node
 * @param {CSSStyleDeclaration} style
 * @param {number} end
 */
function paintText(pen, node, style, end) {
  const range = document.createRange();
  takeFont(pen, style);
  pen.fillStyle = style.color;
  const last = end - pen.measureText("…").width;
  /** @type {{ text: string, left: number, right: number, top: number, height: number }[]} */
  const lines = [];
  let at = 0;
  for (const letter of node.data) {
    range.setStart(node, at);
    range.setEnd(node, at += letter.length);
    const { left, right, top, height } = range.getBoundingClientRect();
    const line = lines.at(-1);
    if (!height) continue;
    if (!line || Math.abs(line.top - top) > SAME_LINE) lines.push({ text: letter, left, right, top, height });
    else if (right > last && end < Infinity) {
      line.text += "…";
      line.right = end;
      break;
    } else {
      line.text += letter;
      line.left = Math.min(line.left, left);
      line.right = Math.max(line.right, right);
    }
  }
  for (const { text, left, right, top, height } of lines) {
    const { fontBoundingBoxAscent: up, fontBoundingBoxDescent: down } = pen.measureText(text);
    pen.fillText(text, left, top + (height + up - down) / 2, Math.max(right - left + 1, 1));
  }
}

/**
 * Paints a drawing: outlines, and runs of text.
 * @param {CanvasRenderingContext2D} pen
 * @param {SVGElement} drawing
 */
function paintDrawing(pen, drawing) {
  for (const part of all("path, circle, rect, tspan", drawing)) {
    const style = getComputedStyle(part);
    const { a, b, c, d, e, f } = part.getScreenCTM();
    pen.save();
    pen.globalAlpha *= Number(style.opacity);
    pen.transform(a, b, c, d, e, f);
    if (part.localName === "tspan") paintRun(pen, part, style);
    else paintOutline(pen, outlineOf(part), style);
    pen.restore();
  }
}

/** @param {any} part */
function outlineOf(part) {
  if (part.localName === "path") return new Path2D(part.getAttribute("d"));
  const { x, y, width, height } = part.getBBox();
  return rounded({ left: x, top: y, width, height }, part.localName === "circle" ? width / 2 : Number(part.getAttribute("rx")));
}

/**
 * @param {CanvasRenderingContext2D} pen
 * @param {Path2D} path
 * @param {CSSStyleDeclaration} style
 */
function paintOutline(pen, path, style) {
  if (style.stroke !== "none") {
    Object.assign(pen, {
      strokeStyle: style.stroke, lineWidth: parseFloat(style.strokeWidth), lineJoin: style.strokeLinejoin, lineCap: style.strokeLinecap,
    });
    pen.stroke(path);
  }
  if (style.fill === "none") return;
  pen.globalAlpha *= Number(style.fillOpacity);
  pen.fillStyle = style.fill;
  pen.fill(path);
}

/**
 * @param {CanvasRenderingContext2D} pen
 * @param {any} run
 * @param {CSSStyleDeclaration} style
 */
function paintRun(pen, run, style) {
  takeFont(pen, style);
  pen.fillStyle = style.fill;
  if (run.textContent) pen.fillText(run.textContent, run.getBBox().x, run.getStartPositionOfChar(0).y, run.getBBox().width + 1);
}
