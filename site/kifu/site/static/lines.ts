// The data of the page, and the lines in it: the game itself and its variations. The script folds
// steps as one viewer sees them and draws zones. It knows no game; everything about the game comes
// as data (docs/inside/page.md, "The data"); without a page there are none.

export const data = await unpacked(globalThis.document?.getElementById("kifu")?.textContent);

/** Data as a page packs them: JSON, compressed, in base64. */
async function unpacked(text?: string | null): Promise<PageData> {
  if (!text) return JSON.parse('{"languages":[],"faces":[],"zones":[],"notes":[],"lines":[],"moments":[]}');
  const signs = atob(text);
  const bytes = new Uint8Array(signs.length).map((_, place) => signs.charCodeAt(place));
  // A browser would paint the page, and then once more what is made of the data.
  document.body.hidden = true;
  try {
    return await new Response(new Response(bytes).body?.pipeThrough(new DecompressionStream("deflate"))).json();
  } finally {
    document.body.hidden = false;
  }
}

export const ALL = 30;
export const PUBLIC = 0;
export const UNKNOWN = "_";
export const EVERY = "*";
export const OUTSIDE = -1;
/** The viewers who see what everybody sees. */
const OPEN = 2 ** 31 - 1;
/** Where a card enters a zone that has no such place: at its end, or in the canonical order. */
export const AT_END = -1;
export const SORTED = -2;

export const { languages } = data;
export const faces: Map<string, Face> = new Map(data.faces.map(([token, look, name, text = token]) => {
  const [pips, pip, colour, badge, back] = data.looks[look];
  const [en, ja] = filled(data.names, name, [token, text]);
  return [token, [text, pips, pip, colour, en, ja, badge, back]];
}));
/** The cards that are named somewhere, by their faces, the longest name first. A number counts
 * where it is a card of its own, and after < or > it is none. */
const CARDS = new RegExp(
  [...faces.keys()].filter((token) => /^\w*[^\W_]$/.test(token)).sort((a, b) => b.length - a.length)
    .map((token) => (/^\d+$/.test(token) ? `(?<![<>\\w])${token}(?!\\d)` : `${token}(?!\\d)`)).join("|") || "(?!)",
  "g",
);
export const cardsIn = (token: string): string[] => token.match(CARDS) ?? [];
export const order = new Map(data.faces.map(([token], place) => [token, place]));

/** What is written before the first move of the game. */
export const main = lineOf(
  { path: "", parent: null, from: 0, on: false, reasons: [] },
  [{ ...moment({}), notes: data.notes, lines: data.lines }], data.moments,
);

/** A line: its moments by ply, those `before` its own first move with them. */
function lineOf(traits: Omit<Line, "moments" | "last">, before: Moment[], told: ToldMoment[]): Line {
  const moments = [...before, ...told.map(moment)];
  return { ...traits, moments, last: moments.length - 1 };
}

export function moment({ seat = 0, move = "", said = "", steps = [], late = [], marks = [], scores = [],
  told = [], notes = [], lines = [], veil = [], headline = "", choice }: ToldMoment) {
  return {
    seat, move, said, words: said ? saying(said, String(seat), move) : [], steps: steps.map(step), late, marks, scores,
    told: told.map((one) => saying(one)), notes, lines, veil, headline: headline ? saying(headline) : null, choice,
  };
}

/** A sentence in every language, from its pattern and what fills the blanks. */
export function saying(said: string | number, ...known: string[]): string[] {
  return filled(data.phrases, said, known);
}

/** A pattern with its blanks filled. One of -1 - k holds a card by its name. */
function filled(patterns: Pattern[][], said: string | number, known: string[]): string[] {
  const [pattern, ...rest] = String(said).split(" ");
  const fields = [...known, ...rest];
  const put = (piece: string | number, language: number): Child => {
    if (typeof piece !== "number") return piece;
    return piece < 0 ? faces.get(fields[-1 - piece])?.[4 + language] : fields[piece];
  };
  return patterns[Number(pattern)].map((pieces, language) => pieces.map((piece) => put(piece, language)).join(""));
}

function step([moved = [], seat = 0, facts = {}, apart = [], kind = ""]: ToldStep) {
  const motions = moved.flatMap((cards, place) => (place % 2 ? [] : motion(String(cards), Number(moved[place + 1]))));
  return { kind, motions, facts, seat, apart };
}

/** Cards that go the same way, one after the other, stand together. */
function motion(cards: string, way: number) {
  const [from, into, index, was = OPEN, seen = OPEN, to = OPEN, back = UNKNOWN] = data.ways[way];
  const [src, dst] = [from, into].map((zone) => data.zones.findIndex(([name]) => name === zone));
  return cards.split(" ").map((token) => ({ token, src, dst, index, was, seen, to, back }));
}

/** The line at a path such as "4.1/2.1" (the way that findings name it), or null. */
export function lineAt(path: string): Line | null {
  let line = main;
  for (const part of path ? path.split("/") : []) {
    const found = /^(\d{1,6})\.(\d{1,4})$/.exec(part);
    const next = found && branch(line, Number(found[1]), Number(found[2]));
    if (!next) return null;
    line = next;
  }
  return line;
}

const branches = new Map<string, Line>();

export function branch(line: Line, at: number, number: number): Line | null {
  const fork = line.from + at;
  const found = line.moments[fork]?.lines[number - 1];
  if (!found) return null;
  const [on, notes, moments, reasons] = found;
  const from = on ? fork : fork - 1;
  const path = `${line.path && line.path + "/"}${at}.${number}`;
  const known = branches.get(path);
  if (known) return known;
  const first = { ...line.moments[from], notes, lines: [] };
  const before = [...line.moments.slice(0, from), first];
  const made = lineOf({ path, parent: line, from, on, reasons }, before, moments);
  branches.set(path, made);
  return made;
}

export const isRound = (mark: string) => mark.startsWith("#");
