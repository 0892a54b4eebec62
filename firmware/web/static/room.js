// The room: what everybody at the table hears and sees.

import { hear } from "/static/speech.js";
import {
  asksText, connect, eachFrame, floorLeft, held, judgeSpeaks, lang, make, minutes, mood, phaseName, pick, setText,
  showCaption, showLamp, startLanguages, whenLanguageChanges, WINNER,
} from "/static/table.js";

const $ = (id) => document.getElementById(id);
let view = null;

/* ---- on the wall: /?wall shows the table and what is public, large, without the staff's corner ---- */

const wall = new URLSearchParams(location.search).has("wall");
document.body.dataset.wall = wall;
if (wall) {
  $("wall").href = "/";
  Object.assign($("wall").dataset, { zh: "房间", en: "Room" });
}

/* ---- the ring ---- */

// Seat 1 sits at the top; numbers run clockwise. The ring is an oval as wide as the table.
function place(element, index, count) {
  const angle = (index / count) * 2 * Math.PI - Math.PI / 2;
  element.style.setProperty("--x", Math.cos(angle).toFixed(4));
  element.style.setProperty("--y", Math.sin(angle).toFixed(4));
}

function describe(seat, lamp, card) {
  const words = lang() === "zh"
    ? [`${seat.seat}号`, seat.person ? "玩家" : "机器人", seat.out && (seat.left ? "离场" : "出局"),
      seat.sheriff && "警长", seat.standing && "警上", seat.withdrawn && "退水", seat.flipped && "翻牌", seat.silenced && "禁言", seat.shown && `亮出${seat.shown.name.zh}`, seat.speaking && "发言中", lamp && "灯亮", card && card.name.zh]
    : [`Seat ${seat.seat}`, seat.person ? "person" : "bot", seat.out && (seat.left ? "left the table" : "out"),
      seat.sheriff && "sheriff", seat.standing && "standing", seat.withdrawn && "withdrew", seat.flipped && "flipped", seat.silenced && "silenced", seat.shown && `shown as ${seat.shown.name.en}`, seat.speaking && "speaking", lamp && "lamp on", card && card.name.en];
  return words.filter(Boolean).join(lang() === "zh" ? "，" : ", ");
}

function makeSeat() {
  return make("li", {},
    make("a", { target: "_blank", rel: "opener" },
      make("span", { class: "dot", "aria-hidden": "true" }),
      make("span", { class: "no" }),
      make("span", { class: "tag" }),
      make("span", { class: "shown" }),
      make("span", { class: "star", "aria-hidden": "true" })));
}

// One word below the number: what the seat is right now.
function stateOf(seat) {
  if (seat.left) return { zh: "离场", en: "left" };
  if (seat.out) return { zh: "出局", en: "out" };
  if (seat.withdrawn) return { zh: "退水", en: "withdrew" };
  if (seat.standing) return { zh: "警上", en: "stands" };
  if (seat.silenced) return { zh: "禁言", en: "silenced" };
  if (seat.flipped) return { zh: "翻牌", en: "flipped" };
  return seat.person ? { zh: "玩家", en: "player" } : { zh: "", en: "" };
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
    const [dot, number, tag, shown] = link.children;
    const lamp = lamps.get(seat.seat);
    const card = cards.get(seat.seat);
    place(item, index, view.seats.length);
    item.dataset.seat = seat.seat;
    item.dataset.out = seat.out;
    item.dataset.speaking = seat.speaking;
    item.dataset.person = seat.person;
    item.dataset.sheriff = seat.sheriff;
    item.dataset.standing = seat.standing;
    item.dataset.withdrawn = seat.withdrawn;
    item.dataset.silenced = seat.silenced;
    item.dataset.side = card ? card.side : "";
    link.href = `/?seat=${seat.seat}`;
    link.setAttribute("aria-label", describe(seat, lamp, card));
    showLamp(dot, lamp);
    setText(number, String(seat.seat));
    setText(tag, pick(card ? card.name : stateOf(seat)));
    // At the end every card is told; until then the one that an act has shown stands below its seat.
    setText(shown, seat.shown && !card ? pick(seat.shown.name) : "");
  });
}

/* ---- the middle ---- */

// What the morning has told: whether the bear growled, and who may not speak. It holds until night.
function omensText() {
  const { growled, silenced } = view.omens;
  if (view.night || view.end) return "";
  return [
    growled !== null && (growled ? { zh: "熊咆哮了", en: "The bear growled" } : { zh: "熊没有咆哮", en: "The bear did not growl" }),
    silenced !== null && { zh: `${silenced}号今天被禁言`, en: `Seat ${silenced} is silenced today` },
  ].filter(Boolean).map(pick).join(" · ");
}

function drawMiddle() {
  setText($("phase"), pick(phaseName(view)));
  setText($("omens"), omensText());
  showCaption($("caption"), view.caption);
  setText($("asks"), pick(asksText(view)));
  $("floor").hidden = !view.floor;
  if (view.floor) {
    const seat = view.floor.seat;
    const mute = view.omens.silenced === seat;
    setText($("floor-seat"), pick(mute
      ? { zh: `${seat}号禁言，用手势`, en: `Seat ${seat}: gestures only` }
      : { zh: `${seat}号发言`, en: `Seat ${seat} has the floor` }));
  }
  $("winner").hidden = !view.end;
  if (view.end) setText($("winner"), pick(WINNER[view.end.winner]));
  $("waiting").hidden = Boolean(view.board);
  setText($("board"), view.board ? pick(view.board) : "");
  // The past is closed while a game is played.
  $("past").hidden = Boolean(view.board && !view.end);
  $("past").href = `/review?lang=${lang()}`;
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
  const office = view.office;
  const quit = Boolean(office && office.standing.length && office.withdrawn.includes(seat));
  // Last words are spoken by those who are out; in every other order who is out has no turn any more.
  const out = view.seats.filter((one) => one.out).map((one) => one.seat);
  const words = view.order.every((one) => out.includes(one));
  const gone = !words && out.includes(seat);
  const left = view.seats.some((one) => one.left && one.seat === seat);
  chip.dataset.done = quit || left || gone || view.spoke.includes(seat);
  chip.dataset.now = Boolean(view.floor && view.floor.seat === seat);
  return chip;
}

const STAGE = {
  opening: { zh: "上警名单", en: "Who stands" },
  speech: { zh: "竞选发言；警上的玩家按住两秒可以退水", en: "Campaign speeches; candidates may hold two seconds to withdraw" },
  withdraw: { zh: "退水时间", en: "Withdrawals" },
  vote: { zh: "警下投票", en: "Ballot" },
  pk_speech: { zh: "平票再发言；按住两秒可以退水", en: "Speeches of the tied; they may hold two seconds to withdraw" },
  pk_vote: { zh: "平票再投票", en: "Ballot of the tied" },
  suspended: { zh: "竞选暂停，明天继续", en: "Suspended until tomorrow" },
};

function badgeText(office) {
  if (office.sheriff) return { zh: `${office.sheriff}号是警长`, en: `Seat ${office.sheriff} is sheriff` };
  if (office.badge === "torn") return { zh: "警徽撕掉了，不再有警长", en: "The badge is torn: no sheriff any more" };
  if (office.badge === "none") return { zh: "本局没有警徽", en: "No badge in this game" };
  return STAGE[office.stage] ?? { zh: "", en: "" };
}

// While the election runs the candidates are listed, the withdrawn crossed out; afterwards only where the badge is.
function drawOffice() {
  const office = view.office;
  const words = office && !view.end ? pick(badgeText(office)) : "";
  $("office").hidden = words === "";
  if (words === "") return;
  setText($("office-state"), words);
  const open = office.standing.length > 0 || office.stage === "suspended";
  const names = open ? office.bidders : [];
  $("office-seats").hidden = names.length === 0;
  $("office-seats").replaceChildren(pick({ zh: "警上 ", en: "Standing " }), ...names.map((seat) => {
    const chip = make("span", { class: "chip", text: String(seat) });
    chip.dataset.withdrawn = office.withdrawn.includes(seat);
    return chip;
  }));
}

function drawOut() {
  const out = view.seats.filter((seat) => seat.out).map((seat) => seat.seat);
  $("out").hidden = !wall || out.length === 0;
  $("out-seats").replaceChildren(...seatList(out));
}

// Spare buttons lie on the table too: staff give them to a seat whose own one is broken.
// Drawn only when they change: a link that is made anew under the finger cannot be clicked.
let sparesShown = "";

function drawSpares() {
  const now = lang() + JSON.stringify(view.spares);
  if (now === sparesShown) return;
  sparesShown = now;
  $("spares").replaceChildren(...(view.spares.length ? [pick({ zh: "备用按钮 ", en: "Spare buttons " })] : []), ...view.spares.map(({ pad, stands_for: seat }) => {
    const words = seat ? { zh: `${pad} → ${seat}号`, en: `${pad} → seat ${seat}` } : { zh: String(pad), en: String(pad) };
    return make("a", { class: "chip", href: `/?seat=${pad}`, target: "_blank", rel: "opener", "data-seat": String(pad), text: pick(words) });
  }));
}

function drawLists() {
  drawSpares();
  drawOffice();
  drawOut();
  const tally = view.tally;
  $("tally").hidden = !tally;
  const speaking = !view.night && !view.end && view.order.length > 0;
  $("order").hidden = !speaking;
  if (speaking) $("order-seats").replaceChildren(...view.order.map(turn));
  if (!tally) return;
  const ballot = tally.office
    ? { zh: tally.round === 1 ? "警长投票" : "警长 PK 投票", en: tally.round === 1 ? "Ballot for sheriff" : "PK ballot for sheriff" }
    : { zh: tally.round === 1 ? "放逐投票" : "PK 投票", en: tally.round === 1 ? "Exile ballot" : "PK ballot" };
  setText($("tally-title"), pick(ballot));
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
let drawing = false;

// One picture at a time, and every one that comes is shown: where they change faster, the newest is fetched next.
async function drawScreen() {
  if (drawing) return;
  drawing = true;
  try {
    while (view.screen !== screenShown) {
      const version = view.screen;
      const response = await fetch(`/oled.png?version=${version}`);
      paintScreen(await createImageBitmap(await response.blob()));
      screenShown = version;
      $("oled").dataset.version = version;
    }
  } catch {
    screenShown = -1;
  } finally {
    drawing = false;
  }
}

function paintScreen(picture) {
  const context = $("oled").getContext("2d");
  context.drawImage(picture, 0, 0);
  // A one-bit display of this kind glows light blue on black.
  context.globalCompositeOperation = "multiply";
  context.fillStyle = "#bfe6ff";
  context.fillRect(0, 0, 128, 64);
  context.globalCompositeOperation = "source-over";
}

/* ---- together ---- */

function draw() {
  if (!view) return;
  mood(view);
  drawMiddle();
  drawRing();
  drawLists();
  // By night the table has the wall for itself.
  document.body.dataset.beside = !view.night && [...document.querySelectorAll(".side .panel:not(.help)")].some((panel) => !panel.hidden);
}

const send = connect("/ws/room", (next) => {
  view = next;
  judgeSpeaks(view.language);
  draw();
  hear(view);
  drawScreen();
});

/* ---- the four staff keys ---- */

const KEYBOARD = { ArrowUp: "up", ArrowDown: "down", Enter: "ok", Backspace: "back" };
const keys = {};
for (const element of document.querySelectorAll("[data-key]")) {
  const key = element.dataset.key;
  keys[key] = held(element, (down, lost) => send(lost ? { key, down, lost } : { key, down }));
  // Space on a focused key button presses that one.
  element.addEventListener("keydown", (event) => {
    if (event.key === " ") { event.preventDefault(); keys[key].down("space"); }
  });
  element.addEventListener("keyup", (event) => event.key === " " && keys[key].up("space"));
  element.addEventListener("blur", () => keys[key].up("space"));
}
document.addEventListener("keydown", (event) => {
  const key = KEYBOARD[event.key];
  // Enter on a link or on a switch means that link or switch.
  if (!key || event.ctrlKey || event.altKey || event.metaKey) return;
  if (event.key === "Enter" && event.target.closest("a, [aria-pressed]")) return;
  event.preventDefault();
  if (!event.repeat) keys[key].down("keyboard");
});
document.addEventListener("keyup", (event) => KEYBOARD[event.key] && keys[KEYBOARD[event.key]].up("keyboard"));

/* ---- a seat by its number: two digits within a second where one would not do ---- */

const DIGITS_MS = 1000;
let typed = "";
let waiting = 0;

function showTyped() {
  $("typed").hidden = typed === "";
  setText($("typed"), pick({ zh: `坐到 ${typed}… 号`, en: `Sit at ${typed}…` }));
}

function sit() {
  const link = document.querySelector(`#ring li[data-seat="${typed}"] a, #spares a[data-seat="${typed}"]`);
  typed = "";
  showTyped();
  if (link) link.click();
}

function type(digit) {
  clearTimeout(waiting);
  typed += digit;
  const buttons = [...view.seats.map(({ seat }) => seat), ...view.spares.map(({ pad }) => pad)];
  const further = buttons.map(String).filter((seat) => seat.startsWith(typed) && seat !== typed);
  showTyped();
  if (further.length === 0) sit();
  else waiting = setTimeout(sit, DIGITS_MS);
}

document.addEventListener("keydown", (event) => {
  if (!view || event.repeat || event.ctrlKey || event.altKey || event.metaKey) return;
  if (/^[0-9]$/.test(event.key)) type(event.key);
  else if (event.key.toLowerCase() === "w") $("wall").click();
});

whenLanguageChanges(draw);
startLanguages();
