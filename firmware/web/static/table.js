// What all three pages share: the connection, the judge's clock, lamps, languages, held buttons.

/* ---- the judge's clock: every message brings its present, we let it run on until the next ---- */

const clock = { nowMs: 0, receivedAt: 0, speed: 1 };

export function judgeNow() {
  return clock.nowMs + (performance.now() - clock.receivedAt) * clock.speed;
}

export function judgeSpeed() {
  return clock.speed;
}

/* ---- the connection: opens again by itself for ever ---- */

const RETRY_MS = [250, 500, 1000, 2000];

export function connect(path, onView) {
  const state = { socket: null, tries: 0 };
  const offline = document.getElementById("offline");

  function open() {
    const socket = new WebSocket(`ws://${location.host}${path}`);
    state.socket = socket;
    socket.addEventListener("message", (event) => {
      state.tries = 0;
      offline.hidden = true;
      document.body.dataset.online = "true";
      const message = JSON.parse(event.data);
      clock.nowMs = message.now_ms;
      clock.receivedAt = performance.now();
      clock.speed = message.speed;
      onView(message.view);
    });
    socket.addEventListener("close", () => {
      offline.hidden = false;
      document.body.dataset.online = "false";
      setTimeout(open, RETRY_MS[Math.min(state.tries++, RETRY_MS.length - 1)]);
    });
  }

  open();
  return (message) => {
    if (state.socket.readyState !== WebSocket.OPEN) return false;
    state.socket.send(JSON.stringify(message));
    return true;
  };
}

/* ---- languages: Chinese first; the page remembers what its reader chose ---- */

let chosen = localStorage.getItem("language");
let judges = "zh";
const onLanguage = [];

export function lang() {
  return chosen ?? judges;
}

export function pick(text) {
  return text[lang()];
}

export function other(text) {
  return text[lang() === "zh" ? "en" : "zh"];
}

export function otherLang() {
  return lang() === "zh" ? "en" : "zh";
}

export function whenLanguageChanges(redraw) {
  onLanguage.push(redraw);
}

// The page follows the judge's language until its reader has chosen one.
export function judgeSpeaks(spoken) {
  const before = lang();
  judges = spoken;
  if (lang() !== before) translate();
}

function translate() {
  document.documentElement.lang = lang() === "zh" ? "zh-CN" : "en";
  for (const element of document.querySelectorAll("[data-zh]")) {
    element.textContent = element.dataset[lang()];
  }
  for (const element of document.querySelectorAll("[data-label-zh]")) {
    element.setAttribute("aria-label", lang() === "zh" ? element.dataset.labelZh : element.dataset.labelEn);
  }
  for (const element of document.querySelectorAll("[data-language]")) {
    element.setAttribute("aria-pressed", String(element.dataset.language === lang()));
  }
  onLanguage.forEach((redraw) => redraw());
}

export function startLanguages() {
  for (const element of document.querySelectorAll("[data-language]")) {
    element.addEventListener("click", () => {
      chosen = element.dataset.language;
      localStorage.setItem("language", chosen);
      translate();
    });
  }
  translate();
}

/* ---- lamps: a pattern is a function of the time since it began ---- */

const LIT = {
  off: () => false,
  steady: () => true,
  fast: (ms) => ms % 250 < 125,
  slow: (ms) => ms % 1000 < 500,
  double: (ms) => ms < 120 || (ms >= 240 && ms < 360),
  heartbeat: (ms) => { const beat = ms % 1500; return beat < 120 || (beat >= 300 && beat < 420); },
};

const shown = new Map();

// `element` shows `lamp` ({pattern, since_ms}) from now on; null is dark.
export function showLamp(element, lamp) {
  shown.set(element, lamp ?? { pattern: "off", since_ms: 0 });
  element.dataset.pattern = lamp ? lamp.pattern : "off";
  paintLamp(element);
}

function paintLamp(element) {
  const lamp = shown.get(element);
  const on = String(LIT[lamp.pattern](Math.max(0, judgeNow() - lamp.since_ms)));
  if (element.dataset.on !== on) element.dataset.on = on;
}

const everyFrame = [];

export function eachFrame(paint) {
  everyFrame.push(paint);
}

function frame() {
  for (const element of shown.keys()) {
    if (element.isConnected) paintLamp(element);
    else shown.delete(element);
  }
  everyFrame.forEach((paint) => paint());
  requestAnimationFrame(frame);
}
requestAnimationFrame(frame);

/* ---- held buttons: the page sends edges and thinks nothing about them ---- */

// Returns {down(source), up(source)}: down while any source holds it; `send(down, lost)` hears each change. It is
// `lost` when no finger has let go: the page cannot see the finger any more.
export function held(element, send) {
  const sources = new Set();
  function change(source, isDown, lost = false) {
    const before = sources.size > 0;
    if (isDown) sources.add(source);
    else sources.delete(source);
    const after = sources.size > 0;
    if (before === after) return;
    element.dataset.down = String(after);
    send(after, lost);
  }
  const down = (source) => change(source, true);
  const up = (source) => change(source, false);
  const lose = () => [...sources].forEach((source) => change(source, false, true));

  element.addEventListener("pointerdown", (event) => {
    if (event.pointerType === "mouse" && event.button !== 0) return;
    event.preventDefault();
    element.focus({ preventScroll: true });
    element.setPointerCapture(event.pointerId);
    down(`pointer ${event.pointerId}`);
  });
  for (const end of ["pointerup", "pointercancel", "lostpointercapture"]) {
    element.addEventListener(end, (event) => up(`pointer ${event.pointerId}`));
  }
  element.addEventListener("contextmenu", (event) => event.preventDefault());
  // A page that loses the keyboard hears no more key-up: let go of everything.
  window.addEventListener("blur", lose);
  document.addEventListener("visibilitychange", () => document.hidden && lose());
  return { down, up };
}

/* ---- words ---- */

const DIGITS = "零一二三四五六七八九";

export function hanzi(n) {
  if (n < 10) return DIGITS[n];
  if (n < 20) return `十${n % 10 ? DIGITS[n % 10] : ""}`;
  return `${DIGITS[Math.floor(n / 10)]}十${n % 10 ? DIGITS[n % 10] : ""}`;
}

export function phaseName(view) {
  if (view.end && !view.end.winner) return { zh: "游戏中止", en: "Game stopped" };
  if (view.end) return { zh: "游戏结束", en: "Game over" };
  if (view.dealing) return { zh: "发身份", en: "Dealing" };
  if (view.phase === "setup" || view.n === 0) return { zh: "准备", en: "Getting ready" };
  if (view.night) return { zh: `第${hanzi(view.n)}夜`, en: `Night ${view.n}` };
  return { zh: `第${hanzi(view.n)}天`, en: `Day ${view.n}` };
}

// What the judge asks for right now, as an instruction; nothing of it says whether anybody has pressed.
const ASKS = {
  ready: { zh: "看好自己的牌，按一下按钮", en: "Look at your card, then press once" },
  bid: { zh: "闭着眼：要竞选警长，按一下；不竞选就不按", en: "Eyes shut. To stand for sheriff press once, else do nothing" },
  withdraw: { zh: "退水时间：警上的玩家要退出，按住按钮两秒", en: "Candidates: to withdraw, hold your button for two seconds" },
  ballot: { zh: "闭着眼投票：报到你要投的号码时按一下；不按就是弃票", en: "Eyes shut. Press when your choice is called; no press is an abstention" },
  ballot_open: { zh: "投票：报到你要投的号码时按一下；不按就是弃票", en: "Press when your choice is called; no press is an abstention" },
  badge: { zh: "警长决定警徽：报到谁就按一下交给谁；不按就撕掉", en: "The sheriff presses when the new sheriff is called; no press tears the badge" },
  order: { zh: "警长选发言顺序：报到时按一下", en: "The sheriff presses when the wanted order is called" },
  shot: { zh: "可以开枪的人：报到谁就按一下带走谁；不按就不开枪", en: "Who may shoot presses when the target is called; no press is no shot" },
  claim: { zh: "拿这张牌的狼人，再连按两下", en: "The wolf with this card taps twice again" },
  tour: { zh: "叫到你的号码时睁眼看灯：一直亮是情侣，快闪不是", en: "When your number is called look at your lamp: steady means lover, blinking means not" },
  deal: { zh: "叫到你的号码时睁眼：灯亮时念到的就是你的身份", en: "When your number is called look at your lamp: it lights at the name of your card" },
  duel: { zh: "骑士选决斗的目标：报到谁就按一下；不按就没有决斗", en: "The knight presses when the opponent is called; no press is no duel" },
  take: { zh: "自爆的人要带人：报到谁就按一下；不按就不带", en: "Who self-destructed may press to take somebody along; no press takes nobody" },
  blast: { zh: "被放逐的人：要引爆就按一下；不按就不引爆", en: "Who was voted out may press to blow up; no press is no blast" },
  confirm: { zh: "选的人要取消，按住按钮；不按就算数", en: "Who has chosen may hold the button to take it back" },
  again: { zh: "再报一遍：报到要选的就按一下", en: "Counted once more: press when the choice is called" },
};

export function asksText(view) {
  return ASKS[view.asks] ?? { zh: "", en: "" };
}

export const WINNER = {
  good: { zh: "好人胜利", en: "Good wins" },
  wolf: { zh: "狼人胜利", en: "The wolves win" },
  third: { zh: "情侣胜利", en: "The lovers win" },
  bomber: { zh: "炸弹人胜利", en: "The Bomber wins" },
  draw: { zh: "平局", en: "A draw" },
  null: { zh: "没有结果", en: "No result" },
};

export function minutes(ms) {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

export function floorLeft(floor) {
  // It is reported every second. When the reports stop, the judge is paused and so is the time.
  return Math.max(0, floor.left_ms - Math.min(1000, judgeNow() - floor.at_ms));
}

export function mood(view) {
  const name = view.end ? "end" : view.night ? "night" : "day";
  if (document.body.dataset.mood !== name) document.body.dataset.mood = name;
}

export function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name === "class") element.className = value;
    else if (name === "text") element.textContent = value;
    else element.setAttribute(name, value);
  }
  element.append(...children);
  return element;
}

// The caption in both languages: the reader's own large, the other one small below it.
export function showCaption(box, caption) {
  const [main, second] = box.children;
  main.textContent = caption ? pick(caption.text) : "";
  main.lang = lang() === "zh" ? "zh-CN" : "en";
  second.textContent = caption ? other(caption.text) : "";
  second.lang = lang() === "zh" ? "en" : "zh-CN";
  const length = main.textContent.length;
  const [count, short, long] = lang() === "zh" ? [4, 14, 26] : [8, 34, 60];
  const counted = Boolean(caption && caption.counted);
  main.dataset.length = counted ? "count" : length > long ? "long" : length > short ? "middle" : length > count ? "short" : "count";
}

export function setText(element, text) {
  if (element.textContent !== text) element.textContent = text;
}
