// One seat: one button, one lamp, and a card that lies face down until its player looks.

import {
  asksText, connect, eachFrame, floorLeft, held, judgeSpeaks, minutes, mood, phaseName, pick, setText, showCaption, showLamp,
  startLanguages, whenLanguageChanges, WINNER,
} from "/static/table.js";

const $ = (id) => document.getElementById(id);
const seat = Number(new URLSearchParams(location.search).get("seat"));
let view = null;
let looking = false;

const SIDE = {
  god: { zh: "神职 · 好人", en: "God · good" },
  folk: { zh: "平民 · 好人", en: "Villager · good" },
  wolf: { zh: "狼人阵营", en: "Wolf pack" },
  none: { zh: "阵营不固定", en: "No fixed camp" },
};

// The seat that this button is pressed for: its own, or where it is a spare one that of whoever has it.
function player() {
  return view.stands_for ?? seat;
}

function spareText() {
  if (!view.used) {
    return view.stands_for
      ? { zh: `备用按钮，${view.stands_for}号在用`, en: `Spare button, used by seat ${view.stands_for}` }
      : { zh: "备用按钮，没有座位在用", en: "Spare button, used by no seat" };
  }
  if (view.pad === 0) return { zh: "按钮已停用", en: "This button is switched off" };
  return view.pad ? { zh: `用的是${view.pad}号备用按钮`, en: `With the spare button ${view.pad}` } : { zh: "", en: "" };
}

function stateText() {
  if (!view.used && !view.stands_for) return { zh: "", en: "" };
  if (view.end) return WINNER[view.end.winner];
  if (view.out && !mayStillAnswer()) return { zh: "你已出局", en: "You are out" };
  if (!view.floor) return standing();
  const left = minutes(floorLeft(view.floor));
  if (view.floor.seat === player() && view.silenced) {
    return { zh: `你被禁言，用手势表态 ${left}`, en: `You are silenced: gestures only ${left}` };
  }
  return view.floor.seat === player()
    ? { zh: `轮到你发言 ${left}`, en: `You have the floor ${left}` }
    : { zh: `${view.floor.seat}号发言 ${left}`, en: `Seat ${view.floor.seat} has the floor ${left}` };
}

// Whoever is out may yet shoot, or pass the badge on.
function mayStillAnswer() {
  return ["shot", "take", "blast", "confirm", "again"].includes(view.asks) || (view.asks === "badge" && view.sheriff);
}

const OWN_ASKS = {
  badge: { zh: "报到谁就按一下交给谁；不按就撕掉", en: "Press when the new sheriff is called; no press tears the badge" },
  order: { zh: "报到你要的顺序就按一下", en: "Press when the wanted order is called" },
};

function standing() {
  if (view.sheriff && OWN_ASKS[view.asks]) return OWN_ASKS[view.asks];
  const voting = view.asks.startsWith("ballot");
  if (view.asks && !(voting && view.flipped)) return asksText(view);
  if (view.silenced) return { zh: "你今天被禁言：不能说话", en: "You are silenced: do not speak today" };
  if (view.sheriff) return { zh: "你是警长", en: "You are the sheriff" };
  if (view.flipped) return { zh: "你翻牌了：可以发言，不能投票", en: "You have flipped: you may speak, not vote" };
  return { zh: "", en: "" };
}

function drawCard() {
  const card = view.card;
  $("card").dataset.open = Boolean(card);
  $("card").dataset.dealt = view.dealt;
  $("card").dataset.side = card ? card.side : "none";
  setText($("glyph"), card ? card.glyph : "");
  setText($("role"), card ? pick(card.name) : "");
  setText($("side"), card ? pick(SIDE[card.side]) : "");
  $("look").disabled = !view.dealt;
  $("look").setAttribute("aria-pressed", looking);
  setText($("card-hint"), pick(!view.dealt
    ? { zh: "还没有发牌", en: "No card yet" }
    : card ? { zh: "看完请扣回去", en: "Turn it face down again" }
      : { zh: "只有你看得到；按住或点一下", en: "Only you see it; hold or click" }));
}

function draw() {
  const spare = view && !view.used;
  setText($("seat"), pick(spare ? { zh: `备用 ${seat}`, en: `Spare ${seat}` } : { zh: `${seat}号`, en: `Seat ${seat}` }));
  document.title = pick({ zh: `${$("seat").textContent} · 法官`, en: `${$("seat").textContent} · faguan` });
  setText($("number"), String(seat));
  if (!view) return;
  mood(view);
  setText($("phase"), pick(phaseName(view)));
  showCaption($("caption"), view.caption);
  showLamp($("lamp"), view.lamp);
  document.body.dataset.out = view.out && !mayStillAnswer();
  setText($("spare"), pick(spareText()));
  $("own-card").hidden = !view.used;
  drawCard();
  drawState();
}

function drawState() {
  setText($("state"), pick(stateText()));
  $("state").dataset.mine = Boolean(view.floor && view.floor.seat === player());
}

eachFrame(() => view && drawState());

const send = connect(`/ws/seat/${seat}`, (next) => {
  // A new connection starts with the card face down.
  if (view === null || document.body.dataset.online === "false") looking = false;
  view = next;
  judgeSpeaks(view.language);
  draw();
});

/* ---- the button ---- */

const button = held($("button"), (down) => send({ down }));
document.addEventListener("keydown", (event) => {
  if (event.key !== " " || event.target.closest("a, [data-language], #look")) return;
  event.preventDefault();
  if (!event.repeat) button.down("space");
});
document.addEventListener("keyup", (event) => event.key === " " && button.up("space"));

/* ---- the card: held it shows while held, clicked it shows until clicked again ---- */

const HELD_MS = 400;
let pressedAt = 0;
let openedByThis = false;

function look(wanted) {
  if (looking === wanted) return;
  if (send({ look: wanted })) looking = wanted;
}

$("look").addEventListener("pointerdown", () => {
  pressedAt = performance.now();
  openedByThis = !looking;
  look(true);
});
$("look").addEventListener("click", (event) => {
  // A click without a pointer (keyboard, screen reader) simply turns the card over.
  if (event.detail === 0) look(!looking);
  else if (!openedByThis || performance.now() - pressedAt > HELD_MS) look(false);
  // After a mouse or a finger the space bar is the button again; who came by Tab stays on the card.
  if (event.detail !== 0) $("look").blur();
});
for (const end of ["pointercancel", "pointerleave"]) {
  $("look").addEventListener(end, (event) => {
    if (event.buttons && openedByThis) look(false);
  });
}
document.addEventListener("visibilitychange", () => document.hidden && look(false));

// C shows it for as long as it is held.
const isCard = (event) => event.key.toLowerCase() === "c" && !event.ctrlKey && !event.altKey && !event.metaKey;
document.addEventListener("keydown", (event) => isCard(event) && !event.repeat && view && view.dealt && look(true));
document.addEventListener("keyup", (event) => event.key.toLowerCase() === "c" && look(false));
window.addEventListener("blur", () => look(false));

whenLanguageChanges(draw);
startLanguages();
