// What a row of the list says of its action: the payload, and what it changed, each in a few words.
//
//   refund   order 68 cents 3300     /orders[id=68]/cents 2010 → 0 (−2010)
//
// A text is in pieces, each [kind, text], so that the page can tell names and values apart.

import { writeJSON } from "./json.js";
import { cut, preview } from "./tree.js";
import { isContainer, isNumber } from "./values.js";

/// The most pieces of a payload, and the most characters of one.
const piecesMax = 24;
const pieceMax = 60;
/// The most changes in a row.
const rowChangesMax = 3;

/// A payload without the names that only repeat the type, in pieces.
export function payloadPieces(payload, type, dateOf) {
  const pieces = [];
  let value = payload;
  let [rest, path] = [type.split("."), []];
  while (value instanceof Map && value.size === 1) {
    const [[key, inner]] = value;
    const isType = key === rest.join(".") || key === rest[0];
    if (!isType && key !== "_0") break;
    if (isType) rest = key === rest[0] ? rest.slice(1) : [];
    [value, path] = [inner, [...path, key]];
  }
  if (!(value instanceof Map)) return [valuePiece(value, path, dateOf)];
  for (const [key, member] of value) {
    if (pieces.length >= piecesMax) return [...pieces, ["quiet", "…"]];
    if (!/^_\d+$/.test(key)) pieces.push(["name", cut(key, pieceMax)]);
    pieces.push(valuePiece(member, [...path, key], dateOf));
  }
  return pieces;
}

function valuePiece(value, tokens, dateOf) {
  const date = dateOf(value, tokens);
  return date ? ["date", shortDate(date)] : ["value", swiftText(value)];
}

/// A date without what is zero: `2026-11-25 09:30`.
function shortDate(text) {
  return text.replace("T", " ").replace(/(:00)?(\.000)?Z$/, "Z");
}

/// A value as Swift writes it where that is shorter: `.left(42)` of `{"left":{"_0":42}}`.
function swiftText(value) {
  const [[name, inner] = []] = value instanceof Map && value.size === 1 ? value : [];
  if (!(inner instanceof Map) || !/^[a-z_]\w*$/i.test(name)) return preview(value, pieceMax);
  const isCase = Array.from(inner.keys()).every((key, index) => key === `_${index}`);
  if (!isCase) return preview(value, pieceMax);
  const values = Array.from(inner.values()).slice(0, piecesMax).map(swiftText).join(", ");
  return cut(`.${name}${values && `(${values})`}`, pieceMax);
}

/// The first changes, nearest to the root first, each as its pieces, and how many there are more.
export function changePieces(changes, dateOf) {
  const byDepth = changes.toSorted(({ tokens: left }, { tokens: right }) => (
    left.length - right.length));
  const shown = byDepth.slice(0, rowChangesMax);
  return {
    changes: shown.map((change) => piecesOf(change, dateOf, shown.length > 1)),
    more: changes.length - shown.length,
  };
}

const signPieces = { added: ["new", "+ "], removed: ["old", "− "], moved: ["moved", "> "] };

function piecesOf({ path, tokens, change, old, new: now, from, to }, dateOf, isShort) {
  const sign = signPieces[change];
  const pieces = [...(sign ? [sign] : []), ["path", path || "the whole state"]];
  if (change === "moved") return [...pieces, ["quiet", `${from} → ${to}`]];
  const text = (value) => {
    const date = dateOf(value, tokens);
    return date ? shortDate(date) : preview(value, pieceMax);
  };
  if (change === "added") return isContainer(now) ? pieces : [...pieces, ["new", text(now)]];
  if (change === "removed") return isContainer(old) ? pieces : [...pieces, ["old", text(old)]];
  const difference = differenceText(old, now);
  if (isShort && difference) return [...pieces, differencePiece(difference)];
  const isLong = !difference && (isContainer(old) || isContainer(now));
  pieces.push(["old", isLong ? "…" : text(old)], ["quiet", "→"], ["new", isLong ? "…" : text(now)]);
  return difference ? [...pieces, differencePiece(difference)] : pieces;
}

function differencePiece(text) {
  return [text.startsWith("−") ? "less" : "more", text];
}

/// By how much a number changed: `+520`, `−0.1`; undefined for other values.
export function differenceText(old, now) {
  if (!isNumber(old) || !isNumber(now)) return undefined;
  const places = Math.max(...[old, now].map(decimalPlaces));
  const [before, after] = [old, now].map((number) => Number(number.text ?? number));
  const difference = after - before;
  // Beyond this, a difference of doubles is not that of the numbers.
  const largest = Math.max(Math.abs(before), Math.abs(after)) * 10 ** places;
  if (!(largest < 2 ** 53) || difference === 0) return undefined;
  const text = places === 0
    ? String(Math.abs(difference)) : withoutNoise(difference, before, after);
  return `${difference < 0 ? "−" : "+"}${text}`;
}

/// The digits that a double of the numbers' size tells of their difference.
const doubleDigits = 14;

/// A difference without the noise of binary fractions.
function withoutNoise(difference, before, after) {
  const size = (number) => Math.floor(Math.log10(Math.abs(number)));
  const lost = Math.max(...[before, after].filter((number) => number !== 0).map(size))
    - size(difference);
  const digits = Math.max(1, Math.min(12, doubleDigits - lost));
  return String(Number(Math.abs(difference).toPrecision(digits)));
}

function decimalPlaces(number) {
  const [, fraction = "", exponent = "0"] =
    /^-?\d+(?:\.(\d+))?(?:e([+-]?\d+))?$/i.exec(writeJSON(number)) ?? [];
  return Math.max(0, fraction.length - Number(exponent));
}
