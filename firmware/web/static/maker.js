// Everything at once, for whoever builds the machine. Spoils the game.

import {
  connect, judgeSpeaks, lang, make, mood, phaseName, pick, setText, showLamp, startLanguages, whenLanguageChanges,
} from "/static/table.js";

const $ = (id) => document.getElementById(id);
let view = null;

const PATTERN = {
  off: { zh: "", en: "" },
  steady: { zh: "常亮", en: "steady" },
  fast: { zh: "快闪", en: "fast" },
  slow: { zh: "慢闪", en: "slow" },
  double: { zh: "双闪", en: "double" },
  heartbeat: { zh: "心跳", en: "heartbeat" },
};

function makeRow() {
  return make("tr", {},
    make("th", { scope: "row" }),
    make("td", { class: "card-cell" }, make("span", { class: "glyph" }), make("span", { class: "role" })),
    make("td", { class: "lamp-cell" }, make("span", { class: "dot" }), make("span", { class: "small" })),
    make("td", { class: "down" }), make("td"), make("td"));
}

function drawSeats() {
  const body = $("seats");
  while (body.children.length > view.seats.length) body.lastChild.remove();
  while (body.children.length < view.seats.length) body.append(makeRow());
  const lamps = new Map(view.lamps.map((lamp) => [lamp.seat, lamp]));
  const awake = new Set(view.prompt ? view.prompt.awake : []);
  view.seats.forEach((seat, index) => {
    const row = body.children[index];
    const [number, card, lamp, down, who, state] = row.children;
    const light = lamps.get(seat.seat);
    row.dataset.seat = seat.seat;
    row.dataset.out = seat.out;
    row.dataset.awake = awake.has(seat.seat);
    setText(number, String(seat.seat));
    card.dataset.side = seat.card ? seat.card.side : "none";
    setText(card.children[0], seat.card ? seat.card.glyph : "");
    setText(card.children[1], seat.card ? pick(seat.card.name) : "—");
    showLamp(lamp.children[0], light);
    setText(lamp.children[1], pick(PATTERN[light ? light.pattern : "off"]));
    down.dataset.down = seat.down;
    setText(down, seat.down ? pick({ zh: "按下", en: "down" }) : "");
    setText(who, pick(seat.person ? { zh: "玩家", en: "person" } : { zh: "机器人", en: "bot" }));
    setText(state, [
      seat.out && pick({ zh: "出局", en: "out" }),
      seat.sheriff && pick({ zh: "警长", en: "sheriff" }),
      seat.speaking && pick({ zh: "发言", en: "speaking" }),
      awake.has(seat.seat) && pick({ zh: "睁眼", en: "awake" }),
    ].filter(Boolean).join(" "));
  });
}

// What lies face down for 盗贼: whoever plays staff has to enter it.
function drawFaceDown() {
  const names = view.face_down.map((card) => pick(card.name));
  $("face-down").hidden = names.length === 0;
  setText($("face-down"), pick({ zh: `底牌：${names.join("、")}`, en: `Spare cards: ${names.join(", ")}` }));
}

function drawPrompt() {
  const list = $("prompt");
  const prompt = view.prompt;
  if (!prompt) {
    list.replaceChildren(make("dd", { class: "small", text: pick({ zh: "没有提问", en: "No prompt is open" }) }));
    return;
  }
  const asked = prompt.asked.map((one) => (one.options.length ? `${one.seat} → ${one.options.join(" ")}` : String(one.seat)));
  const rows = [
    [{ zh: "种类", en: "Kind" }, `${prompt.kind} · ${prompt.form} · ${prompt.eyes}`],
    [{ zh: "句子", en: "Line" }, prompt.line + (prompt.seat ? ` (${prompt.seat})` : "")],
    [{ zh: "选项", en: "Options" }, prompt.options.join(" ")],
    [{ zh: "睁眼", en: "Awake" }, prompt.awake.join(" ")],
    [{ zh: "可答", en: "May answer" }, asked.join("\n")],
    [{ zh: "随时", en: "Offers" }, prompt.offers.join("\n")],
  ];
  list.replaceChildren(...rows.filter(([, value]) => value).flatMap(([name, value]) => [
    make("dt", { text: pick(name) }), make("dd", { text: value })]));
}

// Minutes, seconds and tenths since the game began.
function since(ms) {
  const tenths = Math.max(0, Math.floor(ms / 100));
  return `${Math.floor(tenths / 600)}:${String(Math.floor(tenths / 10) % 60).padStart(2, "0")}.${tenths % 10}`;
}

function drawLogs() {
  const newest = (list) => [...list].reverse();
  // Newest first; where a night or a day began, a line says which.
  const lines = [];
  let above = null;
  for (const note of newest(view.timeline)) {
    const part = pick(phaseName({ n: note.n, night: note.night }));
    if (part !== above) lines.push(make("li", { class: "part", text: part }));
    above = part;
    lines.push(make("li", {},
      make("time", { text: since(note.at_ms - view.began_ms) }), make("span", { text: note.text }),
      make("span", { class: "small", text: `${(note.length_ms / 1000).toFixed(1)} s` })));
  }
  $("timeline").replaceChildren(...lines);
  $("events").replaceChildren(...newest(view.events).map((line) => {
    const [name, ...rest] = line.split(" ");
    return make("li", {}, make("strong", { text: name }), ` ${rest.join(" ")}`);
  }));
}

function draw() {
  document.title = lang() === "zh" ? "剧透 · 法官" : "Spoiler · faguan";
  if (!view) return;
  mood(view.room);
  setText($("phase"), pick(phaseName(view.room)));
  drawSeats();
  drawFaceDown();
  drawPrompt();
  drawLogs();
}

connect("/ws/maker", (next) => {
  view = next;
  judgeSpeaks(view.room.language);
  draw();
});

whenLanguageChanges(draw);
startLanguages();
