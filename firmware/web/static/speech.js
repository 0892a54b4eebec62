// The judge's voice on the pages that everybody hears: what is said is fetched, decoded and played on the judge's clock.

import { judgeNow, judgeSpeed, pick, whenLanguageChanges } from "/static/table.js";

const RATE = 48000;
const FADE_S = 0.05;
// From deciding to play until the first sample: as much as an audio thread needs to be told.
const LEAD_S = 0.02;
// A page that is told of a sentence later than this joins where the judge is; else it says the sentence from its start,
// and waits no longer than this for the one before to end.
const LATE_MS = 700;
// Decoded recordings that are kept: some minutes of speech.
const KEPT = 160;
// Frames over which a recording ends.
const SOFT = RATE / 200;
const CHOICE = "speech";

const button = document.getElementById("speech");
const note = document.getElementById("speech-note");
const hint = document.getElementById("unheard");

let view = null;
let context = null;

/* ---- the switch: its reader's choice, else the server's ---- */

function wanted() {
  if (!view || !view.speech || judgeSpeed() !== 1) return false;
  const choice = localStorage.getItem(CHOICE);
  return choice === null ? view.speech.aloud : choice === "on";
}

function choose(on) {
  localStorage.setItem(CHOICE, on ? "on" : "off");
  refresh();
}

/* ---- a browser lets nothing be heard before a key or a click ---- */

function silenced() {
  return wanted() && context.state !== "running";
}

// The key or click that lets the voice be heard does not switch it off as well.
let woke = false;

function touched(event) {
  if (event.type !== "pointerup") woke = Boolean(context) && silenced();
  if (context && silenced()) context.resume();
}

for (const type of ["pointerdown", "pointerup", "keydown"]) document.addEventListener(type, touched, true);

function toggle() {
  if (woke) woke = false;
  else if (!button.hidden && !button.disabled) choose(!wanted());
}

button.addEventListener("click", toggle);
document.addEventListener("keydown", (event) => {
  if (event.repeat || event.ctrlKey || event.altKey || event.metaKey) return;
  if (event.key.toLowerCase() === "s") toggle();
});
// Another page of this browser was switched.
window.addEventListener("storage", (event) => event.key === CHOICE && refresh());

/* ---- one page of a browser speaks: room and wall may both be open ---- */

let mine = false;
let claiming = false;
let letGo = null;

async function claim() {
  if (claiming) return;
  claiming = true;
  await navigator.locks.request("faguan-voice", async () => {
    if (!wanted() || silenced()) return;
    const done = new Promise((resolve) => { letGo = resolve; });
    mine = true;
    refresh();
    await done;
  });
  claiming = false;
  refresh();
}

function release() {
  mine = false;
  if (letGo) letGo();
  letGo = null;
}

/* ---- recordings ---- */

const clips = new Map();

// Some browsers lose the last hundredth of a second of such a file, and what was a fade would end in a click.
function softened(buffer) {
  for (let channel = 0; channel < buffer.numberOfChannels; channel += 1) {
    const end = buffer.getChannelData(channel).subarray(-SOFT);
    end.forEach((sample, index) => { end[index] = sample * (1 - (index + 1) / end.length); });
  }
  return buffer;
}

async function load(src) {
  try {
    const response = await fetch(src);
    if (!response.ok) throw new Error(`${response.status}`);
    return softened(await context.decodeAudioData(await response.arrayBuffer()));
  } catch {
    // The rest of the sentence is heard all the same; next time it is asked for again.
    clips.delete(src);
    return null;
  }
}

function clip(src) {
  const known = clips.get(src) ?? load(src);
  clips.delete(src);
  clips.set(src, known);
  if (clips.size > KEPT) clips.delete(clips.keys().next().value);
  return known;
}

/* ---- a chime calls for the caption of a sentence that nobody can say ---- */

const CHIME_HZ = 880;
const CHIME_STEP_S = 0.16;
const CHIME_S = 0.86;
const CHIME_GAIN = 0.12;
const ATTACK_S = 0.008;

let bell = null;

// One high tone, twice, as the loudspeaker has it.
function chime() {
  if (bell) return bell;
  bell = context.createBuffer(1, Math.round(CHIME_S * context.sampleRate), context.sampleRate);
  const samples = bell.getChannelData(0);
  for (const from of [0, CHIME_STEP_S]) {
    for (let index = Math.round(from * context.sampleRate); index < samples.length; index += 1) {
      const t = index / context.sampleRate - from;
      const fade = Math.min(1, t / ATTACK_S) * 10 ** (-3 * t / (CHIME_S - CHIME_STEP_S));
      samples[index] += CHIME_GAIN * fade * Math.sin(2 * Math.PI * CHIME_HZ * t);
    }
  }
  return softened(bell);
}

/* ---- sentences ---- */

let asked = "";
let saying = null;

// Every recording starts on a sample of its own, so that two that belong together join without a gap.
function begin(caption, joined, places, buffers) {
  const soon = Math.max(context.currentTime + LEAD_S, saying ? saying.ends : 0);
  const now = Math.ceil(soon * context.sampleRate) / context.sampleRate;
  const gain = context.createGain();
  gain.connect(context.destination);
  saying = { gain, sources: [], ends: now, until: caption.at_ms + caption.length_ms };
  places.forEach(({ at }, index) => {
    const buffer = buffers[index];
    const from = now - joined + at / RATE;
    if (!buffer || from + buffer.duration <= now) return;
    const source = context.createBufferSource();
    source.buffer = buffer;
    source.connect(gain);
    source.start(Math.max(from, now), Math.max(0, now - from));
    saying.sources.push(source);
    saying.ends = Math.max(saying.ends, from + buffer.duration);
  });
}

function hush() {
  if (!saying) return;
  const now = context.currentTime;
  saying.gain.gain.setValueAtTime(1, now);
  saying.gain.gain.linearRampToValueAtTime(0, now + FADE_S);
  saying.sources.forEach((source) => source.stop(now + FADE_S));
  saying = null;
}

async function say() {
  const { caption, speech } = view;
  const key = caption ? `${caption.number} ${caption.at_ms}` : "";
  if (key === asked) return;
  asked = key;
  // The judge was broken off; a sentence that is only a little late here ends before the next.
  const left = saying ? (saying.ends - context.currentTime) * 1000 : 0;
  if (!caption || left > LATE_MS || (saying && caption.at_ms < saying.until)) hush();
  if (!caption) return;
  const since = judgeNow() - caption.at_ms;
  if (since > caption.length_ms + LATE_MS) return;
  const buffers = await Promise.all(speech.clips.map(({ src }) => clip(src)));
  if (asked !== key) return;
  if (buffers.some(Boolean)) begin(caption, since > LATE_MS ? since / 1000 : 0, speech.clips, buffers);
  else if (since <= LATE_MS) begin(caption, 0, [{ at: 0 }], [chime()]);
}

/* ---- together ---- */

function noteText() {
  if (judgeSpeed() !== 1) return { zh: "只在正常速度下播报", en: "Only at normal speed" };
  if (wanted() && !silenced() && !mine) return { zh: "另一个网页正在播报", en: "Another page of this browser is speaking" };
  return { zh: "", en: "" };
}

function refresh() {
  if (!view) return;
  const on = wanted();
  if (on && !context) {
    context = new AudioContext({ sampleRate: RATE });
    context.addEventListener("statechange", refresh);
  }
  const heard = on && !silenced();
  for (const element of [button, ...document.querySelectorAll(".speech-help")]) element.hidden = !view.speech;
  button.disabled = judgeSpeed() !== 1;
  button.setAttribute("aria-pressed", String(on));
  hint.hidden = !on || heard;
  if (heard) claim();
  else release();
  note.textContent = button.title = pick(noteText());
  if (heard && mine) say();
  else {
    asked = "";
    hush();
  }
}

export function hear(next) {
  view = next;
  refresh();
}

whenLanguageChanges(refresh);
