// A fair deal: whether the cards of the record follow from its seed, and the seed is the one that was
// promised. docs/notation.md, "Chance", has the steps.

import { data } from "./lines.js";
import { subscribe } from "./now.js";
import { at, make, put, t } from "./words.js";

const PREFIX = "shake256-1:";
const UNKNOWN = "_";
/** The lanes of 64 bits that SHAKE-256 takes in and gives out at a time. */
const RATE = 17;
const WHOLE = (1n << 64n) - 1n;

// What was said is said again in the language that the reader chooses.
subscribe("language", () => at("#dealt p") && checkDeal());

/** Deals again, and says what that proves. */
export function checkDeal() {
  const { seed, commit, decks = [], events = [] } = data.deal;
  const said = [];
  if (!seed) said.push(t("deal_no_seed", { commit }));
  else {
    const [wrong, unknown] = compared(seed, decks, events);
    const own = `sha256:${sha256(seed)}`;
    if (!wrong.length) said.push(t(commit === own ? "deal_promised" : "deal_follows", { commit }));
    if (commit && commit !== own) said.push(t("deal_broken", { commit: own }));
    said.push(...wrong.map((difference) => t("deal_differs", difference)));
    if (unknown) said.push(t("deal_unknown", { n: unknown }));
  }
  put(at("#dealt"), said.map((sentence) => make("p", sentence)));
}

/**
 * The first card of each event that is not what the seed gives, and how many cards nobody knows.
 * @param {string} seed
 * @param {string[]} decks
 * @param {[string, number, string][]} events
 * @returns {[{ label: string, n: number, card: string, other: string }[], number]}
 */
function compared(seed, decks, events) {
  const wrong = [];
  let unknown = 0;
  for (const [label, deck, outcome] of events) {
    const cards = outcome.split(" ");
    const given = dealt(seed, label, decks[deck].split(" "), cards.length);
    const place = cards.findIndex((card, at) => card !== UNKNOWN && card !== given[at]);
    if (place >= 0) wrong.push({ label, n: place + 1, card: cards[place], other: given[place] });
    unknown += cards.filter((card) => card === UNKNOWN).length;
  }
  return [wrong, unknown];
}

/**
 * The first cards of a deck as a seed shuffles it for an event (Fisher and Yates, from the front).
 * @param {string} seed
 * @param {string} label
 * @param {string[]} deck
 * @param {number} need
 */
export function dealt(seed, label, deck, need) {
  const cards = [...deck];
  const words = shake256(`kifu/chance/1:${seed.slice(PREFIX.length)}:${label}`, Math.min(need, cards.length - 1));
  for (const [place, word] of words.entries()) {
    const other = place + Number((word * BigInt(cards.length - place)) >> 64n);
    [cards[place], cards[other]] = [cards[other], cards[place]];
  }
  return cards.slice(0, need);
}

/**
 * The first words of 64 bits, little-endian, that SHAKE-256 makes of a text (FIPS 202).
 * @param {string} text
 * @param {number} count
 */
export function shake256(text, count) {
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

/**
 * @param {bigint} lane
 * @param {number} by
 */
const turned = (lane, by) => ((lane << BigInt(by)) | (lane >> BigInt(64 - by))) & WHOLE;

/**
 * Keccak-f[1600]: lane 5 y + x is that of column x and row y.
 * @param {bigint[]} lanes
 */
function permute(lanes) {
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

/**
 * SHA-256 of a text, in hex (FIPS 180-4).
 * @param {string} text
 */
export function sha256(text) {
  const bytes = [...new TextEncoder().encode(text), 0x80];
  const bits = 8 * (bytes.length - 1);
  while (bytes.length % 64 !== 60) bytes.push(0);
  bytes.push(bits >>> 24, (bits >>> 16) & 255, (bits >>> 8) & 255, bits & 255);
  const hash = firstPrimes(8).map((prime) => fraction(Math.sqrt(prime)));
  const keys = firstPrimes(64).map((prime) => fraction(Math.cbrt(prime)));
  for (let start = 0; start < bytes.length; start += 64) addBlock(hash, keys, bytes.slice(start, start + 64));
  return hash.map((word) => (word >>> 0).toString(16).padStart(8, "0")).join("");
}

/** @param {number} number */
const fraction = (number) => Math.floor((number % 1) * 2 ** 32) | 0;
/**
 * @param {number} word
 * @param {number} by
 */
const rotated = (word, by) => (word >>> by) | (word << (32 - by));

/** @param {number} count */
function firstPrimes(count) {
  /** @type {number[]} */
  const primes = [];
  for (let number = 2; primes.length < count; number++) {
    if (primes.every((prime) => number % prime)) primes.push(number);
  }
  return primes;
}

/**
 * @param {number[]} hash
 * @param {number[]} keys
 * @param {number[]} block
 */
function addBlock(hash, keys, block) {
  /** @type {number[]} */
  const words = [];
  let [a, b, c, d, e, f, g, h] = hash;
  for (const [at, key] of keys.entries()) {
    if (at < 16) words.push((block[4 * at] << 24) | (block[4 * at + 1] << 16) | (block[4 * at + 2] << 8) | block[4 * at + 3]);
    else {
      const [early, late] = [words[at - 15], words[at - 2]];
      words.push((words[at - 16] + words[at - 7] + (rotated(early, 7) ^ rotated(early, 18) ^ (early >>> 3))
        + (rotated(late, 17) ^ rotated(late, 19) ^ (late >>> 10))) | 0);
    }
    const first = (h + (rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25)) + ((e & f) ^ (~e & g)) + key + words[at]) | 0;
    const second = ((rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + second) | 0];
  }
  for (const [place, word] of [a, b, c, d, e, f, g, h].entries()) hash[place] = (hash[place] + word) | 0;
}
