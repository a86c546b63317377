// The archive: what was played in all matches of the site by those who faced what is faced at the
// shown move, loaded when its tab is opened. What a seat faced tells of its hand, so only that seat
// and ALL see it.

import { ALL, data, main } from "./lines.ts";
import { decided, now, subscribe } from "./now.ts";
import { about, at, make, put, t, word } from "./words.ts";
import { shard } from "./shards.ts";

/** Characters of each ply in `faced`, as `kifu.site.website.situations` writes them: those of the
 * key, then those of the kind of move. */
const KEY = 16, EACH = 18;
const { situations } = data;
let turn = 0;
/** By situation what was played in it: each kind of move, how often, and how often it won. */
type Found = Record<string, number[][]>;

subscribe("still", showSituation);
subscribe("tab", showSituation);

/** Shows what was played in the situation of the shown move, if the tab is open. */
async function showSituation() {
  const box = at("#archive");
  if (!box || !situations || box.matches(".shut")) return;
  turn += 1;
  const own = turn, ply = decided();
  const { seat } = main.moments[ply];
  const here = situations.faced.slice(EACH * (ply - 1), EACH * ply);
  if (!ply || here.length < EACH) return say(box, "archive_start");
  if (now.viewer !== ALL && now.viewer !== seat) return say(box, about("archive_hidden", seat));
  const told = await found(here.slice(0, KEY), parseInt(here.slice(KEY), 16)).catch(() => t("archive_missing"));
  if (own === turn) say(box, told);
}

const say = (box: HTMLElement, told: Child) => put(box, typeof told === "string" ? make("p", t(told)) : told);

/** What was played in a situation, where `played` is the kind of move that was played here. */
async function found(key: string, played: number): Promise<Child> {
  const path = (situations as NonNullable<PageData["situations"]>).at;
  const { digits, version, kinds, found } = await shard<{ digits: number; version: string; kinds: string[][]; found: Found }>(path);
  const held = digits ? await shard<Found>(`${path}-${key.slice(0, digits)}`, version) : found;
  const rows = held[key] ?? [];
  if (!rows.flat().every(Number.isInteger)) throw new TypeError(key);
  if (!rows.length) return t("archive_few");
  const times = rows.reduce((sum, [, many]) => sum + many, 0);
  const head = ["archive_kind", "archive_played", "archive_won"].map((name) => make("th", { scope: "col" }, t(name)));
  return [
    make("p", t("archive_of", { n: times.toLocaleString(now.language) })),
    make("table", make("thead", make("tr", head)), make("tbody", rows.map(([kind, many, ...won]) => make(
      kind === played ? "tr.played" : "tr",
      make("th", { scope: "row" }, kind ? word(kinds[kind - 1]) : t("archive_other"), kind === played && make("span", { title: t("archive_this") }, " ●")),
      make("td", percent(many / times)), make("td", ...shareWords(won)),
    )))),
    make("p.small", t("archive_hint")),
  ];
}

const percent = (share: number) => `${(100 * share).toFixed(0)}\u00a0%`;

/** A share of the win with its interval, from thousandths; a dash where too few played so. */
function shareWords([share, low, high]: number[]) {
  if (high === undefined) return ["–"];
  return [make("b", percent(share / 1000)), " ", make("small", `${(low / 10).toFixed(0)}–${(high / 10).toFixed(0)}`)];
}
