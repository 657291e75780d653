// Sounds, made of a few oscillators and filtered noise. Loaded when sound is switched on, and silent when it is off again.

const LOUD = 0.16; // of full scale: nothing is louder than speech

// Each part of a sound fades out to nothing at its end.
function shaped(context, source, at, length, level, attack = 0.004) {
  const gain = context.createGain();
  gain.gain.setValueAtTime(0.0001, at);
  gain.gain.exponentialRampToValueAtTime(level * LOUD, at + Math.min(attack, length / 2));
  gain.gain.linearRampToValueAtTime(0, at + length);
  source.connect(gain).connect(context.destination);
  source.start(at);
  source.stop(at + length);
}

function tone(context, at, length, from, to = from, type = "sine", level = 1, attack) {
  const source = context.createOscillator();
  source.type = type;
  source.frequency.setValueAtTime(from, at);
  source.frequency.exponentialRampToValueAtTime(to, at + length);
  shaped(context, source, at, length, level, attack);
}

function noise(context, at, length, frequency, sharp = 1, level = 1, attack) {
  const frames = Math.ceil(length * context.sampleRate), buffer = context.createBuffer(1, frames, context.sampleRate);
  const data = buffer.getChannelData(0);
  for (let i = 0; i < frames; i++) data[i] = Math.random() * 2 - 1;
  const source = context.createBufferSource(), filter = context.createBiquadFilter();
  source.buffer = buffer;
  filter.type = "bandpass";
  filter.frequency.value = frequency;
  filter.Q.value = sharp;
  shaped(context, { connect: (next) => source.connect(filter).connect(next), start: (t) => source.start(t), stop: (t) => source.stop(t) }, at, length, level, attack);
}

// Name: [length in seconds, what is heard from a moment on].
export const SOUNDS = {
  press: [0.02, (c, t) => tone(c, t, 0.02, 1400, 700, "triangle", 0.7, 0.002)],
  piece: [0.06, (c, t) => {
    tone(c, t, 0.06, 210, 90, "sine", 1, 0.003);
    noise(c, t, 0.03, 1100, 1, 0.8, 0.001);
  }],
  dice: [0.3, (c, t) => {
    for (const [after, level] of [[0, 0.9], [0.07, 0.7], [0.12, 0.8], [0.18, 0.6], [0.24, 0.9]]) noise(c, t + after, 0.06, 1900 - 2600 * after, 3, 2 * level, 0.002);
  }],
  points: [0.26, (c, t) => {
    tone(c, t, 0.14, 784, 784, "triangle", 0.7);
    tone(c, t + 0.1, 0.16, 1047, 1047, "triangle", 0.7);
  }],
  turn: [0.5, (c, t) => {
    for (const pitch of [523, 622, 784]) tone(c, t, 0.5, pitch, pitch * 1.015, "triangle", 0.3, 0.09);
    noise(c, t, 0.5, 2400, 2, 0.15, 0.05);
  }],
  crash: [0.7, (c, t) => {
    noise(c, t, 0.7, 420, 0.6, 1.6, 0.01);
    tone(c, t, 0.4, 120, 40, "sawtooth", 0.5, 0.005);
    for (const after of [0.05, 0.16, 0.3]) tone(c, t + after, 0.2, 2200 - 2000 * after, 1500 - 2000 * after, "square", 0.08, 0.002);
  }],
};

const root = document.documentElement.dataset, ends = {};
let context;

// Plays a sound by its name; one that still sounds is not begun again.
export function play(name) {
  if (root.sound !== "on" || document.hidden && name !== "turn" || !navigator.userActivation?.hasBeenActive) return;
  const [length, make] = SOUNDS[name] ?? [];
  if (!make) return;
  context ??= new AudioContext();
  context.resume();
  const at = context.currentTime;
  if (at < ends[name]) return;
  ends[name] = at + length;
  make(context, at);
}

addEventListener("sound", ({ detail }) => play(detail));
addEventListener("myturn", () => play("turn"));
document.addEventListener("click", ({ target }) => target.closest("button, a, summary, label") && play("press"), true);
