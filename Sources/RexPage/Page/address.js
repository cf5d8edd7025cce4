// A place in the log as a part of the address: #seq=1831&path=/lines/2&pin=/total
//
// Beside the action and the selected value, it has what else is on screen: pinned values, the
// states that are compared, the condition or text that is looked for, the filter, hidden types.

const wordsOfNumber = /^\d{1,16}$/;

/// The place that an address names.
export function placeOf(hash) {
  const parts = new URLSearchParams(hash.replace(/^#/, ""));
  const number = (name) => (
    wordsOfNumber.test(parts.get(name) ?? "") ? Number(parts.get(name)) : undefined);
  return {
    // At the last action, a page stays at the end while its log grows.
    seq: parts.get("seq") === "last" ? Infinity : number("seq"),
    path: parts.get("path") ?? undefined, pins: parts.getAll("pin"),
    a: number("a"), b: number("b"), find: parts.get("find") ?? "", when: parts.get("when") ?? "",
    filter: {
      type: parts.get("type") ?? "", text: parts.get("text") ?? "", at: parts.get("at") ?? "",
      hidden: parts.getAll("hide"), isChange: parts.has("changed"),
    },
  };
}

/// The part of an address that names a place.
export function hashOf({ seq, path, pins = [], a, b, find, when, filter = {} }) {
  if (seq === undefined) return "#";
  const { type, text, at, hidden = [], isChange } = filter;
  const named = [
    ["path", path], ...pins.map((pin) => ["pin", pin]), ["a", a], ["b", b], ["find", find],
    ["when", when], ["type", type], ["text", text], ["at", at],
    ...hidden.map((name) => ["hide", name]), ["changed", isChange && 1],
  ];
  return `#seq=${seq}` + named.map(([name, value]) => part(name, value)).join("");
}

function part(name, value) {
  const isThere = value !== undefined && value !== "" && value !== false;
  return isThere ? `&${name}=${encodeURIComponent(value).replaceAll("%2F", "/")}` : "";
}
