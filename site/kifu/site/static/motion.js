// Motion: a single step is shown card by card.

/** Shows the steps of the ply one after another; any other action ends it at once. */
async function perform() {
  const { line, ply, viewer } = now;
  const steps = line.moments[ply].steps.filter(({ motions }) => motions.length);
  const showing = (now.showing += 1);
  const pace = Math.min(520, Math.max(220, 3200 / steps.length)) / speed();
  const shown = tableAt(line, ply - 1, viewer);
  const final = tableAt(line, ply, viewer);
  table.dataset.showing = steps.length;
  drawTable(shown);
  for (const [place, step] of steps.entries()) {
    const flights = takeOff(step);
    fold(shown, step, viewer);
    drawTable(shown);
    freshen(steps.slice(0, place + 1));
    land(flights, pace);
    await new Promise((resolve) => setTimeout(resolve, pace));
    if (now.showing !== showing) return;
  }
  drawTable(final);
  freshen(line.moments[ply].steps);
  delete table.dataset.showing;
}

function finish() {
  if (!("showing" in table.dataset)) return;
  now.showing += 1;
  delete table.dataset.showing;
}

/** The cards that a step moves, and where they lie before it. */
function takeOff({ motions }) {
  return motions.flatMap((motion) => {
    const { token, src, to } = motion;
    if (token === EVERY || src === OUTSIDE || !sees(to, now.viewer)) return [];
    const cards = all(".card", zoneElements[src]);
    const leaves = leaving(motion, cards.map((other) => other.dataset.card), now.viewer);
    const from = cards.find((other) => other.dataset.card === leaves);
    return from ? [{ motion, from, box: from.getBoundingClientRect() }] : [];
  });
}

/** Moves every card from where it lay to where it lies, or into its pile. */
function land(flights, pace) {
  const timing = { duration: pace * 0.85, easing: "cubic-bezier(.2,.7,.2,1)" };
  for (const { motion, from, box } of flights) {
    const { src, dst } = motion;
    if (dst === OUTSIDE) continue;
    const pile = data.zones[dst][1] === "pile";
    const element = pile ? null : landed(motion);
    if (pile) collect(from, box, zoneElements[dst].getBoundingClientRect(), timing);
    else if (element && src === dst) {
      element.animate([{ transform: "rotateY(90deg)" }, { transform: "none" }], timing);
    } else if (element) {
      const to = element.getBoundingClientRect();
      const [x, y] = [box.x - to.x, box.y - to.y].map((way) => way / framed.scale);
      const away = `translate(${x}px, ${y}px) scale(${box.width / to.width})`;
      element.animate([{ transform: away, zIndex: 5 }, { transform: "none", zIndex: 5 }], timing);
    }
  }
}

/** A card goes into a pile, where it is not drawn any more. */
function collect(from, box, to, timing) {
  const ghost = from.cloneNode(true);
  ghost.classList.add("flying");
  ghost.classList.remove("fresh");
  ghost.style.setProperty("--w", `${box.width}px`);
  Object.assign(ghost.style, { left: `${box.x}px`, top: `${box.y}px` });
  document.body.append(ghost);
  const there = `translate(${to.x - box.x}px, ${to.y - box.y}px) scale(.3)`;
  const flight = ghost.animate([{ transform: "none" }, { transform: there, opacity: 0.2 }], timing);
  flight.onfinish = () => ghost.remove();
}
