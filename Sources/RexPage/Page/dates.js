// Which numbers of states and payloads are dates, as the lines of a log tell.
//
//   {"kind":"keyframe",…,"dates":["/tasks/*/due"],"actionDates":["/move/due"],"state":…}
//
// A line tells what no line before it did, and a keyframe all, so the lines that lead to a state
// tell the dates in it. A `*` stands for every index and key.

import { isNumber, pointerTokens } from "./values.js";

/// The most places of each kind.
const datePlacesMax = 256;
/// From 1970 to 2001, in seconds.
const referenceSeconds = 978_307_200;
/// Some thousand years; stranger dates stay numbers.
const secondsMax = 1e11;

export class Dates {
  constructor({ line }) {
    const numbers = line.get("redacted")?.get("numbers");
    this.secrets = Array.isArray(numbers) ? numbers.map(Number) : null;
    this.places = new Map(["dates", "actionDates"].map((name) => [name, []]));
    this.learn((name) => line.get(name));
  }

  /// Takes the places that a line tells, given its members.
  learn(member) {
    for (const [name, places] of this.places) {
      const told = member(name);
      for (const text of Array.isArray(told) ? told : []) {
        const tokens = typeof text === "string" ? pointerTokens(text) : null;
        const isKnown = places.some((place) => place.text === text);
        if (tokens && !isKnown && places.length < datePlacesMax) places.push({ text, tokens });
      }
    }
  }

  /// A function of a value and its tokens in a state that tells the date that the value is, if any.
  get ofStates() {
    return (value, tokens) => this.date(value, tokens, "dates");
  }

  get ofPayloads() {
    return (value, tokens) => this.date(value, tokens, "actionDates");
  }

  date(value, tokens, name) {
    if (!isNumber(value)) return undefined;
    const leadsHere = (place) => place.tokens.length === tokens.length
      && place.tokens.every((token, depth) => token === "*" || token === String(tokens[depth]));
    if (!this.places.get(name).some(leadsHere)) return undefined;
    return this.text(Number(value.text ?? value));
  }

  text(seconds) {
    const [first, last] = this.secrets ?? [Infinity, -Infinity];
    if (!(Math.abs(seconds) < secondsMax) || (first <= seconds && seconds <= last + 0.5)) {
      return undefined;
    }
    return new Date(Math.floor((seconds + referenceSeconds) * 1000 + 0.5)).toISOString();
  }
}
