// The way to a value, in which elements are named by their ids, so that it is found where they are.
//
//   /messages[id=m-17]/body     { token: "messages" } { token: "30", keys: ["m-17"] }
//                               { token: "body" }
//
// A token with keys is the index at which the element was last.

import {
  arrayIndex, child, elementID, escapedToken, idKey, idNumberKey, idText, pointerTokens,
} from "./values.js";

/// The steps of a path as it is shown or typed; null if the text is none.
export function stepsOfPath(path) {
  const tokens = pointerTokens(path);
  return tokens && tokens.flatMap((token, depth) => {
    const { name, ids } = nameAndIds(token);
    const elements = ids.map((id) => ({
      token: "-", keys: [id, idNumberKey(id)].filter((key) => key !== undefined),
    }));
    const isRoot = depth === 0 && name === "" && elements.length > 0;
    return isRoot ? elements : [{ token: name }, ...elements];
  });
}

/// A name and the ids after it: `messages[id=m-17]`.
function nameAndIds(token) {
  const ids = [];
  let end = token.length;
  while (token[end - 1] === "]") {
    const start = token.lastIndexOf("[id=", end - 1);
    if (start < 0 || token.slice(start, end - 1).includes("]")) break;
    ids.push(token.slice(start + 4, end - 1));
    end = start;
  }
  return { name: token.slice(0, end), ids: ids.reverse() };
}

/// The steps to the value at tokens in a state.
export function stepsAt(state, tokens) {
  let value = state;
  return tokens.map((token) => {
    const isElement = Array.isArray(value);
    value = child(value, token);
    const id = isElement ? elementID(value) : undefined;
    return id === undefined ? { token } : { token, keys: [idKey(id)] };
  });
}

/// The steps to a row of a tree, by its names there.
export function stepsOfRow({ tokens, names }) {
  return tokens.map((token, depth) => {
    const name = names[depth];
    return name.startsWith("@") ? { token, keys: [name.slice(1)] } : { token };
  });
}

/// The tokens that lead to the value in a state; undefined if it is not there.
export function tokensIn(state, steps) {
  let value = state;
  const tokens = [];
  for (const { token, keys } of steps) {
    const at = keys && Array.isArray(value) ? indexOf(value, token, keys) : token;
    value = child(value, at);
    if (value === undefined) return undefined;
    tokens.push(at);
  }
  return tokens;
}

/// The index of an element, which is looked for first where it was last.
function indexOf(elements, token, keys) {
  const isWanted = (element) => {
    const id = elementID(element);
    return id !== undefined && keys.includes(idKey(id));
  };
  if (isWanted(elements[arrayIndex(token)])) return token;
  return String(elements.findIndex(isWanted));
}

/// The path, in which elements are named by their ids.
export function nameOfSteps(steps) {
  const text = steps.map(({ token, keys }) => {
    const name = keys && idText(keys[0].replace(/^\0/, ""));
    return name ?? `/${escapedToken(token)}`;
  }).join("");
  return text.startsWith("[") ? `/${text}` : text;
}
