// How a seed deals: docs/notation.md, "Chance", has the steps. Nothing here knows of a page.

const PREFIX = "shake256-1:";
/** The lanes of 64 bits that SHAKE-256 takes in and gives out at a time. */
const RATE = 17;
const WHOLE = (1n << 64n) - 1n;

/** The first cards of a deck as a seed shuffles it for an event (Fisher and Yates, from the front). */
export function dealt(seed: string, label: string, deck: string[], need: number) {
  const cards = [...deck];
  const words = shake256(`kifu/chance/1:${seed.slice(PREFIX.length)}:${label}`, Math.min(need, cards.length - 1));
  for (const [place, word] of words.entries()) {
    const other = place + Number((word * BigInt(cards.length - place)) >> 64n);
    [cards[place], cards[other]] = [cards[other], cards[place]];
  }
  return cards.slice(0, need);
}

/** The first words of 64 bits, little-endian, that SHAKE-256 makes of a text (FIPS 202). */
function shake256(text: string, count: number) {
  const bytes = [...new TextEncoder().encode(text), 0x1f];
  while (bytes.length % (8 * RATE)) bytes.push(0);
  bytes[bytes.length - 1] |= 0x80;
  const lanes = Array(25).fill(0n);
  for (let start = 0; start < bytes.length; start += 8 * RATE) {
    for (let at = 0; at < 8 * RATE; at++) lanes[at >> 3] ^= BigInt(bytes[start + at]) << BigInt(8 * (at & 7));
    permute(lanes);
  }
  const words = lanes.slice(0, RATE);
  while (words.length < count) {
    permute(lanes);
    words.push(...lanes.slice(0, RATE));
  }
  return words.slice(0, count);
}

const turned = (lane: bigint, by: number) => ((lane << BigInt(by)) | (lane >> BigInt(64 - by))) & WHOLE;

/** Keccak-f[1600]: lane 5 y + x is that of column x and row y. */
function permute(lanes: bigint[]) {
  let register = 1;
  for (let round = 0; round < 24; round++) {
    const columns = [0, 1, 2, 3, 4].map((x) => lanes[x] ^ lanes[x + 5] ^ lanes[x + 10] ^ lanes[x + 15] ^ lanes[x + 20]);
    for (let at = 0; at < 25; at++) lanes[at] ^= columns[(at + 4) % 5] ^ turned(columns[(at + 1) % 5], 1);
    let [x, y, moved] = [1, 0, lanes[1]];
    for (let step = 1; step < 25; step++) {
      [x, y] = [y, (2 * x + 3 * y) % 5];
      const place = 5 * y + x;
      [moved, lanes[place]] = [lanes[place], turned(moved, ((step * (step + 1)) / 2) % 64)];
    }
    for (let row = 0; row < 25; row += 5) {
      const old = lanes.slice(row, row + 5);
      for (let x = 0; x < 5; x++) lanes[row + x] = old[x] ^ (~old[(x + 1) % 5] & WHOLE & old[(x + 2) % 5]);
    }
    // The constant of the round: bits at 0, 1, 3, 7, ... 63 from a shift register of 8 bits.
    for (let bit = 0; bit < 7; bit++) {
      if (register & 1) lanes[0] ^= 1n << BigInt(2 ** bit - 1);
      register = (register << 1) ^ (register >> 7 ? 0x171 : 0);
    }
  }
}
