// A fair deal: whether the cards of the record follow from its seed, and the seed is the one that was
// promised. docs/notation.md, "Chance", has the steps.

import { dealt } from "./deal.ts";
import { data, UNKNOWN } from "./lines.ts";
import { subscribe } from "./now.ts";
import { at, make, put, t } from "./words.ts";

// What was said is said again in the language that the reader chooses.
subscribe("language", () => at("#dealt p") && checkDeal());

/** Deals again, and says what that proves. */
export async function checkDeal() {
  const { seed, commit, decks = [], events = [] } = data.deal;
  const said = [];
  if (!seed) said.push(t("deal_no_seed", { commit }));
  else {
    const { wrong, unknown } = compared(seed, decks, events);
    const own = commit && await commitmentOf(seed);
    if (!wrong.length) said.push(t(own && commit === own ? "deal_promised" : "deal_follows", { commit }));
    if (commit && commit !== own) said.push(t(own ? "deal_broken" : "deal_insecure", { commit: own }));
    said.push(...wrong.map((difference) => t("deal_differs", difference)));
    if (unknown) said.push(t("deal_unknown", { n: unknown }));
  }
  put(at("#dealt"), said.map((sentence) => make("p", sentence)));
}

/** The first card of each event that is not what the seed gives, and how many cards nobody knows. */
function compared(seed: string, decks: string[], events: [string, number, string][]) {
  const wrong = [];
  let unknown = 0;
  for (const [label, deck, outcome] of events) {
    const cards = outcome.split(" ");
    const given = dealt(seed, label, decks[deck].split(" "), cards.length);
    const place = cards.findIndex((card, at) => card !== UNKNOWN && card !== given[at]);
    if (place >= 0) wrong.push({ label, n: place + 1, card: cards[place], other: given[place] });
    unknown += cards.filter((card) => card === UNKNOWN).length;
  }
  return { wrong, unknown };
}

/** What promises a seed: its SHA-256; "" where the browser has none, which is so on http. */
async function commitmentOf(seed: string) {
  if (!crypto.subtle) return "";
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(seed)));
  return `sha256:${[...digest].map((byte) => byte.toString(16).padStart(2, "0")).join("")}`;
}
