// Values of a state: where they are, whether they are equal, and what kind they are.

import { Digits, limits, numberPattern, writeJSON } from "./json.js";

/// The tokens of a JSON Pointer (RFC 6901); null if the text is none.
export function pointerTokens(text) {
  if (text === "") return [];
  if (text[0] !== "/" || /~(?![01])/.test(text)) return null;
  return text.slice(1).split("/").map((token) => token.replaceAll("~1", "/").replaceAll("~0", "~"));
}

/// The text of a pointer.
export function pointerText(tokens) {
  return tokens.map((token) => `/${escapedToken(token)}`).join("");
}

/// A key as it is written in a pointer.
export function escapedToken(token) {
  return String(token).replaceAll("~", "~0").replaceAll("/", "~1");
}

/// The index that a token names; -1 unless it is digits without leading zeros.
export function arrayIndex(token) {
  return /^(?:0|[1-9]\d{0,15})$/.test(token) ? Number(token) : -1;
}

/// A container's child; undefined if there is none.
export function child(value, token) {
  if (Array.isArray(value)) return value[arrayIndex(token)];
  return value instanceof Map ? value.get(token) : undefined;
}

/// The value at tokens; undefined if there is none.
export function valueAt(value, tokens) {
  for (const token of tokens) {
    value = child(value, token);
    if (value === undefined) return undefined;
  }
  return value;
}

export function isContainer(value) {
  return typeof value === "object" && value !== null && !(value instanceof Digits);
}

/// The number of a container's children.
export function childCount(value) {
  if (Array.isArray(value)) return value.length;
  return value instanceof Map ? value.size : 0;
}

export function isNumber(value) {
  return typeof value === "number" || value instanceof Digits;
}

/// The number as an integer from 0 to 2^53-1; undefined for any other value.
export function natural(value) {
  const number = value instanceof Digits ? integer(value) : value;
  return Number.isSafeInteger(number) && number >= 0 ? number + 0 : undefined;
}

/// The digits as an integer, if they are exactly one, such as 1.0 or 1e3.
function integer(digits) {
  const number = Number(digits.text);
  return Number.isInteger(number) && isEqual(digits, Math.abs(number)) ? number : undefined;
}

/// Whether two values are equal: numbers by their exact value, objects in any order.
///
/// A zero's sign counts, except for a patch's `test` (RFC 6902, section 4.6).
export function isEqual(left, right, { ignoresZeroSign = false } = {}) {
  if (left === right) return true;
  if (isNumber(left) && isNumber(right)) {
    const [first, second] = [numberKey(left), numberKey(right)];
    return first === second || (ignoresZeroSign && isZeroKey(first) && isZeroKey(second));
  }
  if (Array.isArray(left) && Array.isArray(right)) {
    return left.length === right.length
      && left.every((element, index) => isEqual(element, right[index], { ignoresZeroSign }));
  }
  if (!(left instanceof Map && right instanceof Map) || left.size !== right.size) return false;
  for (const [key, member] of left) {
    const other = right.get(key);
    if (other === undefined || !isEqual(member, other, { ignoresZeroSign })) return false;
  }
  return true;
}

/// A text that is the same for equal numbers: sign, digits without zeros at their ends, exponent.
function numberKey(number) {
  const text = number instanceof Digits ? number.text : String(number);
  const [, sign, whole, fraction = "", exponent = "0"] =
    /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]?\d+))?$/i.exec(text);
  const digits = (whole + fraction).replace(/^0+/, "");
  const significant = digits.replace(/0+$/, "");
  if (significant === "") return `${sign}0`;
  const zeros = BigInt(digits.length - significant.length - fraction.length);
  return `${sign}${significant}e${BigInt(exponent.replace("+", "")) + zeros}`;
}

function isZeroKey(key) {
  return key === "0" || key === "-0";
}

/// The id of an array's element, if it is an object with one: a string or a number.
export function elementID(value) {
  const id = value instanceof Map ? value.get("id") : undefined;
  return typeof id === "string" || isNumber(id) ? id : undefined;
}

/// An element as a part of a path: `[id=m-17]`; undefined for an id that could be misread there.
export function idText(id) {
  const text = typeof id === "string" ? id : writeJSON(id);
  return /^[^\0- [\]/~=]+$/.test(text) ? `[id=${text}]` : undefined;
}

/// A key for ids in a map; equal numbers have the same.
///
/// A zero's sign does not count, and a number's key differs from that of any usual text.
export function idKey(id) {
  if (typeof id === "string") return id;
  const number = Number(id.text ?? id);
  const isExact = Number.isFinite(number) && isEqual(id, number, { ignoresZeroSign: true });
  return `\0${isExact ? number + 0 : numberKey(id)}`;
}

/// The key of the number that a text in `[id=…]` also stands for; undefined if it is no number.
export function idNumberKey(text) {
  numberPattern.lastIndex = 0;
  const isNumber = text.length <= limits.numberBytes && numberPattern.exec(text)?.[0] === text;
  return isNumber ? idKey(new Digits(text)) : undefined;
}
