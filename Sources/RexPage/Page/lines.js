// The lines of a log's files, read slice by slice.
//
//   slice   …,"patch":[]}\n{"kind":"action",…}\n{"kind":"acti
//   lines                  └──────────────────┘ the rest moves to the front of the next slice

import { limits } from "./json.js";

/// The files of a log, in order, as one sequence of bytes.
export class Files {
  /// Each file has a name, a size and `read(start, end)`, which returns bytes.
  constructor(files) {
    let start = 0;
    this.files = files.map((file) => {
      const placed = { ...file, start, end: start + file.size };
      start = placed.end;
      return placed;
    });
    this.size = start;
  }

  /// The index of the file that has a byte.
  indexAt(offset) {
    return Math.max(this.files.findLastIndex((file) => file.start <= offset), 0);
  }

  read(start, end) {
    const file = this.files[this.indexAt(start)];
    return file.read(start - file.start, end - file.start);
  }

  /// The number in its file of the line that begins at an offset.
  lineNumber(offset) {
    const file = this.files[this.indexAt(offset)];
    let number = 1;
    for (let start = 0; start < offset - file.start; start += sliceBytes) {
      const bytes = file.read(start, Math.min(start + sliceBytes, offset - file.start));
      for (let at = bytes.indexOf(lineFeed); at >= 0; at = bytes.indexOf(lineFeed, at + 1)) {
        number += 1;
      }
    }
    return number;
  }
}

const lineFeed = 0x0a;
const firstSliceBytes = 2 ** 16;
const sliceBytes = 2 ** 22;

/// Reads lines in order.
export class LineReader {
  constructor(files, start = 0, end = files.size, number = 1) {
    Object.assign(this, { files, end, number, sliceStart: start, at: 0 });
    this.fileIndex = files.indexAt(start);
    this.file = files.files[this.fileIndex];
    this.slice = new Uint8Array();
    this.nextSliceBytes = firstSliceBytes;
  }

  /// The offset of the next line.
  get offset() {
    return this.sliceStart + this.at;
  }

  /// The next line; null after the last. Its bytes exclude the line feed.
  next() {
    let searched = this.at;
    for (;;) {
      const feed = this.slice.indexOf(lineFeed, searched);
      if (feed >= 0) return this.take(feed, true);
      const fileEnd = Math.min(this.file.end, this.end);
      const readEnd = this.sliceStart + this.slice.length;
      if (readEnd < fileEnd) {
        if (this.slice.length - this.at > limits.lineBytes) return this.skipLongLine(fileEnd);
        searched = this.slice.length - this.at;
        this.fill(fileEnd);
      } else if (this.at < this.slice.length) {
        return this.take(this.slice.length, false);
      } else if (readEnd >= this.end || this.fileIndex + 1 >= this.files.files.length) {
        return null;
      } else {
        this.enterNextFile();
        searched = 0;
      }
    }
  }

  enterNextFile() {
    this.fileIndex += 1;
    this.file = this.files.files[this.fileIndex];
    Object.assign(this, { number: 1, sliceStart: this.file.start, slice: new Uint8Array(), at: 0 });
  }

  take(lineEnd, isEnded) {
    const line = {
      bytes: this.slice.subarray(this.at, lineEnd),
      offset: this.offset,
      end: this.sliceStart + lineEnd + (isEnded ? 1 : 0),
      file: this.fileIndex,
      number: this.number,
      isEnded,
      isTooLong: false,
    };
    this.at = lineEnd + (isEnded ? 1 : 0);
    if (isEnded) this.number += 1;
    return line;
  }

  /// Moves the unread bytes to the front of a new slice, and reads more after them.
  fill(fileEnd) {
    const rest = this.slice.subarray(this.at);
    const start = this.sliceStart + this.slice.length;
    // A long line doubles the slice, so that its bytes are copied only a few times.
    const count = Math.max(this.nextSliceBytes, rest.length);
    const more = this.files.read(start, Math.min(start + count, fileEnd));
    this.nextSliceBytes = Math.min(4 * this.nextSliceBytes, sliceBytes);
    this.sliceStart += this.at;
    this.at = 0;
    this.slice = more;
    if (rest.length === 0) return;
    this.slice = new Uint8Array(rest.length + more.length);
    this.slice.set(rest);
    this.slice.set(more, rest.length);
  }

  skipLongLine(fileEnd) {
    const { offset, number } = this;
    let feed = -1;
    while (feed < 0 && this.sliceStart + this.slice.length < fileEnd) {
      this.at = this.slice.length;
      this.fill(fileEnd);
      feed = this.slice.indexOf(lineFeed);
    }
    this.at = feed < 0 ? this.slice.length : feed + 1;
    this.number += 1;
    return {
      bytes: new Uint8Array(), offset, end: this.offset, file: this.fileIndex, number,
      isEnded: feed >= 0, isTooLong: true,
    };
  }
}

/// The bytes after the last line feed.
export function restStart(files) {
  const file = files.files.at(-1);
  for (let end = file.size; end > 0; end -= Math.min(end, sliceBytes)) {
    const start = Math.max(0, end - sliceBytes);
    const feed = file.read(start, end).lastIndexOf(lineFeed);
    if (feed >= 0) return file.start + start + feed + 1;
  }
  return file.start;
}
