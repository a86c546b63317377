// The reducer: steps folded into a table as one viewer sees them, exactly what as_seen and fold of
// kifu.replay.table do.

const sees = (mask, viewer) => (data.masks[mask] >> viewer) & 1;

function startTable(viewer) {
  const [[zones, facts], [own, told]] = [data.table, data.start[viewer]];
  const seen = zones.map((cards, place) => own[place] ?? cards);
  return {
    zones: seen.map((cards) => (cards ? cards.split(" ") : [])), facts: { ...facts, ...told }, turn: data.turn,
  };
}

function fold(table, step, viewer) {
  for (const motion of step.motions) move(table.zones, motion, viewer);
  Object.assign(table.facts, factsTold(step, viewer));
  table.turn = factsTold(step, PUBLIC).to_move ?? table.turn;
}

function factsTold({ facts, apart }, viewer) {
  const own = apart.filter(([mask]) => sees(mask, viewer)).map(([, told]) => told);
  return Object.assign({}, facts, ...own);
}

function move(zones, motion, viewer) {
  const { token, src, dst, index } = motion;
  if (!sees(motion.to, viewer)) return;
  if (token === EVERY) {
    zones[dst].push(...zones[src].map(() => UNKNOWN));
    zones[src] = [];
    return;
  }
  if (src !== OUTSIDE) {
    zones[src].splice(zones[src].indexOf(leaving(motion, zones[src], viewer)), 1);
  }
  if (dst !== OUTSIDE) enter(zones[dst], arriving(motion, viewer), index);
}

/** What leaves a zone: the card where it is known there, else its back, else an unknown one. */
function leaving({ token, was, back }, cards, viewer) {
  const looks = [sees(was, viewer) ? token : back, back];
  return looks.find((look) => cards.includes(look)) ?? UNKNOWN;
}

const arriving = ({ token, seen, back }, viewer) => (sees(seen, viewer) ? token : back);

function enter(cards, card, index) {
  if (index === AT_END) cards.push(card);
  else if (index !== SORTED) cards.splice(index - 1, 0, card);
  else {
    cards.splice(cards.filter((other) => rank(other) <= rank(card)).length, 0, card);
  }
}

/** The place of a card in the canonical order; what is unknown stands at its end. */
const rank = (token) => order.get(token) ?? order.size;

let memo = { line: null };

/** The table of a ply. Going on from the last one asked for, or from the start. */
function tableAt(line, ply, viewer) {
  const goesOn = memo.line === line && memo.viewer === viewer && memo.ply <= ply;
  if (!goesOn) memo = { line, viewer, ply: 0, table: startTable(viewer) };
  while (memo.ply < ply) {
    memo.ply += 1;
    for (const step of line.moments[memo.ply].steps) fold(memo.table, step, viewer);
  }
  return structuredClone(memo.table);
}

/** Whether a viewer at `ply` knows the move that led to `place`. */
function knows(line, place, ply, viewer) {
  const late = line.moments[place].late.find(([mask]) => sees(mask, viewer));
  return !late || (late[1] > 0 && late[1] <= ply);
}
