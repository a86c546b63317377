// Room: where the middle and the seats lie on the felt, and how large cards can be so that all the zones of a place have
// room for the most they hold. It depends on the window, the number of seats and who looks.

const GAP = 8;
/** How high a strip is with its score below the name. */
export const TALL = 46;
/** A felt that is lower than this has no room for seats above and below the middle, on a phone, where their cards have several lines, and elsewhere. */
const LOW = [400, 230];

/** How the seats lie: around the middle, or as strips that unfold, below it or beside it. */
function arrangement(count: number, wide: number, high: number): "ring" | "side" | "stack" {
  if ((count < 3 && high >= LOW[Number(wide > 480)]) || (wide >= (count > 6 ? 860 : 640) && high >= (count > 6 ? 500 : 330))) return "ring";
  return wide > high * 1.15 ? "side" : "stack";
}

/**
 * The ways in which `count` seats and the middle can share the felt: boxes for the seats in clockwise
 * order from the one at the bottom, and for the middle; `zones` is how many zones a
 * seat has, `some` how many seats have a strip where one unfolds, `each` how wide that is at least with its score below the name, and `apart` is other than 0 where a part of the middle may lie beside it.
 */
export function ways(count: number, wide: number, high: number, zones: number, some: number, each: number, apart: number): Regions[] {
  const kind = arrangement(count, wide, high);
  if (kind === "stack") return [78, 94, 110, 135, 160, 190, 220].filter((open, nth) => !nth || open <= high * 0.5).map((open) => ({ kind, ...below(count, wide, high, { open, some, each }) }));
  if (kind === "side") return [0.27, 0.32, 0.36, 0.42].map((share) => ({ kind, ...beside(count, wide, high, { share, some }) }));
  const narrow = count > 2 && zones < 3;
  const asides = count < 4 ? [0] : [0.2, 0.232, 0.26, 0.29, 0.32];
  return [0.12, 0.145, 0.17, 0.195, 0.22, 0.25, 0.27, 0.29, 0.31, 0.33, 0.37, 0.41].flatMap((share) => [0.5, 0.65, 0.8, 0.95, 1.1].flatMap((ratio) =>
    asides.map((aside) => ({ kind, ...ring(count, wide, high, { share, ratio, aside, narrow, apart }) }))));
}

const boxOf = (x: number, y: number, w: number, h: number) => ({ x: Math.round(x), y: Math.round(y), w: Math.round(w), h: Math.round(h) });

/**
 * Seats around the middle, and a corner where nobody is: the one at the bottom has a `share` of the height, those at the top that in
 * a `ratio`, those at the sides a part of the width; `narrow` is whether one at the top needs little, `apart` is not 0 where a part of the middle may lie beside it.
 */
function ring(count: number, wide: number, high: number, parts: { share: number; ratio: number; aside: number; narrow: boolean; apart: number }) {
  const sides = count < 4 ? 0 : count < 7 ? 1 : count < 9 ? 2 : 3;
  const tops = count - 1 - 2 * sides;
  const bottom = Math.max(56, high * parts.share);
  const top = Math.max(52, high * parts.share * parts.ratio);
  const [w, lane] = [wide - 2 * GAP, sides ? Math.min(34, wide * 0.03) : 0];
  const aside = sides ? Math.max(150, w * parts.aside) : 0;
  const y = 2 * GAP + top;
  const h = high - y - bottom - 2 * GAP;
  const beside = parts.apart && !sides && wide > 640 ? Math.max(210, h * 0.8) : 0;
  const middle = boxOf(GAP + aside + lane, y + 3, w - 2 * (aside + lane) - beside, h - 6);
  const each = (w - GAP * (tops - 1)) / tops;
  const narrow = tops === 1 && sides && parts.narrow ? Math.min(w, Math.max(w * 0.6, 380)) : 0;
  const slot = (h + GAP) / (sides || 1);
  const seats = [
    boxOf(GAP, high - GAP - bottom, w, bottom),
    ...Array.from({ length: sides }, (_, nth) => boxOf(GAP, y + slot * (sides - 1 - nth), aside, slot - GAP)),
    ...Array.from({ length: tops }, (_, nth) => (narrow
      ? boxOf(GAP + (w - narrow) / 2, GAP, narrow, top) : boxOf(GAP + nth * (each + GAP), GAP, each, top))),
    ...Array.from({ length: sides }, (_, nth) => boxOf(GAP + w - aside, y + slot * nth, aside, slot - GAP)),
  ];
  const corner = narrow ? boxOf(GAP + (w + narrow) / 2 + 2 * GAP, 4, (w - narrow) / 2 - 2 * GAP, top) : boxOf(2 * GAP + w - beside, y, beside - GAP, h);
  return { middle, seats, corner, unfold: null };
}

/**
 * Strips of some seats above the middle, in one line where each has the room it wants with its score below the name, else in two
 * columns, and below the middle the seat that is unfolded, which is `open` high.
 */
function below(count: number, wide: number, high: number, { open, some, each }: { open: number; some: number; each: number }) {
  const w = wide - 2 * GAP + 4;
  const line = some * (each + 4) <= w && some;
  const columns = line || 2;
  const rows = Math.ceil(some / columns);
  const strip = line ? TALL : (rows > 3 ? 30 : 40) * (high < 400 ? 0.75 : 1);
  const strips = rows * (strip + 4);
  const middle = boxOf(GAP, GAP + strips, w - 4, high - strips - open - 2 * GAP - 6);
  const seats = Array.from({ length: count }, (_, nth) =>
    boxOf(GAP + (nth % columns) * (w / columns), GAP + Math.floor(nth / columns) * (strip + 4), w / columns - 4, strip));
  return { middle, seats, corner: null, unfold: boxOf(GAP, high - open - GAP, w - 4, open) };
}

/**
 * Strips of some seats at the side of the middle, the seat that is unfolded below both, with a `share` of the height.
 */
function beside(count: number, wide: number, high: number, { share, some }: { share: number; some: number }) {
  const columns = count > 5 ? 2 : 1;
  const w = wide - 2 * GAP;
  const aside = Math.max(columns > 1 ? 252 : 156, w * (columns > 1 ? 0.5 : 0.3));
  const open = Math.max(60, high * share);
  const rows = Math.ceil(count / columns);
  const strip = Math.min(46, (high - open - 2 * GAP) / rows);
  const middle = boxOf(GAP, 6, some ? w - aside - 20 : w, high - open - GAP - 16);
  const unfold = boxOf(GAP, high - open - 4, w, open);
  const seats = Array.from({ length: count }, (_, nth) => boxOf(
    GAP + w - aside + Math.floor(nth / rows) * (aside / columns), 6 + (nth % rows) * strip,
    aside / columns - 4, strip - 4));
  return { middle, seats, corner: null, unfold };
}

const TITLE = 16;
/** Between lines of cards. */
const BETWEEN_LINES = 4;
/** Cards narrower than this can't be read. */
const LEAST = 18;
/** Between cards, in their widths; less than 0 where a card lies below the next one, as far as this. */
const APART = 0.07;
const BELOW = -0.28;
/** How far a fan opens where there is room, the widest first. */
const SPREADS = [APART, -0.06, -0.12, -0.2, BELOW];

/** Groups are in lines as wide as this part of their box, so that a hand can be beside them. */
const PARTS = [1, 0.7, 0.6, 0.5];

/** The longest line and the number of lines that groups take in a room, each a fan with its number before it. */
function linesOf(groups: number[][], unit: number, wide: number) {
  const step = unit * (1 + BELOW);
  let [w, rows] = [0, 1];
  for (const sizes of groups) {
    let [x, line] = [0, 1];
    for (const size of sizes) {
      const long = size * step - unit * BELOW + 13;
      if (x && x + long > wide) [x, line] = [0, line + 1];
      w = Math.max(w, x + long);
      x += long + unit * 0.22 + 1;
    }
    rows = Math.max(rows, line);
  }
  return { w, rows };
}

/** The room that a zone takes with cards of a width, in a box so wide; a fan has this `spread`. */
function blockOf(zone: Wanted, unit: number, wide: number, spread: number): Block {
  const { groups, count, lead, straight, tall = 1.25, least, titled } = zone;
  const fan = groups.length ? BELOW : zone.fan ? spread : 0;
  const gap = fan < 0 ? Math.ceil(unit * fan) : Math.max(2, Math.round(unit * APART));
  const room = straight ? count : Math.floor((wide - lead + gap) / (unit + gap));
  const columns = Math.max(1, Math.min(count, room));
  const found = groups.length ? linesOf(groups, unit, wide) : { w: lead + columns * (unit + gap) - gap, rows: Math.ceil(count / columns) };
  const { rows } = found;
  const w = Math.max(found.w, least);
  const h = Math.ceil(rows * unit * tall + (rows - 1) * BETWEEN_LINES) + (titled ? TITLE : 0);
  // Groups are as they are, and only a fan opens.
  return { w: Math.ceil(w), h, gap, unit, columns: groups.length ? 1 : gap < 0 ? columns : Infinity };
}

/**
 * Blocks one beside the other and, where a line is full, in the next one; null where a box is too
 * small for them.
 */
function flow(zones: Wanted[], size: number, { w, h }: Size, part: number, spread = BELOW): Placed[] | null {
  let [x, y, high] = [0, 0, 0];
  const placed = [];
  for (const zone of zones) {
    const block = blockOf(zone, Math.max(Math.min(size, LEAST), Math.floor(size * zone.scale)), zone.groups.length ? w * part : w, spread);
    if (x && x + block.w > w) [x, y, high] = [0, y + high + 5, 0];
    if (x + block.w > w + 0.5) return null;
    placed.push({ ...block, zone, x, y });
    x += block.w + Math.max(8, Math.round(size * 0.18));
    high = Math.max(high, block.h);
  }
  return y + high <= h + 0.5 ? placed : null;
}

/** The largest cards with which everything has its place, and the places; null where there are none. */
export function fit(zones: Wanted[], box: Size, largest: number): Placed[] | null {
  const parts = zones.some(({ groups }) => groups.length) ? PARTS : [1];
  const partAt = (size: number) => parts.find((part) => flow(zones, size, box, part));
  let size = largest;
  while (size > 1 && !partAt(size)) size -= size > 5 ? 4 : 1;
  while (size + 1 <= largest && partAt(size + 1)) size += 1; // not by halves: smaller cards may wrap worse
  const part = size > 1 && partAt(size);
  return (part && SPREADS.map((spread) => flow(zones, size, box, part, spread)).find(Boolean)) || null;
}

/** How large cards can be in a box; of zones with factors of their own, a card of factor 1. */
export function sizeOf(zones: Wanted[], box: Size, largest: number) {
  const [first] = fitNamed(zones, box, largest);
  return first ? first.unit / first.zone.scale : zones.length ? 0 : largest;
}

/** With cards narrower than this there is no room for titles. */
const NAMED = 28;

/** Fits zones with their titles, or without them where the cards have no room to spare. */
export function fitNamed(zones: Wanted[], box: Size, largest: number, least = NAMED): Placed[] {
  const named = fit(zones, box, largest);
  if (named && named[0]?.unit >= least) return named;
  const nameless = zones.map((zone) => ({ ...zone, titled: false, least: 0 }));
  return fit(nameless, box, largest) ?? named ?? [];
}
