// The reducer: steps folded into a table as one viewer sees them, exactly what as_seen and fold of
// kifu.replay.table do.

const sees = (mask, viewer) => (data.masks[mask] >> viewer) & 1;

function startTable(viewer) {
  const [zones, facts] = data.start[viewer];
  return { zones: zones.map((cards) => (cards ? cards.split(" ") : [])), facts: { ...facts } };
}

function fold(table, [, motions = [], facts = {}], viewer) {
  for (const motion of motions) move(table.zones, motion, viewer);
  Object.assign(table.facts, facts);
}

function move(zones, [card, src = 0, dst = 0, at = 0, was = 0, seen = 0, to = 0], viewer) {
  if (!sees(to, viewer)) return;
  if (card === EVERY) {
    zones[dst].push(...zones[src].map(() => UNKNOWN));
    zones[src] = [];
    return;
  }
  if (src !== OUTSIDE) {
    const leaves = sees(was, viewer) && zones[src].includes(card) ? card : UNKNOWN;
    zones[src].splice(zones[src].indexOf(leaves), 1);
  }
  if (dst !== OUTSIDE) enter(zones[dst], sees(seen, viewer) ? card : UNKNOWN, at);
}

function enter(cards, card, at) {
  if (at === AT_END) cards.push(card);
  else if (at !== SORTED) cards.splice(at - 1, 0, card);
  else {
    const place = (token) => order.get(token) ?? order.size;
    cards.splice(cards.filter((other) => place(other) <= place(card)).length, 0, card);
  }
}

let memo = { line: null };

/** The table of a ply. Going on from the last one asked for, or from the start. */
function tableAt(line, ply, viewer) {
  const goesOn = memo.line === line && memo.viewer === viewer && memo.ply <= ply;
  if (!goesOn) memo = { line, viewer, ply: 0, table: startTable(viewer) };
  for (; memo.ply < ply; memo.ply += 1) {
    for (const step of line.moments[memo.ply].steps) fold(memo.table, step, viewer);
  }
  return copy(memo.table);
}

function copy(table) {
  return { zones: table.zones.map((cards) => cards.slice()), facts: { ...table.facts } };
}

/** Whether a viewer at `ply` knows the move that led to `place`. */
function knows(line, place, ply, viewer) {
  const late = line.moments[place - 1].late.find(([mask]) => sees(mask, viewer));
  return !late || (late[1] > 0 && late[1] <= ply);
}
