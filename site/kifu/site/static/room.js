// Room: where the middle and the seats lie on the felt. It depends on the window, the number of
// seats and who looks, and on nothing that happens in the match.

const GAP = 8;

/**
 * How the seats lie: around the middle, or as strips that unfold, below it or beside it.
 * @param {number} count
 * @param {number} wide
 * @param {number} high
 * @returns {"ring" | "side" | "stack"}
 */
function arrangement(count, wide, high) {
  if (count < 3 || (wide >= 640 && high >= 330)) return "ring";
  return wide > high * 1.15 ? "side" : "stack";
}

/**
 * Boxes for `count` seats in clockwise order from the one at the bottom, and for the middle;
 * `lines` is how many lines of cards a seat needs, `zones` how many zones it has.
 * @param {number} count
 * @param {number} wide
 * @param {number} high
 * @param {number} lines
 * @param {number} zones
 * @returns {Regions}
 */
export function regions(count, wide, high, lines, zones) {
  const kind = arrangement(count, wide, high);
  return { kind, ...{ ring, side: beside, stack: below }[kind](count, wide, high, lines, zones) };
}

/**
 * @param {number} x
 * @param {number} y
 * @param {number} w
 * @param {number} h
 * @returns {Box}
 */
const boxOf = (x, y, w, h) => ({ x: Math.round(x), y: Math.round(y), w: Math.round(w), h: Math.round(h) });

/**
 * @param {number} count
 * @param {number} wide
 * @param {number} high
 * @param {number} lines
 * @param {number} zones
 */
function ring(count, wide, high, lines, zones) {
  const sides = count < 4 ? 0 : count < 7 ? 1 : count < 9 ? 2 : 3;
  const tops = count - 1 - 2 * sides;
  const slim = wide < 640 ? 1 : 0;
  const bottom = Math.max(56, high * (0.17 + (lines > 1 ? 0.02 + 0.08 * slim : 0)));
  const top = Math.max(52, high * (0.16 + (lines > 1 ? 0.01 + (tops > 1 ? 0.08 : 0.08 * slim) : 0)));
  const [w, lane] = [wide - 2 * GAP, sides ? Math.min(34, wide * 0.03) : 0];
  const aside = sides ? Math.max(150, w * (zones > 2 ? 0.26 : 0.232)) : 0;
  const y = 2 * GAP + top;
  const h = high - y - bottom - 2 * GAP;
  const middle = boxOf(GAP + aside + lane, y + 14, w - 2 * (aside + lane), h - 26);
  const each = (w - GAP * (tops - 1)) / tops;
  const narrow = tops === 1 && sides && lines === 1 && zones < 3 ? Math.min(w, Math.max(w * 0.6, 380)) : 0;
  const slot = (h + GAP) / (sides || 1);
  const seats = [
    boxOf(GAP, high - GAP - bottom, w, bottom),
    ...Array.from({ length: sides }, (_, nth) => boxOf(GAP, y + slot * (sides - 1 - nth), aside, slot - GAP)),
    ...Array.from({ length: tops }, (_, nth) => (narrow
      ? boxOf(GAP + (w - narrow) / 2, GAP, narrow, top) : boxOf(GAP + nth * (each + GAP), GAP, each, top))),
    ...Array.from({ length: sides }, (_, nth) => boxOf(GAP + w - aside, y + slot * nth, aside, slot - GAP)),
  ];
  return { middle, seats, unfold: null };
}

/**
 * Strips in two columns below the middle and the seat that is unfolded.
 * @param {number} count
 * @param {number} wide
 * @param {number} high
 * @param {number} lines
 * @param {number} zones
 */
function below(count, wide, high, lines, zones) {
  const rows = Math.ceil(count / 2);
  const strip = rows > 3 ? 30 : 40;
  const w = wide - 2 * GAP;
  const strips = rows * (strip + 4);
  const open = Math.min(zones < 3 && lines < 2 ? 86 : 190, (high - strips) * (lines > 1 ? 0.5 : 0.36));
  const middle = boxOf(GAP, GAP, w, high - strips - open - 3 * GAP - 6);
  const unfold = boxOf(GAP, high - strips - open - GAP, w, open);
  const half = (w - 4) / 2;
  const seats = Array.from({ length: count }, (_, nth) =>
    boxOf(GAP + (nth % 2) * (half + 4), high - strips - 4 + Math.floor(nth / 2) * (strip + 4), half, strip));
  return { middle, seats, unfold };
}

/**
 * Strips at the side of the middle, the seat that is unfolded below both.
 * @param {number} count
 * @param {number} wide
 * @param {number} high
 * @param {number} lines
 */
function beside(count, wide, high, lines) {
  const columns = count > 5 ? 2 : 1;
  const w = wide - 2 * GAP;
  const aside = Math.max(132 * columns, w * (columns > 1 ? 0.42 : 0.3));
  const open = Math.max(60, high * (lines > 1 ? 0.36 : 0.27));
  const rows = Math.ceil(count / columns);
  const strip = Math.min(46, (high - open - 2 * GAP) / rows);
  const middle = boxOf(GAP, 6, w - aside - 20, high - open - GAP - 16);
  const unfold = boxOf(GAP, high - open - 4, w, open);
  const seats = Array.from({ length: count }, (_, nth) => boxOf(
    GAP + w - aside + Math.floor(nth / rows) * (aside / columns), 6 + (nth % rows) * strip,
    aside / columns - 4, strip - 4));
  return { middle, seats, unfold };
}
