// What the scripts of a replay page hand to one another. docs/inside/page.md says what the data mean.

type Fact = string | number;
type Facts = Record<string, Fact>;
/** What an element gets as children: what is false is left out, also 0 and "". */
type Child = Node | string | number | boolean | null | undefined | readonly Child[];

type Pattern = (string | number)[];

/** A step as the data have it: `moved` is by turns cards and the way that they go. */
type ToldStep = [moved?: (string | number)[], seat?: number, facts?: Facts, apart?: [number, Facts][], kind?: string];

/** A moment as the data have it, by names (`kifu.site.content.moments.ToldMoment`). A sentence is the place of its pattern and what fills its blanks. */
interface ToldMoment {
  seat?: number;
  move?: string;
  said?: string;
  steps?: ToldStep[];
  late?: [mask: number, plies: number][];
  marks?: string[];
  scores?: number[];
  told?: string[];
  notes?: ShownNote[];
  lines?: ToldVariation[];
  veil?: string[];
  headline?: string;
  choice?: [count: number, before: string, between: string, ...cards: string[]];
}

/** What a move that was not played leads to: its sentence, its moments, and the next moves of its seat. */
type ToldCourse = [said: string | number, moments: (ToldMoment | number)[], ...next: ToldCourse[]];

/** What things are called, in each language. */
type Titles = Record<string, string[]>;

/** What pictures are made of, by the letter of its kind and where it lies, as kifu.site.page.drawn_in_page makes them. */
type Item = Panel | [kind: "c", x: number, y: number, width: number, token: string] | [kind: "b", x: number, y: number, number: number, ground: string]
  | [kind: "s", x: number, y: number, floor: number, colour: string, points: number[]]
  | [kind: "t", x: number, y: number, runs: Run[], anchor?: string, family?: string, length?: number];
type Panel = [kind: "p", x: number, y: number, width: number, height: number, radius: number, fill: string];
type Run = [words: string, size: number, colour: string, weight: number, spaces?: number, full?: string];

interface PageData {
  language: string;
  languages: string[];
  /** Keys of texts, and the texts in each language. */
  ui: string[][];
  viewers: number[];
  viewer: number;
  redacted: boolean;
  seats: string[];
  game: string;
  zones: [string, string, number, string[]][];
  facts: Titles;
  seatFacts: Titles;
  values: Record<string, Titles>;
  phases: Titles;
  /** The card of a common row that takes the others; 0 where none does. */
  takes: number;
  events: Titles;
  faces: [token: string, look: number, name: string, text?: string][];
  looks: [pips: number, pip: string, colour: number, badge: string, back: number][];
  names: Pattern[][];
  start: [zones: Record<string, string>, facts: Facts, apart: Record<number, [Record<string, string>, Facts]>];
  winners: number[];
  /** By seat: the first seat of its side. */
  sides: number[];
  turn: string;
  excerpt: [number, number];
  notes: ShownNote[];
  lines: ToldVariation[];
  moments: ToldMoment[];
  analysis: {
    judged?: [ply: number, sentences: string | number | (string | number)[], comment?: string][]; only?: number[]; chances?: [number, number[]][]; why?: [ply: number, option: number, said: string | number][]; byPoints?: boolean; doubtful?: number;
  };
  /** The other moves of each ply; the last ply that has them, if some lack them. */
  whatIfs: [[ply: number, ...ToldCourse[]][], through: number];
  /** The items of all pictures; the plies of the best and the worst decision; for each language what they say, and which items they have in each size. */
  picture: [Item[], number[], ...[said: string, ...places: number[][]][]];
  ways: [src: string, dst: string, index: number, was?: number, seen?: number, to?: number, back?: string][];
  phrases: Pattern[][];
  notation: ToldSlot[];
  record: string;
  deal: { seed?: string; commit?: string; decks?: string[]; events?: [label: string, deck: number, cards: string][] };
  /** Of the page of a problem: where the next one is, and why the move that was played is tempting. */
  problem?: { id: string, next: string, tempting: string[][] };
  /** On a site: the path of the shards of situations, and what was faced and played at each ply. */
  situations?: { at: string, faced: string };
}

/** A place of the record with its text and notes; or the first and the last of those of moves that have only marks. */
type ToldSlot = [place: string | number, text: string, ...notes: (ShownNote & { before?: string })[]] | [first: number, last: number];

type ToldVariation = [on: number, notes: ShownNote[], moments: ToldMoment[], reasons: string[]];

type Moment = ReturnType<typeof import("./lines.ts").moment> & { judged?: Judged };
type Step = Moment["steps"][number];
type Motion = Step["motions"][number];

interface ShownNote {
  glyph?: string;
  text?: string;
  lang?: string;
  by?: string;
  mark?: string;
  clk?: string;
  emt?: string;
  eval?: number[];
  hindsight?: boolean;
  played?: string;
}

interface Line {
  path: string;
  parent: Line | null;
  from: number;
  on: boolean | number;
  reasons: string[];
  moments: Moment[];
  last: number;
  whatIf?: OtherMove;
}

/** Attributes, or other traits, by name. */
type Looks = Record<string, unknown>;

/** The values of all seats after a ply. */
type Values = [ply: number, values: number[]];

/** A move that was not played: whose, its token, what the last move chosen is called in a list of
 * choices, and how many next moves its seat has. */
interface OtherMove {
  seat: number;
  token: string;
  words: string[];
  next: number;
}

type WhatIf = Line & { whatIf: OtherMove };
/** What there is of a what-if before it is shown. */
type Offered = Pick<WhatIf, "path" | "whatIf">;

/** A card on a drawn table: whose it was before it came, and the zone into which it has `left`, in a step of the ply. */
interface Entry {
  token: string;
  from?: number;
  left?: number;
  step?: number;
}

interface Gain {
  seat: number;
  out: number[];
  into: number;
}

/** A table: its cards, `known` facts, those that are shown at rest, and who has got something in the ply. */
interface Table {
  zones: Entry[][];
  facts: Facts;
  known: Facts;
  turn: Fact;
  gains: Gain[];
}

/** Of an answer whether it is right, and what is said of it: the key of the words and what is in them. */
type Verdict = [right: boolean, key: string, values: Looks];

interface Option {
  token: string;
  share: number;
  points: number;
  words: string[];
  /** What it loses against the best option, by what the game marks, and the standard error of that. */
  loss?: number;
  se?: number;
  /** What happens after it, why it is worse than the best option. */
  why?: string[];
}

interface Judged {
  ply: number;
  seat: number;
  glyph: string;
  loss: number;
  points: number;
  depends: boolean;
  options: Option[];
  played?: Option;
  /** Why that is worse than the best option, beside what happens after that. */
  reason?: string[];
}

interface ListEntry {
  element: HTMLElement;
  link: Part;
  line: Line;
  ply: number;
  told: HTMLElement[];
  said?: HTMLElement;
  /** All that the list has of a move: its marks, and the element. */
  listed?: HTMLElement[];
  text?: string;
}

interface Size {
  w: number;
  h: number;
}

interface Box extends Size {
  x: number;
  y: number;
}

interface Regions {
  kind: "ring" | "side" | "stack";
  middle: Box;
  seats: Box[];
  corner: Box | null;
  unfold: Box | null;
}

/** What a zone wants of a place: room for so many cards. */
interface Wanted {
  place: number;
  count: number;
  scale: number;
  fan?: boolean;
  titled?: boolean;
  /** What is beside the cards: in a seat its title before them, in a pile their number. */
  lead: number;
  /** How high a card is, in widths of it. */
  tall?: number;
  least: number;
  /** The sizes of its groups, in each way that there is. */
  groups: number[][];
  straight?: boolean;
}

/** What a seat has played to a trick, and what is laid on it: zones by their places. */
interface Played {
  nth: number;
  card: number;
  laid: number;
}

type Middle = ReturnType<typeof import("./middle.ts").middleWanted>;
type SeatWanted = ReturnType<typeof import("./seat.ts").seatWanted>;

interface Block extends Size {
  gap: number;
  unit: number;
  columns: number;
}

type Placed = Block & Box & { zone: Wanted };

/** An element of the page where the script looks for it, with what controls and dialogs have. */
type Part = {
  dataset: Record<string, string>;
  parentElement: Part;
  cloneNode(deep: boolean): Part;
  closest(selector: string): Part;
  /** What it shows, where that is not drawn again. */
  drawn?: string | null;
  /** How its cards lie where as many lie there as ever do. */
  fan?: Pick<Block, "unit" | "gap" | "columns"> & { step?: number };
} & HTMLInputElement & HTMLSelectElement & HTMLDialogElement & HTMLAnchorElement;

type Face = [
  text: string, pips: number, pip: string, colour: number, en: string, ja: string, badge: string, back: number,
];

interface Window {
  /** What a shard calls when it is loaded. */
  kifuShard(name: string, content: unknown): void;
}

/** What a site's shared script is given: words, and controls as the element that each is near, where, and HTML. */
declare const kifuShared: {
  words: string[][];
  controls: [near: string, place: InsertPosition, html: string][];
};
