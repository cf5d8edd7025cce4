// Which numbers of states and payloads are dates, as the lines of a log tell.
//
//   {"kind":"keyframe",…,"dates":["/tasks/*/due"],"actionDates":["/move/due"],"state":…}
//
// The lines that lead to a state tell the dates in it. A `*` stands for every index and key.

import { isNumber, pointerTokens } from "./values.js";

const datesMax = 256;
/// From 1970 to 2001, in seconds.
const referenceSeconds = 978_307_200;

export class Dates {
  constructor({ line }) {
    this.secrets = line.get("redacted")?.get("numbers") ?? [];
    this.places = new Map([["dates", new Map()], ["actionDates", new Map()]]);
    this.learn((name) => line.get(name));
    // The functions tell the date that a value at tokens is.
    [this.ofStates, this.ofPayloads] = Array.from(
      this.places.values(), (places) => (value, tokens) => this.date(value, tokens, places));
  }

  /// Takes the places that a line tells, given its members.
  learn(member) {
    for (const [name, places] of this.places) {
      const told = member(name);
      for (const text of Array.isArray(told) ? told : []) {
        if (places.size < datesMax) places.set(text, pointerTokens(String(text)));
      }
    }
  }

  date(value, tokens, places) {
    const seconds = isNumber(value) ? Number(value.text ?? value) : NaN;
    const isSecret = seconds >= this.secrets[0] && seconds < Number(this.secrets[1]) + 1;
    // Some thousand years; stranger dates stay numbers.
    if (!(Math.abs(seconds) < 1e11) || isSecret) return undefined;
    for (const place of places.values()) {
      if (place?.length === tokens.length
        && place.every((token, depth) => token === "*" || token === tokens[depth])) {
        return new Date(Math.round((seconds + referenceSeconds) * 1000)).toISOString();
      }
    }
    return undefined;
  }
}
