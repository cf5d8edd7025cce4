// A place in the log as a part of the address: #seq=1831&path=/lines/2&pin=/total

/// The place that an address names.
export function placeOf(hash) {
  const parts = new URLSearchParams(hash.replace(/^#/, ""));
  const seq = /^\d{1,16}$/.test(parts.get("seq") ?? "") ? Number(parts.get("seq")) : undefined;
  const path = parts.get("path") ?? undefined;
  return { seq, path, pins: parts.getAll("pin") };
}

/// The part of an address that names a place.
export function hashOf({ seq, path, pins = [] }) {
  if (seq === undefined) return "#";
  const part = (name, text) => `&${name}=${encodeURIComponent(text).replaceAll("%2F", "/")}`;
  return [`#seq=${seq}`, path ? part("path", path) : "", ...pins.map((pin) => part("pin", pin))]
    .join("");
}
