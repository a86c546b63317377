// Fit: how large cards can be so that all the zones of a place have room for the most they hold.

const TITLE = 16;
/** Between lines of cards. */
const LINE = 4;
/** Cards narrower than this can't be read. */
const LEAST = 18;
/** Of a card in a fan, this much lies below the next one. */
const BELOW = 0.28;

/** The room that a zone takes with cards of a width, in a box so wide. */
function blockOf(zone: Wanted, unit: number, wide: number): Block {
  if (zone.groups) return blockOfGroups(zone, unit, wide);
  const gap = zone.fan ? -Math.floor(unit * BELOW) : Math.max(2, Math.round(unit * 0.07));
  const lead = zone.lead ?? 0;
  const room = zone.straight ? zone.count : Math.floor((wide - lead + gap) / (unit + gap));
  const columns = Math.max(1, Math.min(zone.count, room));
  const rows = Math.ceil(zone.count / columns);
  const w = Math.max(lead + columns * (unit + gap) - gap, zone.least ?? 0);
  const h = Math.ceil(rows * unit * 1.25 + (rows - 1) * LINE) + (zone.titled ? TITLE : 0);
  return { w: Math.ceil(w), h, gap, unit, columns };
}

/** The same for groups, each a fan with its number before it; a group is not parted. */
function blockOfGroups({ groups, largest, titled, least = 0 }: Wanted, unit: number, wide: number): Block {
  const gap = -Math.floor(unit * BELOW);
  const each = largest * (unit + gap) - gap + 13 + unit * 0.22;
  const columns = Math.max(1, Math.min(groups, Math.floor((wide + 4) / each)));
  const rows = Math.ceil(groups / columns);
  const h = Math.ceil(rows * unit * 1.25 + (rows - 1) * LINE) + (titled ? TITLE : 0);
  return { w: Math.ceil(Math.max(columns * each, least)), h, gap, unit, columns };
}

/**
 * Blocks one beside the other and, where a line is full, in the next one; null where a box is too
 * small for them, unless they are `pressed` in.
 */
function flow(zones: Wanted[], size: number, { w, h }: Size, pressed = false): Placed[] | null {
  let [x, y, high] = [0, 0, 0];
  const placed = [];
  for (const zone of zones) {
    const block = blockOf(zone, Math.max(Math.min(size, LEAST), Math.floor(size * zone.scale)), w);
    if (x && x + block.w > w) [x, y, high] = [0, y + high + 5, 0];
    if (!pressed && x + block.w > w + 0.5) return null;
    placed.push({ ...block, zone, x, y });
    x += block.w + Math.max(8, Math.round(size * 0.18));
    high = Math.max(high, block.h);
  }
  return pressed || y + high <= h + 0.5 ? placed : null;
}

/** The largest cards with which everything has its place, and the places; null where there are none. */
function fit(zones: Wanted[], box: Size, largest: number): Placed[] | null {
  for (let size = largest; size > 9; size -= 1) {
    const placed = flow(zones, size, box);
    if (placed) return placed;
  }
  return null;
}

const nameless = (zones: Wanted[]) => zones.map((zone) => ({ ...zone, titled: false, least: 0 }));

/** How large cards can be in a box; of zones with factors of their own, a card of factor 1. */
export function sizeOf(zones: Wanted[], box: Size, largest: number) {
  const [first] = fitNamed(zones, box, largest);
  return first ? first.unit / first.zone.scale : largest;
}

/**
 * Fits zones with their titles, or without them where there is no room for titles on cards that can be read.
 */
export function fitNamed(zones: Wanted[], box: Size, largest: number): Placed[] {
  const named = fit(zones, box, largest);
  if (named && named[0]?.unit >= LEAST) return named;
  return fit(nameless(zones), box, largest) ?? named ?? flow(nameless(zones), 9, box, true) ?? [];
}
