// What a row shows of an action's changes, and its line does not have.
//
//   patch   /orders/3/cents ← 0      shown   /orders[id=68]/cents 2010 → 0
//                                                    └ id         └ old value

import { lineMembers } from "./members.js";
import { changeOf } from "./states.js";
import { child, elementID, escapedToken, idText, valueAt } from "./values.js";

/// Walks through all states, since only they tell.
export class ChangeTexts {
  constructor(states) {
    this.reader = states.log.forked().reader();
    Object.assign(this, { source: states, frames: states.each(this.reader) });
    Object.assign(this, { before: undefined, frame: { seq: -1 } });
  }

  /// Walks on in a log that has grown.
  grow() {
    this.reader.grow();
    this.frames = this.source.each(this.reader, this.frame.state);
  }

  /// The paths that an action wrote to, as they are shown, and the values that were there before.
  of(seq, bytes) {
    this.walk(seq);
    const { before, frame } = this;
    if (frame.seq !== seq) return { paths: [], values: [] };
    const { patch = [] } = changeOf(lineMembers(bytes), bytes) ?? {};
    const written = patch.filter(({ op }) => op === "replace" || op === "remove");
    return {
      // An element that was moved or removed has its id in one of them.
      paths: patch.flatMap(({ path }) => [before, frame.state].map((state) => (
        shownPath(state, path)))),
      values: written.map(({ path }) => valueAt(before, path)),
    };
  }

  walk(seq) {
    while (this.frame.seq < seq) {
      const { done, value } = this.frames.next();
      if (done) return;
      // A keyframe has the number of the action before it.
      if (value.seq !== this.frame.seq) this.before = this.frame.state;
      this.frame = value;
    }
  }
}

/// A path in which elements are named by their ids.
function shownPath(state, tokens) {
  let [text, value] = ["", state];
  for (const token of tokens) {
    const inner = child(value, token);
    const id = Array.isArray(value) ? elementID(inner) : undefined;
    text += (id !== undefined && idText(id)) || `/${escapedToken(token)}`;
    value = inner;
  }
  return text;
}
