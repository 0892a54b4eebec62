// The room: what everybody at the table hears and sees.

import {
  connect, eachFrame, floorLeft, held, judgeSpeaks, lang, make, minutes, mood, phaseName, pick, setText,
  showCaption, showLamp, startLanguages, whenLanguageChanges, WINNER,
} from "/static/table.js";

const $ = (id) => document.getElementById(id);
let view = null;

/* ---- the ring ---- */

// Seat 1 sits at the top; numbers run clockwise. The ring is an oval as wide as the table.
function place(element, index, count) {
  const angle = (index / count) * 2 * Math.PI - Math.PI / 2;
  element.style.setProperty("--x", Math.cos(angle).toFixed(4));
  element.style.setProperty("--y", Math.sin(angle).toFixed(4));
}

function describe(seat, lamp, card) {
  const words = lang() === "zh"
    ? [`${seat.seat}号`, seat.person ? "玩家" : "机器人", seat.out && "出局", seat.speaking && "发言中", lamp && "灯亮", card && card.name.zh]
    : [`Seat ${seat.seat}`, seat.person ? "person" : "bot", seat.out && "out", seat.speaking && "speaking", lamp && "lamp on", card && card.name.en];
  return words.filter(Boolean).join(lang() === "zh" ? "，" : ", ");
}

function makeSeat() {
  return make("li", {},
    make("a", { target: "_blank", rel: "opener" },
      make("span", { class: "dot", "aria-hidden": "true" }),
      make("span", { class: "no" }),
      make("span", { class: "tag" })));
}

function drawRing() {
  const ring = $("ring");
  while (ring.children.length > view.seats.length) ring.lastChild.remove();
  while (ring.children.length < view.seats.length) ring.append(makeSeat());
  const lamps = new Map(view.lamps.map((lamp) => [lamp.seat, lamp]));
  const cards = new Map(view.end ? view.end.cards : []);
  ring.dataset.crowd = view.seats.length > 12 ? "large" : "small";
  view.seats.forEach((seat, index) => {
    const item = ring.children[index];
    const [link] = item.children;
    const [dot, number, tag] = link.children;
    const lamp = lamps.get(seat.seat);
    const card = cards.get(seat.seat);
    place(item, index, view.seats.length);
    item.dataset.seat = seat.seat;
    item.dataset.out = seat.out;
    item.dataset.speaking = seat.speaking;
    item.dataset.person = seat.person;
    item.dataset.side = card ? card.side : "";
    link.href = `/?seat=${seat.seat}`;
    link.setAttribute("aria-label", describe(seat, lamp, card));
    showLamp(dot, lamp);
    setText(number, String(seat.seat));
    const state = seat.out ? { zh: "出局", en: "out" } : seat.person ? { zh: "玩家", en: "player" } : { zh: "", en: "" };
    setText(tag, card ? pick(card.name) : pick(state));
  });
}

/* ---- the middle ---- */

function drawMiddle() {
  setText($("phase"), pick(phaseName(view)));
  showCaption($("caption"), view.caption);
  $("floor").hidden = !view.floor;
  if (view.floor) {
    const seat = view.floor.seat;
    setText($("floor-seat"), pick({ zh: `${seat}号发言`, en: `Seat ${seat} has the floor` }));
  }
  $("winner").hidden = !view.end;
  if (view.end) setText($("winner"), pick(WINNER[view.end.winner]));
  $("waiting").hidden = view.seats.length > 0;
  setText($("board"), view.board ? pick(view.board) : "");
}

eachFrame(() => {
  if (view && view.floor) {
    const left = floorLeft(view.floor);
    setText($("floor-left"), minutes(left));
    $("floor").dataset.urgent = left <= 10000 ? "last" : left <= 30000 ? "soon" : "no";
  }
});

/* ---- beside the table: the order of speech and the ballot ---- */

function votes(halves) {
  return halves % 2 ? `${Math.floor(halves / 2)}.5` : String(halves / 2);
}

function seatList(seats) {
  return seats.map((seat) => make("span", { class: "chip", text: String(seat) }));
}

function turn(seat) {
  const chip = make("span", { class: "chip", text: String(seat) });
  chip.dataset.done = view.spoke.includes(seat);
  chip.dataset.now = Boolean(view.floor && view.floor.seat === seat);
  return chip;
}

function drawLists() {
  const tally = view.tally;
  $("tally").hidden = !tally;
  const speaking = !view.night && !view.end && view.order.length > 0;
  $("order").hidden = !speaking;
  if (speaking) $("order-seats").replaceChildren(...view.order.map(turn));
  if (!tally) return;
  setText($("tally-title"), pick(tally.round === 1
    ? { zh: "放逐投票", en: "Exile ballot" }
    : { zh: "PK 投票", en: "PK ballot" }));
  const most = Math.max(0, ...tally.rows.map((row) => row.halves));
  $("tally-rows").replaceChildren(...tally.rows.map((row) => make("tr", { "data-most": String(row.halves === most) },
    make("th", { scope: "row", text: pick({ zh: `${row.seat}号`, en: `Seat ${row.seat}` }) }),
    make("td", { class: "count", text: pick({ zh: `${votes(row.halves)}票`, en: votes(row.halves) }) }),
    make("td", { class: "chips" }, ...seatList(row.voters)))));
  const silent = tally.abstained.length ? seatList(tally.abstained) : tally.abstentions ? [String(tally.abstentions)] : [];
  $("abstained").replaceChildren(...(silent.length ? [pick({ zh: "弃票 ", en: "Abstained " }), ...silent] : []));
}

/* ---- the OLED: its true pixels ---- */

let screenShown = -1;

async function drawScreen(version) {
  screenShown = version;
  const response = await fetch(`/oled.png?version=${version}`);
  const picture = await createImageBitmap(await response.blob());
  if (version !== screenShown) return;
  const context = $("oled").getContext("2d");
  context.drawImage(picture, 0, 0);
  // A one-bit display of this kind glows light blue on black.
  context.globalCompositeOperation = "multiply";
  context.fillStyle = "#bfe6ff";
  context.fillRect(0, 0, 128, 64);
  context.globalCompositeOperation = "source-over";
  $("oled").dataset.version = version;
}

/* ---- together ---- */

function draw() {
  if (!view) return;
  mood(view);
  drawMiddle();
  drawRing();
  drawLists();
}

const send = connect("/ws/room", (next) => {
  view = next;
  judgeSpeaks(view.language);
  draw();
  if (view.screen !== screenShown) drawScreen(view.screen).catch(() => { screenShown = -1; });
});

/* ---- the four staff keys ---- */

const KEYBOARD = { ArrowUp: "up", ArrowDown: "down", Enter: "ok", Backspace: "back" };
const keys = {};
for (const element of document.querySelectorAll("[data-key]")) {
  const key = element.dataset.key;
  keys[key] = held(element, (down) => send({ key, down }));
  // Space on a focused key button presses that one.
  element.addEventListener("keydown", (event) => {
    if (event.key === " ") { event.preventDefault(); keys[key].down("space"); }
  });
  element.addEventListener("keyup", (event) => event.key === " " && keys[key].up("space"));
  element.addEventListener("blur", () => keys[key].up("space"));
}
document.addEventListener("keydown", (event) => {
  const key = KEYBOARD[event.key];
  // Enter on a link or on the language switch means that link or switch.
  if (!key || event.ctrlKey || event.altKey || event.metaKey) return;
  if (event.key === "Enter" && event.target.closest("a, [data-language]")) return;
  event.preventDefault();
  if (!event.repeat) keys[key].down("keyboard");
});
document.addEventListener("keyup", (event) => KEYBOARD[event.key] && keys[KEYBOARD[event.key]].up("keyboard"));

whenLanguageChanges(draw);
startLanguages();
