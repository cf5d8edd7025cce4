// A place in a log as a person types it: 41, 12.5s, 14:05, the label of a mark, last.

import { firstIndex } from "./sorted.js";

const dayMs = 86_400_000;

/// The row of a place, as { row }, or the `problem` with the text.
export function rowOfPlace(text, { rows, session, labelOf }) {
  const first = rows.firstSeq ?? 0;
  const [, seq] = /^#?(\d{1,15})$/.exec(text) ?? [];
  if (seq !== undefined) {
    const isThere = Number(seq) >= first && Number(seq) <= rows.lastSeq;
    return isThere ? { row: rows.rowOfSeq(Number(seq)) }
      : { problem: `This log has actions ${first} to ${rows.lastSeq}.` };
  }
  if (text === "last") return { row: rows.count - 1 };
  const [, seconds] = /^(\d{1,9}(?:\.\d+)?)\s*s$/.exec(text) ?? [];
  if (seconds !== undefined) return { row: rowAtTime(rows, 1000 * Number(seconds)) };
  const clock = /^(\d{1,2}):([0-5]\d)(?::([0-5]\d))?$/.exec(text);
  if (clock) return rowAtClock(rows, session, clock.slice(1).map((part) => Number(part ?? 0)));
  return rowOfMark(rows, labelOf, text.toLowerCase());
}

/// The last row at a time or before it.
function rowAtTime(rows, timeMs) {
  return Math.max(0, firstIndex(rows.count, (row) => rows.times.get(row) > timeMs) - 1);
}

/// The first row at a time of day or after it, in the recorder's time zone, or in UTC.
function rowAtClock(rows, { startedAt, timeZone }, [hours, minutes, seconds]) {
  const [, sign, zoneHours, zoneMinutes] = /^([+-])(\d\d):([0-5]\d)$/.exec(timeZone) ?? [];
  const zone = sign ? Number(`${sign}1`) * (Number(zoneHours) * 60 + Number(zoneMinutes)) : 0;
  const start = Date.parse(startedAt) + zone * 60_000;
  if (Number.isNaN(start)) return { problem: "The log does not say when it was recorded." };
  const wanted = ((hours * 60 + minutes) * 60 + seconds) * 1000;
  const timeMs = (wanted - (start % dayMs) + dayMs) % dayMs;
  const row = firstIndex(rows.count, (at) => rows.times.get(at) >= timeMs);
  return row < rows.count ? { row } : { problem: "The session ended before that." };
}

function rowOfMark(rows, labelOf, text) {
  for (let row = 0; row < rows.count; row += 1) {
    if (rows.kind(row) === "mark" && labelOf(row).toLowerCase().startsWith(text)) return { row };
  }
  return { problem: "Type a number, 12.5s, 14:05, or the label of a mark." };
}
