"""What is spoilt on a page: the one definition of what overlaps, what is cut and what moves.

`SPOILT` and `PLACES` are scripts for `page.evaluate`, at one ply or on a `walk` through several;
the tests of the pages use them, and the campaign `room`.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from itertools import chain

#: The cards on which something lies on the figure or a pip, or on which these are cut.
FIGURES = """() => [...document.querySelectorAll(".card:not(.back, .ghost)")].filter(
    (card) => card.checkVisibility({ visibilityProperty: true })).flatMap((card) => {
    const frame = card.getBoundingClientRect();
    const text = document.createRange();
    text.selectNodeContents(card.querySelector("b"));
    const drawn = [...card.querySelectorAll("i svg, u svg")].filter((pip) => pip.checkVisibility());
    const parts = [text, ...drawn].map((part) => part.getBoundingClientRect());
    const inside = parts.every((box) =>
        box.width > 2 && box.left >= frame.left - 0.5 && box.right <= frame.right + 0.5
            && box.top >= frame.top - 2 && box.bottom <= frame.bottom + 0.5);
    const covered = parts.flatMap(({ left, right, top, bottom }, place) =>
        (place ? [0.5] : [0.1, 0.5, 0.9]).map((part) =>
            [left + (right - left) * part, (top + bottom) / 2])).some(([x, y]) => {
        const found = y > 0 && y < innerHeight ? document.elementFromPoint(x, y) : card;
        return found && !card.contains(found) && !found.matches(":has(#panel)")
            && !found.closest("#transport, #panel");
    });
    const where = `${card.ariaLabel} of ${card.closest("[data-zone]")?.dataset.zone}`;
    return inside && !covered ? [] : [`${inside ? "covered" : "cut"}: figure ${where}`];
})"""

#: What overlaps or is cut, each in words. A text is as high as its letters are; a card in a fan may
#: lie on the next one, but on nothing that is printed on it. A name ends in "…" only where it is
#: longer than 104 px, in the chart's legend where 40 px of it are left, and a headline on a phone
#: only after two lines; a note may be longer than its line, but no line of notes is cut in half;
#: what has no room at all is dropped, not cut. A thread ends at the name of who has acted, or where
#: that seat is unfolded; the trick of a seat lies before it. What is cut lies on nothing.
#: `frames` are what a text or a card lies in: what cuts it, its seat, the felt, the window.
_SPOILT = """() => {
    const GROUND = "header, #tabs, .felt, .keys, .caption, #chart";
    const APART = ".sr, svg, dialog, select, .seal, .gains, .flying";
    const ring = document.querySelector(".felt").dataset.kind === "ring";
    const found = new Set();
    const shown = (element) => element.checkVisibility({ visibilityProperty: true });
    const over = (one, other, slack = 1) =>
        Math.min(one.right, other.right) - Math.max(one.left, other.left) > slack
        && Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > slack;
    const boxOf = (element) => element.getBoundingClientRect();
    const seatOf = (element) => element.closest(".seat")?.dataset.seat;
    const named = (element) => [
        element.closest("[data-zone]")?.dataset.zone, seatOf(element) && `seat ${seatOf(element)}`,
        element.closest("[id]")?.id, element.className,
    ].find(Boolean);

    const texts = [];
    for (const ground of document.querySelectorAll(GROUND)) {
        const nodes = document.createTreeWalker(ground, NodeFilter.SHOW_TEXT);
        for (let node = nodes.nextNode(); node; node = nodes.nextNode()) {
            const element = node.parentElement;
            if (!node.data.trim() || element.closest(APART) || !shown(element)) continue;
            const range = document.createRange();
            range.selectNodeContents(node);
            const high = parseFloat(getComputedStyle(element).fontSize);
            const boxes = [...range.getClientRects()].filter(({ width }) => width > 1).map(
                ({ left, right, top, bottom }) => {
                    const [middle, half] = [(top + bottom) / 2, Math.min(bottom - top, high) / 2];
                    return { left, right, top: middle - half, bottom: middle + half };
                });
            const said = `"${node.data.trim()}" of ${named(element)}`;
            texts.push({ element, boxes, said, card: element.closest(".card") });
        }
    }
    const cards = [...document.querySelectorAll(".felt .card")].filter(shown)
        .map((element) => ({ element, box: boxOf(element), zone: element.closest(".zone") }));

    const known = new Map();
    const frames = (element) => {
        const around = known.get(element) ?? [];
        if (around.length) return around;
        known.set(element, around);
        for (let each = element; each && each !== document.body; each = each.parentElement) {
            const { overflowX, overflowY } = getComputedStyle(each);
            const apart = !ring || element.closest(".played");
            const own = each.matches(apart ? ".felt" : ".felt, .seat");
            if (own || overflowX !== "visible" || overflowY !== "visible") around.push(boxOf(each));
        }
        around.push({ left: 0, right: innerWidth, top: -Infinity, bottom: Infinity });
        return around;
    };
    const leaves = (element, box, slack) => frames(element).some((frame) =>
        box.left < frame.left - slack || box.right > frame.right + slack
        || box.top < frame.top - slack || box.bottom > frame.bottom + slack);
    for (const { element, boxes, card, said } of texts) {
        const name = element.matches("bdi[title]") && element.scrollWidth > 104
            && element.clientWidth > 40
            || element.matches("#chart bdi") && element.clientWidth >= 40
            || element.closest("#headline") && innerWidth < 640;
        const seen = boxes.filter((box) => frames(element).every((frame) => over(box, frame)));
        const cut = !card && !name && seen.some((box) => leaves(element, box, 1));
        if (cut) found.add(`cut: ${said}`);
        for (const box of boxes) {
            for (const { left, right, top, bottom } of frames(element)) {
                box.left = Math.max(box.left, left);
                box.right = Math.min(box.right, right);
                box.top = Math.max(box.top, top);
                box.bottom = Math.min(box.bottom, bottom);
            }
        }
    }
    for (const { element, box } of cards) {
        const said = `card ${element.ariaLabel} of ${named(element)}`;
        if (leaves(element, box, 2)) found.add(`cut: ${said}`);
    }

    const words = texts.filter(({ card }) => !card);
    words.forEach((one, place) => {
        for (const other of words.slice(place + 1)) {
            if (one.boxes.some((box) => other.boxes.some((its) => over(box, its)))) {
                found.add(`text on text: ${one.said}, ${other.said}`);
            }
        }
        for (const { element, box } of cards) {
            if (!element.contains(one.element) && one.boxes.some((its) => over(box, its))) {
                found.add(`card on text: ${element.ariaLabel} of ${named(element)}, ${one.said}`);
            }
        }
    });
    cards.forEach((one, place) => {
        for (const other of cards.slice(place + 1)) {
            if (one.zone !== other.zone && over(one.box, other.box)) {
                found.add(`card on card: ${named(one.element)}, ${named(other.element)}`);
            }
        }
    });

    for (const said of (FIGURES)()) found.add(said);

    const line = boxOf(document.querySelector(".details"));
    for (const note of document.querySelectorAll(".details p:not(#what-ifs)")) {
        const { top, bottom } = boxOf(note);
        if (shown(note) && top < line.bottom - 2 && bottom > line.bottom + 4)
            found.add(`cut: ${note.textContent}`);
    }

    const seats = [...document.querySelectorAll(".seat")].filter(shown);
    const places = ring ? [...seats, document.querySelector(".commons")]
        : [...seats, ...document.querySelectorAll(".commons, .unfold:not([hidden])")];
    places.forEach((one, place) => {
        for (const other of places.slice(place + 1)) {
            const said = [one, other].map((each) => seatOf(each) ?? each.className);
            if (over(boxOf(one), boxOf(other))) found.add(`seat on seat: ${said}`);
        }
    });

    const felt = boxOf(document.querySelector(".felt"));
    const ends = [...document.querySelectorAll(".actor .who, .unfold:not([hidden])")].map(boxOf);
    for (const way of document.querySelectorAll(".felt > .gains .way")) {
        const { x, y } = way.getPointAtLength(way.getTotalLength());
        const [left, top] = [felt.left + x, felt.top + y];
        const point = { left: left - 1, right: left + 1, top: top - 1, bottom: top + 1 };
        if (!ends.some((box) => over(box, point, 0))) found.add("thread to nobody");
        for (let at = 0; at < way.getTotalLength(); at += 9) {
            const { x, y } = way.getPointAtLength(at);
            if (document.elementFromPoint(felt.left + x, felt.top + y)?.closest(".actor .card"))
                found.add("thread under cards");
        }
    }
    return [...found];
}"""

SPOILT = _SPOILT.replace("FIGURES", FIGURES)

#: Where on the felt the seats, the middle and the zones of seats that are shown lie, and where the
#: felt: the name and place of each.
PLACES = """() => {
    const felt = document.querySelector(".felt");
    const place = (element) => {
        const [box, around] = [element, felt].map((each) => each.getBoundingClientRect());
        return [box.x - around.x, box.y - around.y, box.width, box.height].map(Math.round).join();
    };
    const top = Math.round(felt.getBoundingClientRect().top + scrollY);
    const transport = document.querySelector("#transport").offsetHeight;
    return [
        ["felt", `${top},${felt.offsetHeight},${transport}`],
        ["middle", place(document.querySelector(".commons"))],
        ...[...document.querySelectorAll(".seat")].map(
            (seat) => [`seat ${seat.dataset.seat}`, place(seat)]),
        ...[...document.querySelectorAll(".commons .zone, .lanes .zone, .front .zone")]
            .filter((zone) => zone.checkVisibility() && !zone.closest(".mini .front, .open"))
            .map((zone) => [zone.dataset.zone, place(zone)]),
    ];
}"""


#: The same for a page of a site that lists matches: texts that leave the window or what cuts them,
#: that are shortened, or that lie on one another. What is wider than a table scrolls with it.
SPOILT_LIST = """() => {
    const found = new Set(), texts = [];
    // All rows are laid out, as those in sight are.
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(".match { content-visibility: visible !important }");
    document.adoptedStyleSheets = [sheet];
    const over = (one, other) =>
        Math.min(one.right, other.right) - Math.max(one.left, other.left) > 1
        && Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 1;
    const nodes = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = nodes.nextNode(); node; node = nodes.nextNode()) {
        const element = node.parentElement;
        if (!node.data.trim() || !element.checkVisibility({ visibilityProperty: true })) continue;
        if (element.closest(".sr, script, noscript, option, .wide-table")) continue;
        const range = document.createRange();
        range.selectNodeContents(node);
        const high = parseFloat(getComputedStyle(element).fontSize)
            * (element.getScreenCTM ? element.getScreenCTM().a : 1);
        const boxes = [...range.getClientRects()].filter(({ width }) => width > 1).map(
            ({ left, right, top, bottom }) => {
                const [middle, half] = [(top + bottom) / 2, Math.min(bottom - top, high) / 2 - 0.5];
                return { left, right, top: middle - half, bottom: middle + half };
            });
        const around = element.closest("[class]")?.className;
        const said = `"${node.data.trim().slice(0, 40)}" of ${around}`;
        for (let each = element; each && each !== document.body; each = each.parentElement) {
            const { overflowX, textOverflow } = getComputedStyle(each);
            if (overflowX === "visible" || each.ownerSVGElement) continue;
            const frame = each.getBoundingClientRect();
            const cut = boxes.some((box) => box.left < frame.left - 1 || box.right > frame.right + 1
                || box.top < frame.top - 1 || box.bottom > frame.bottom + 1);
            if (cut || (textOverflow === "ellipsis" && each.scrollWidth > each.clientWidth)) {
                found.add(`cut: ${said}`);
            }
        }
        if (boxes.some(({ left, right }) => left < 0 || right > innerWidth + 0.5)) {
            found.add(`outside: ${said}`);
        }
        texts.push({ boxes, said, card: element.closest(".thumb") });
    }
    texts.forEach((one, place) => {
        for (const other of texts.slice(place + 1)) {
            if (one.card && one.card === other.card) continue;
            if (one.boxes.some((box) => other.boxes.some((its) => over(box, its)))) {
                found.add(`text on text: ${one.said}, ${other.said}`);
            }
        }
    });
    return [...found];
}"""


def walk(look: str) -> str:
    """The script that goes to each of the plies that it is given, and looks there."""
    return f"""(plies) => plies.map((ply) => {{
        const bar = document.querySelector("#seek");
        bar.value = ply;
        bar.dispatchEvent(new Event("input"));
        return ({look})();
    }})"""


def moved(places: Iterable[list[list[str]]]) -> dict[str, set[str]]:
    """What was at several places, by name, of what a walk with `PLACES` has seen."""
    seen: dict[str, set[str]] = defaultdict(set)
    for name, at in chain.from_iterable(places):
        seen[name].add(at)
    return {name: at for name, at in seen.items() if len(at) > 1}
