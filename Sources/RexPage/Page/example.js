// A small log, with which the empty viewer shows what it is for: a coupon's discount goes wrong.

const items = {
  tea: { id: "tea", title: "Green tea", cents: 480 }, mug: { id: "mug", title: "Mug", cents: 1250 },
  pot: { id: "pot", title: "Tea pot", cents: 2200 },
};

/// Each action as [milliseconds, type, payload, patch, other members].
const exampleActions = [
  [900, "catalog.search", { text: "tea" }, [["replace", "/screen", "results"]]],
  [2400, "cart.add", { id: "tea" }, [
    ["add", "/cart/items/-", items.tea], ["replace", "/cart/totalCents", 480]]],
  [5100, "cart.add", { id: "mug" }, [
    ["add", "/cart/items/-", items.mug], ["replace", "/cart/totalCents", 1730]]],
  [9300, "coupon.enter", { code: "SPRING" }, [["replace", "/cart/isChecking", true]]],
  [9840, "coupon.accepted", { percent: 10 }, [
    ["replace", "/cart/isChecking", false], ["add", "/cart/percent", 10],
    ["replace", "/cart/totalCents", 1557]], { cause: 4 }],
  [14_200, "cart.remove", { id: "mug" }, [
    ["remove", "/cart/items/1"], ["replace", "/cart/totalCents", 307]]],
  [17_800, "cart.add", { id: "pot" }, [
    ["add", "/cart/items/-", items.pot], ["replace", "/cart/totalCents", 2507]]],
  [95_000, "checkout.open", {}, [["replace", "/screen", "checkout"]]],
  [98_400, "checkout.pay", {}, [["replace", "/isPaying", true]]],
  [99_100, "checkout.refused", { expectedCents: 2412 }, [["replace", "/isPaying", false]],
    { cause: 9, error: "the total is 2507, and has to be 2412" }],
];

/// An action as Swift encodes it.
function actionOf(feature, name, payload) {
  return { [feature]: { _0: { [name]: payload } } };
}

/// The example as a file.
export function exampleFile() {
  const [start, entries] = [{ rexlog: 1, id: "example", startedAt: "2026-11-02T09:41:00Z" }, []];
  const app = { name: "Tea shop", version: "1.4" };
  const add = (kind, members) => entries.push(JSON.stringify({ kind, ...members }));
  add("session", { ...start, app });
  add("keyframe", { seq: 0, timeMs: 0, state: {
    screen: "catalog", cart: { items: [], totalCents: 0, isChecking: false }, isPaying: false,
  } });
  exampleActions.forEach(([timeMs, type, payload, patch, { cause, error } = {}], index) => {
    const line = 20 + 3 * index;
    add("action", {
      seq: index + 1, timeMs, cause, type, action: actionOf(...type.split("."), payload),
      source: { file: "TeaShop/Store.swift", line }, tookMs: 0.012, error,
      patch: patch.map(([op, path, value]) => ({ op, path, value })),
    });
    if (index === 5) add("mark", { seq: 6, timeMs: 15_000, label: "the total looks wrong" });
  });
  add("end", { seq: exampleActions.length, timeMs: 101_000, reason: "closed" });
  return { name: "example.jsonl", blob: new Blob([`${entries.join("\n")}\n`]) };
}
