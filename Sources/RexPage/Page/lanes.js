// Lanes of a session: its types in a few groups, each with a place and a colour on the timeline.
//
//   cart.add, cart.remove, search.typed    →    cart (2 types), search (1 type)

/// The most groups; the colours are in the style.
const lanesMax = 7;

/// The lanes of types, each as { name, count, types }: one for each type if there are few of them,
/// else one for each first part of their names. The last one may have all others.
export function lanesOf(types) {
  const byType = groups(types, (name) => name);
  const lanes = byType.length > lanesMax ? groups(types, (name) => name.split(".")[0]) : byType;
  if (lanes.length <= lanesMax) return lanes;
  const rest = lanes.slice(lanesMax - 1);
  const others = {
    name: "others", count: rest.reduce((sum, { count }) => sum + count, 0),
    types: rest.flatMap(({ types: names }) => names),
  };
  return [...lanes.slice(0, lanesMax - 1), others];
}

/// Types with the same key, the most frequent first.
function groups(types, keyOf) {
  const found = new Map();
  for (const { name, count } of types) {
    const key = keyOf(name);
    const group = found.get(key) ?? { name: key, count: 0, types: [] };
    found.set(key, group);
    group.count += count;
    group.types.push(name);
  }
  return Array.from(found.values()).sort((left, right) => right.count - left.count);
}

/// The number of each type's lane by its name.
export function laneNumbers(lanes) {
  return new Map(lanes.flatMap(({ types }, lane) => types.map((name) => [name, lane])));
}
