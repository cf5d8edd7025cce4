// Elements, made of text nodes only: nothing that comes from a log is ever parsed as HTML.

/// An element with attributes, listeners (`onclick`) and children: elements, texts, or nothing.
export function el(tag, properties = {}, ...children) {
  return filled(document.createElement(tag), properties, children);
}

/// An element of SVG.
export function svg(tag, properties = {}, ...children) {
  return filled(document.createElementNS("http://www.w3.org/2000/svg", tag), properties, children);
}

function filled(element, properties, children) {
  for (const [name, value] of Object.entries(properties)) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.flat().filter((item) => item !== null && item !== undefined));
  return element;
}

/// Shows a dialog, which is gone when it is closed; `content` takes what closes it.
export function showDialog(title, content) {
  const dialog = el("dialog", { "aria-label": title, onclose: () => dialog.remove() });
  const close = () => dialog.close();
  dialog.append(
    el(
      "header", {}, el("h2", {}, title),
      el("button", { type: "button", onclick: close }, "Close")),
    ...content(close));
  document.body.append(dialog);
  dialog.showModal();
}

/// Whether a finger points, which needs higher rows.
export function isTouched() {
  return matchMedia("(pointer: coarse)").matches;
}

/// Items with a separator between them.
export function separated(items, separator) {
  return items.flatMap((item, index) => (index > 0 ? [separator, item] : [item]));
}

/// A text from a log, which cannot change the direction or the look of what is around it.
export function quoted(text, properties = {}) {
  const dir = rightToLeft.test(text) ? "rtl" : undefined;
  return el("bdi", { ...properties, dir }, shown(text));
}

/// A text that begins in a script from right to left.
const rightToLeft = /^[^\p{L}]*[\u0591-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/u;

/// A text in which control and invisible characters are escapes; joiners in emoji are kept.
export function shown(text) {
  return text.replace(/(?![\u200c\u200d])[\p{C}\p{Zl}\p{Zp}]/gu, (character) => {
    const short = { "\n": "\\n", "\r": "\\r", "\t": "\\t" }[character];
    return short ?? Array.from({ length: character.length }, (_, index) => {
      return `\\u${character.charCodeAt(index).toString(16).padStart(4, "0")}`;
    }).join("");
  });
}

/// Milliseconds as seconds, or as minutes and hours from a minute on.
export function time(milliseconds) {
  if (!Number.isFinite(milliseconds)) return "";
  const seconds = Math.max(0, milliseconds) / 1000;
  if (seconds < 60) return `${seconds.toFixed(3)} s`;
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  const rest = (seconds % 60).toFixed(1).padStart(4, "0");
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, "0")}:${rest}` : `${minutes}:${rest}`;
}

/// A time between two actions, in as few characters as tell it: `12 ms`, `1.2 s`, `3 min`.
export function shortTime(milliseconds) {
  if (!Number.isFinite(milliseconds)) return "";
  const units = [["ms", 1000], ["s", 60], ["min", 60], ["h", 24], ["d", Infinity]];
  let [number, unit] = [Math.max(0, milliseconds), 0];
  for (; number >= units[unit][1]; unit += 1) number /= units[unit][1];
  if (unit === 0 && number < 0.5) return "0";
  return `${number < 9.95 && unit > 0 ? number.toFixed(1) : Math.round(number)} ${units[unit][0]}`;
}

// Made before a log is opened, since it takes some milliseconds.
const grouped = new Intl.NumberFormat("en-US");

/// A number with its digits in groups: `1,200`.
export function digits(number) {
  return grouped.format(number);
}

/// A count with its noun: `1 action`, `1,200 actions`.
export function count(number, noun, plural = `${noun}s`) {
  return `${digits(number)} ${number === 1 ? noun : plural}`;
}

/// A number of bytes as a person writes it.
export function bytes(number) {
  const units = ["bytes", "KB", "MB", "GB"];
  let unit = 0;
  while (number >= 1000 && unit < units.length - 1) {
    number /= 1000;
    unit += 1;
  }
  return `${unit === 0 ? number : number.toFixed(number < 10 ? 1 : 0)} ${units[unit]}`;
}

/// A word as a shell takes it literally; null if it has characters that a terminal interprets.
export function shellWord(text) {
  if (shown(text) !== text) return null;
  if (/^[\w@%+=:,./-]+$/.test(text)) return text;
  return `'${text.replaceAll("'", "'\\''")}'`;
}
