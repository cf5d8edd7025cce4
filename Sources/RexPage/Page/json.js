// JSON as values that lose nothing: objects keep every key and its order, numbers their digits.
//
//   null, true, false, "text"   themselves
//   12.5                        a number, if JavaScript writes it as it was read
//   12.50  1e3  2^53+1  -0      a Digits
//   [1]   {"a":1}               an Array, a Map

/// A number that JavaScript would write differently.
export class Digits {
  constructor(text) {
    this.text = text;
  }
}

/// Why bytes are not JSON, and the byte where that shows.
export class JSONError extends Error {
  /// `isAtEnd`: the text is valid as far as it goes; `first`: the byte of a repeated key's first.
  constructor(problem, offset, { isAtEnd = false, first } = {}) {
    super(problem);
    Object.assign(this, { offset, isAtEnd, first });
  }
}

/// The limits on a line, as docs/reference/log-format.md lists them.
export const limits = {
  lineBytes: 128 * 2 ** 20,
  lineDepth: 259,
  stateDepth: 256,
  numberBytes: 1024,
  valuesBytes: 128 * 2 ** 20,
};

/// Parses a whole text.
export function parseJSON(bytes, depthMax = limits.stateDepth) {
  const malformed = firstMalformedByte(bytes);
  const text = laxUTF8.decode(malformed < 0 ? bytes : bytes.subarray(0, malformed));
  return new Parser(text, { depthMax, bytes, isCut: malformed >= 0 }).parseText();
}

const laxUTF8 = new TextDecoder("utf-8", { ignoreBOM: true });
const strictUTF8 = new TextDecoder("utf-8", { ignoreBOM: true, fatal: true });

/// The text of bytes that are valid UTF-8.
export function decodeText(bytes) {
  return laxUTF8.decode(bytes);
}

/// Where bytes stop being UTF-8; -1 if they never do.
function firstMalformedByte(bytes) {
  try {
    strictUTF8.decode(bytes);
    return -1;
  } catch {
    const wellFormed = new TextEncoder().encode(laxUTF8.decode(bytes));
    let at = wellFormed.findIndex((byte, index) => byte !== bytes[index]);
    while (at > 0 && (bytes[at] & 0xc0) === 0x80) at -= 1;
    return at;
  }
}

/// A recursive descent over the grammar of RFC 8259.
class Parser {
  constructor(text, { depthMax, bytes, isCut }) {
    Object.assign(this, { text, depthMax, bytes, isCut, at: 0, depth: 0 });
    this.valuesBytes = 0;
    this.valuesBytesMax = Math.max(limits.valuesBytes, 5 * text.length);
    // The next backslash or control character, since most texts have few.
    this.special = -1;
  }

  parseText() {
    const value = this.value("a value");
    this.skipSpace();
    if (this.at < this.text.length || this.isCut) throw this.unexpected("the end of the text");
    return value;
  }

  value(expected) {
    this.skipSpace();
    switch (this.text.charCodeAt(this.at)) {
      case 0x22: return this.string();
      case 0x7b: return this.object();
      case 0x5b: return this.array();
      case 0x74: return this.literal("true", true);
      case 0x66: return this.literal("false", false);
      case 0x6e: return this.literal("null", null);
      default: return this.number(expected);
    }
  }

  object() {
    const members = new Map();
    let repeated = null;
    this.open(112);
    const start = this.at;
    let expected = "a key in double quotes or '}'";
    if (!this.takes(0x7d)) {
      do {
        this.skipSpace();
        const keyAt = this.at;
        if (this.text.charCodeAt(keyAt) !== 0x22) throw this.unexpected(expected);
        const key = sharedKey(this.string());
        if (!this.takes(0x3a)) throw this.unexpected("':'");
        if (members.has(key)) repeated ??= { key, keyAt };
        members.set(key, this.value("a value"));
        this.spend(24);
        expected = "a key in double quotes";
      } while (this.takes(0x2c));
      if (!this.takes(0x7d)) throw this.unexpected("',' or '}'");
    }
    if (repeated) throw this.repeatedKey(repeated, start);
    this.depth -= 1;
    return members;
  }

  array() {
    const elements = [];
    this.open(32);
    if (!this.takes(0x5d)) {
      let expected = "a value or ']'";
      do {
        elements.push(this.value(expected));
        this.spend(8);
        expected = "a value";
      } while (this.takes(0x2c));
      if (!this.takes(0x5d)) throw this.unexpected("',' or ']'");
    }
    this.depth -= 1;
    return elements;
  }

  open(bytes) {
    if (this.depth >= this.depthMax) throw this.error(`nested deeper than ${this.depthMax}`);
    this.depth += 1;
    this.at += 1;
    this.spend(bytes);
  }

  /// Counts memory, since a few bytes of text can take a hundred as a value.
  spend(bytes) {
    this.valuesBytes += bytes;
    if (this.valuesBytes <= this.valuesBytesMax) return;
    const limit = this.valuesBytesMax;
    throw this.error(`the values up to here take more than ${limit} bytes of memory`);
  }

  string() {
    const start = this.at + 1;
    const end = this.text.indexOf('"', start);
    if (this.special < start) this.special = this.nextSpecial(start);
    if (end >= 0 && end < this.special) {
      this.at = end + 1;
      this.spend(16 + end - start);
      return this.text.slice(start, end);
    }
    this.at = start;
    return this.unusualString();
  }

  nextSpecial(start) {
    const pattern = /[\\\x00-\x1f]/g;
    pattern.lastIndex = start;
    return pattern.exec(this.text)?.index ?? Infinity;
  }

  unusualString() {
    const { text } = this;
    const parts = [];
    let start = this.at;
    for (;;) {
      const code = text.charCodeAt(this.at);
      if (code === 0x22) break;
      if (code < 0x20) throw this.error(controlCharacter(code));
      if (Number.isNaN(code)) throw this.endOfString();
      if (code === 0x5c) {
        parts.push(text.slice(start, this.at), this.escape());
        start = this.at;
      } else {
        this.at += 1;
      }
    }
    parts.push(text.slice(start, this.at));
    this.at += 1;
    const string = parts.join("");
    this.spend(16 + 2 * string.length);
    return string;
  }

  endOfString() {
    if (!this.isCut) return this.unexpected("the string's closing '\"'");
    const offset = this.offset(this.at);
    const isAtEnd = offset >= this.bytes.length - 3;
    return new JSONError("the string is not UTF-8", offset, { isAtEnd });
  }

  escape() {
    const start = this.at;
    this.at += 1;
    const letter = this.text[this.at];
    if (letter === "u") return this.unicodeEscape(start);
    const character = escapes[letter];
    if (character === undefined) throw this.unexpected("one of \" \\ / b f n r t u after '\\'");
    this.at += 1;
    return character;
  }

  unicodeEscape(start) {
    const unit = this.hexDigits();
    if (unit < 0xd800 || unit > 0xdfff) return String.fromCharCode(unit);
    const isPair = unit < 0xdc00 && this.text.startsWith("\\u", this.at);
    if (isPair) {
      this.at += 1;
      const low = this.hexDigits();
      if (low >= 0xdc00 && low <= 0xdfff) return String.fromCharCode(unit, low);
    }
    const offset = this.offset(start);
    const problem = `\\u${unit.toString(16).toUpperCase()} is half of a surrogate pair`;
    throw new JSONError(problem, offset, { isAtEnd: offset >= this.bytes.length - 9 });
  }

  hexDigits() {
    this.at += 1;
    for (const end = this.at + 4; this.at < end; this.at += 1) {
      if (!/[0-9a-fA-F]/.test(this.text[this.at] ?? "")) {
        throw this.unexpected("a hexadecimal digit");
      }
    }
    return parseInt(this.text.slice(this.at - 4, this.at), 16);
  }

  number(expected) {
    numberPattern.lastIndex = this.at;
    const text = numberPattern.exec(this.text)?.[0];
    if (text === undefined) {
      if (this.text[this.at] !== "-") throw this.unexpected(expected);
      this.at += 1;
      throw this.unexpected("a digit");
    }
    const start = this.at;
    this.at += text.length;
    this.rejectHalfNumber();
    if (text.length > limits.numberBytes) {
      const offset = this.offset(start);
      throw new JSONError(`the number is longer than ${limits.numberBytes} bytes`, offset);
    }
    const number = Number(text);
    if (String(number) === text) return number;
    this.spend(40 + text.length);
    return new Digits(text);
  }

  /// Throws at `1.` and `1e+`, which only begin a fraction or an exponent.
  rejectHalfNumber() {
    const rest = /\.|[eE][+-]?/y;
    rest.lastIndex = this.at;
    const half = rest.exec(this.text)?.[0];
    if (half === undefined) return;
    this.at += half.length;
    throw this.unexpected("a digit");
  }

  literal(word, value) {
    for (const letter of word) {
      if (this.text[this.at] !== letter) throw this.unexpected(word);
      this.at += 1;
    }
    return value;
  }

  takes(code) {
    this.skipSpace();
    if (this.text.charCodeAt(this.at) !== code) return false;
    this.at += 1;
    return true;
  }

  skipSpace() {
    for (;;) {
      const code = this.text.charCodeAt(this.at);
      if (code !== 0x20 && code !== 0x0a && code !== 0x0d && code !== 0x09) return;
      this.at += 1;
    }
  }

  /// The byte of a character.
  offset(at) {
    return new TextEncoder().encode(this.text.slice(0, at)).length;
  }

  error(problem) {
    return new JSONError(problem, this.offset(this.at));
  }

  unexpected(expected) {
    const offset = this.offset(this.at);
    if (offset >= this.bytes.length) {
      const problem = `expected ${expected}, found the end of the text`;
      return new JSONError(problem, this.bytes.length, { isAtEnd: true });
    }
    return new JSONError(`expected ${expected}, found ${byteName(this.bytes[offset])}`, offset);
  }

  repeatedKey({ key, keyAt }, start) {
    this.at = start;
    let first = start;
    for (;;) {
      this.skipSpace();
      first = this.at;
      if (this.string() === key) break;
      this.takes(0x3a);
      this.value();
      this.takes(0x2c);
    }
    const problem = `the key ${writeString(key)} is repeated`;
    return new JSONError(problem, this.offset(keyAt), { first: this.offset(first) });
  }
}

/// Keys that were read before: looking one up in a map is fast only if it is the same string.
const sharedKeys = new Map([["id", "id"]]);
const sharedKeysMax = 10_000;

function sharedKey(key) {
  const known = sharedKeys.get(key);
  if (known !== undefined) return known;
  if (sharedKeys.size < sharedKeysMax && key.length < 64) sharedKeys.set(key, key);
  return key;
}

export const numberPattern = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;

const escapes = {
  '"': '"', "\\": "\\", "/": "/", b: "\b", f: "\f", n: "\n", r: "\r", t: "\t",
};

function controlCharacter(code) {
  return `control character ${byteName(code)} in a string; write it as an escape`;
}

function byteName(byte) {
  if (byte >= 0x21 && byte <= 0x7e) return `'${String.fromCharCode(byte)}'`;
  return `0x${byte.toString(16).toUpperCase().padStart(2, "0")}`;
}

/// The compact text of a value, as rexreplay writes it.
export function writeJSON(value) {
  if (typeof value === "string") return writeString(value);
  if (Array.isArray(value)) return `[${value.map(writeJSON).join(",")}]`;
  if (value instanceof Map) {
    const members = Array.from(
      value, ([key, member]) => `${writeString(key)}:${writeJSON(member)}`);
    return `{${members.join(",")}}`;
  }
  return value instanceof Digits ? value.text : String(value);
}

/// A text in quotes; control characters are escaped.
export function writeString(text) {
  return JSON.stringify(text).replace(
    /[\x7f-\x9f]/g, (control) => `\\u00${control.charCodeAt(0).toString(16)}`);
}
