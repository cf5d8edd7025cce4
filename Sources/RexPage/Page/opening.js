// What a person drops or picks: logs, folders of segments, and pages with a log in them.

import { readEntry } from "./entries.js";
import { Files, LineReader } from "./lines.js";
import { FileSource, MemorySource, ServedSource } from "./sources.js";

/// The logs in files, each as { name, files }, with what the tool found in those in pages.
///
/// The segments of a session are one log. A file without a complete line belongs to the log of the
/// segment before it.
export function logsIn(files) {
  const logs = [];
  const sessions = new Map();
  let last = null;
  const add = (log) => {
    logs.push(log);
    return log;
  };
  for (const { name, blob } of files) {
    const source = new FileSource(name, blob);
    const page = pageParts(source);
    const header = page ? undefined : firstEntry(source);
    if (page) {
      add({ name, ...page });
    } else if (header === null && last) {
      last.files.push(Object.assign(source, { segment: last.files.at(-1).segment }));
    } else if (header?.segment === undefined) {
      add({ name, files: [source], header });
      last = null;
    } else {
      last = sessions.get(header.id) ?? add({ name, files: [], header });
      sessions.set(header.id, last);
      last.files.push(Object.assign(source, { segment: header.segment }));
    }
  }
  for (const log of logs) log.files.sort((left, right) => left.segment - right.segment || 0);
  return logs;
}

/// The session line of a file; undefined if the first line is another, null if it is cut off.
function firstEntry(source) {
  const limit = 2 ** 16;
  const files = new Files([source]);
  const line = new LineReader(files, 0, Math.min(files.size, limit)).next();
  if (!line || (!line.isEnded && source.size < limit)) return null;
  try {
    const entry = readEntry(line.bytes);
    return entry.kind === "session" ? entry : undefined;
  } catch {
    return undefined;
  }
}

const pageBeginning = "<!DOCTYPE html>";

/// The log in a page, and what the tool found in it; null if the file is not a page.
function pageParts(source) {
  const files = new Files([source]);
  const ascii = new TextDecoder("latin1");
  const beginning = files.read(0, Math.min(pageBeginning.length, files.size));
  if (ascii.decode(beginning) !== pageBeginning) return null;
  const text = ascii.decode(files.read(0, files.size));
  const parts = Array.from(text.matchAll(partPattern), ([, name, base64]) => ({ name, base64 }));
  if (parts.length === 0) throw new Error(`${source.name} is a page without a log.`);
  try {
    return embedded(parts);
  } catch {
    throw new Error(`The log in ${source.name} is damaged.`);
  }
}

const partPattern =
  /<script type="application\/octet-stream" data-name="([^"]*)">([^<]*)<\/script>/g;

/// The log that the tool serves: { name, size, url } of its files.
export function served({ files, isFollowed }) {
  return { files: files.map((file) => new ServedSource(file)), isFollowed };
}

/// What the tool found in a log, in a page with it: the part's name and the member of the log.
const foundParts = new Map([["verdict:", "verdict"], ["rules:", "rules"], ["when:", "when"]]);

/// The log in the parts of a page: { name, base64 }, where a file can be in several parts.
export function embedded(parts) {
  const files = [];
  const found = {};
  for (const [name, pieces] of Map.groupBy(parts, ({ name: partName }) => partName)) {
    const bytes = concatenated(pieces.map(({ base64 }) => decodeBase64(base64)));
    if (foundParts.has(name)) found[foundParts.get(name)] = bytes;
    else files.push(new MemorySource(decodeURIComponent(name), bytes));
  }
  return { files, ...found };
}

function concatenated(arrays) {
  const all = new Uint8Array(arrays.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const array of arrays) {
    all.set(array, at);
    at += array.length;
  }
  return all;
}

function decodeBase64(text) {
  const binary = atob(text);
  const bytes = new Uint8Array(binary.length);
  for (let at = 0; at < binary.length; at += 1) bytes[at] = binary.charCodeAt(at);
  return bytes;
}
