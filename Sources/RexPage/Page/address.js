// A place in the log as a part of the address: #seq=1831&path=/lines/2

/// The place that an address names.
export function placeOf(hash) {
  const parts = new URLSearchParams(hash.replace(/^#/, ""));
  const seq = /^\d{1,16}$/.test(parts.get("seq") ?? "") ? Number(parts.get("seq")) : undefined;
  const path = parts.get("path") ?? undefined;
  return { seq, path };
}

/// The part of an address that names a place.
export function hashOf({ seq, path }) {
  if (seq === undefined) return "#";
  const encoded = path && encodeURIComponent(path).replaceAll("%2F", "/");
  return `#seq=${seq}${encoded ? `&path=${encoded}` : ""}`;
}
