// The data of the page, and the lines in it: the game itself and its variations. The script folds
// steps as one viewer sees them and draws zones. It knows no game; everything about the game comes
// as data (docs/viewer.md, "The data").

const data = JSON.parse(document.getElementById("kifu").textContent);

const ALL = 30;
const PUBLIC = 0;
const UNKNOWN = "_";
const EVERY = "*";
const OUTSIDE = -1;
// Where a card enters a zone, as the data has it: END is 0, place k is k + 1.
const AT_END = 0;
const SORTED = -1;

const languages = Object.keys(data.ui);
const faces = new Map(data.faces.map(([token, ...face]) => [token, face]));
const order = new Map(data.faces.map(([token], place) => [token, place]));
const calm = matchMedia("(prefers-reduced-motion: reduce)");

const main = {
  path: "", parent: null, from: 0, on: false, notes: data.notes, lines: data.lines,
  moments: data.moments.map(moment), reasons: [],
};

function moment([seat = 0, move = "", marks = [], words = ["", ""], told = [], steps = [],
  scores = [], late = [], notes = [], lines = [], veil = []]) {
  return {
    seat, move, marks, words, told, steps: steps.map(step), scores, late, notes, lines, veil,
  };
}

function step([kind = "", motions = [], facts = {}, seat = 0, apart = []]) {
  return { kind, motions: motions.flatMap(motion), facts, seat, apart };
}

/** Cards that go the same way, one after the other, stand together. */
function motion([cards, src = 0, dst = 0, index = 0, was = 0, seen = 0, to = 0, back = UNKNOWN]) {
  return cards.split(" ").map((token) => ({ token, src, dst, index, was, seen, to, back }));
}

/** The line at a path such as "4.1/2.1" (the way that findings name it), or null. */
function lineAt(path) {
  let line = main;
  for (const part of path ? path.split("/") : []) {
    const found = /^(\d{1,6})\.(\d{1,4})$/.exec(part);
    line = found && branch(line, Number(found[1]), Number(found[2]));
    if (!line) return null;
  }
  return line;
}

const branches = new Map();

function branch(line, at, number) {
  const found = linesAt(line, line.from + at)[number - 1];
  if (!found || (at === 0 && line.parent)) return null;
  const [on = 0, notes = [], moments = [], reasons = []] = found;
  const from = line.from + at - (on ? 0 : 1);
  const path = `${line.path && line.path + "/"}${at}.${number}`;
  if (!branches.has(path)) {
    branches.set(path, {
      path, parent: line, from, on, notes, reasons, lines: [],
      moments: line.moments.slice(0, from).concat(moments.map(moment)),
    });
  }
  return branches.get(path);
}

function linesAt(line, ply) {
  return ply ? line.moments[ply - 1]?.lines ?? [] : line.lines;
}

function notesAt(line, ply) {
  const behind = ply ? line.moments[ply - 1].notes : main.notes;
  return ply === line.from && line.parent ? line.notes : behind;
}
