// What a person drops or picks: logs, folders of segments, and pages with a log in them.

import { readEntry } from "./entries.js";
import { Files, LineReader } from "./lines.js";

/// The logs in files, each as { name, files, verdict }.
///
/// Files are { name, blob } or { name, bytes }. The segments of a session are one log.
export function logsIn(files) {
  const logs = [];
  const sessions = new Map();
  let last = null;
  for (const file of files) {
    const page = pageParts(file);
    if (page) {
      logs.push({ name: file.name, ...page });
      continue;
    }
    const source = readable(file);
    const header = firstEntry(source);
    if (header === null && last) {
      last.files.push({ ...source, segment: last.files.at(-1).segment });
      continue;
    }
    last = header?.segment === undefined ? null : sessions.get(header.id) ?? null;
    if (!last) {
      last = { name: file.name, files: [], header };
      logs.push(last);
      if (header?.segment === undefined) {
        last.files.push(source);
        last = null;
        continue;
      }
      sessions.set(header.id, last);
    }
    last.files.push({ ...source, segment: header.segment });
  }
  for (const log of logs) log.files.sort((left, right) => left.segment - right.segment || 0);
  return logs;
}

/// The session line of a file; undefined if the first line is another, null if it is cut off.
function firstEntry(source) {
  const limit = 2 ** 16;
  const files = new Files([{ ...source, size: Math.min(source.size, limit) }]);
  const line = new LineReader(files).next();
  if (!line || (!line.isEnded && source.size < limit)) return null;
  try {
    const entry = readEntry(line.bytes);
    return entry.kind === "session" ? entry : undefined;
  } catch {
    return undefined;
  }
}

/// A file whose bytes can be read, a range at a time.
function readable({ name, blob, bytes }) {
  if (bytes) {
    return { name, size: bytes.length, read: (start, end) => bytes.subarray(start, end) };
  }
  const read = (start, end) => {
    const range = new FileReaderSync().readAsArrayBuffer(blob.slice(start, end));
    return new Uint8Array(range);
  };
  return { name, size: blob.size, read };
}

const pageBeginning = "<!DOCTYPE html>";

/// The log in a page, and its verdict; null if the file is not a page.
function pageParts(file) {
  const source = readable(file);
  const ascii = new TextDecoder("latin1");
  const beginning = source.read(0, Math.min(pageBeginning.length, source.size));
  if (ascii.decode(beginning) !== pageBeginning) return null;
  const text = ascii.decode(source.read(0, source.size));
  const parts = Array.from(text.matchAll(partPattern), ([, name, base64]) => ({ name, base64 }));
  return embedded(parts);
}

const partPattern =
  /<script type="application\/octet-stream" data-name="([^"]*)">([^<]*)<\/script>/g;

/// The log in the parts of a page: { name, base64 }, where a file can be in several parts.
export function embedded(parts) {
  const chunks = Map.groupBy(parts, ({ name }) => name);
  const files = [];
  let verdict;
  for (const [name, pieces] of chunks) {
    const bytes = concatenated(pieces.map(({ base64 }) => decodeBase64(base64)));
    if (name === "verdict:") verdict = bytes;
    else files.push(readable({ name: fileName(name), bytes }));
  }
  return { files, verdict };
}

function fileName(encoded) {
  try {
    return decodeURIComponent(encoded);
  } catch {
    return encoded;
  }
}

function concatenated(arrays) {
  if (arrays.length === 1) return arrays[0];
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
