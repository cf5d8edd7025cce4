// The lines of a log's files, read block by block.
//
//   block   …,"patch":[]}\n{"kind":"action",…}\n{"kind":"acti
//   lines                  └──────────────────┘ the rest moves to the front, and a read follows

import { limits } from "./json.js";

/// The files of a log, in order, as one sequence of bytes.
export class Files {
  /// A source has a name, a size, and `copy(start, end, target, at)`, which reads bytes.
  constructor(sources) {
    this.files = [];
    this.append(sources);
  }

  append(sources) {
    let start = this.files.at(-1)?.end ?? 0;
    for (const source of sources) {
      const { name, size } = source;
      this.files.push({ name, size, source, start, end: start + size });
      start += size;
    }
    this.size = start;
  }

  /// Takes what is new in a log that grows: the size of its last file, and files after it.
  grow(size, sources) {
    const last = this.files.at(-1);
    last.source.size = size;
    Object.assign(last, { size, end: last.start + size });
    this.append(sources);
  }

  /// The same files, read ahead for another task; the same object if nothing is kept for one.
  forked() {
    const sources = this.files.map(({ source }) => source.forked());
    const isShared = sources.every((source, index) => source === this.files[index].source);
    return isShared ? this : new Files(sources);
  }

  /// Whether a turn of a task that has come to an offset finds its bytes without waiting.
  isReady(offset) {
    const { source, start } = this.files[this.indexAt(offset)];
    return source.isReady(offset - start);
  }

  /// Reads ahead from an offset.
  async prepare(offset) {
    const { source, start } = this.files[this.indexAt(offset)];
    await source.prepare(offset - start);
  }

  /// The index of the file that has a byte.
  indexAt(offset) {
    return Math.max(this.files.findLastIndex((file) => file.start <= offset), 0);
  }

  /// The bytes of a range, which is in one file.
  read(start, end) {
    const bytes = new Uint8Array(end - start);
    this.copy(start, end, bytes, 0);
    return bytes;
  }

  copy(start, end, target, at) {
    const file = this.files[this.indexAt(start)];
    file.source.copy(start - file.start, end - file.start, target, at);
  }

  /// The number in its file of the line that begins at an offset.
  lineNumber(offset) {
    const file = this.files[this.indexAt(offset)];
    let number = 1;
    for (let start = file.start; start < offset; start += blockBytes) {
      const bytes = this.read(start, Math.min(start + blockBytes, offset));
      for (let at = bytes.indexOf(lineFeed); at >= 0; at = bytes.indexOf(lineFeed, at + 1)) {
        number += 1;
      }
    }
    return number;
  }
}

const lineFeed = 0x0a;
const firstBlockBytes = 2 ** 16;
const blockBytes = 2 ** 20;

/// Reads lines in order; the bytes of one are valid until the next is read.
export class LineReader {
  /// `number` is that of the first line in its file; NaN if it is not known.
  constructor(files, start = 0, end = files.size, number = 1) {
    Object.assign(this, { files, end, number, blockStart: start, at: 0 });
    this.fileIndex = files.indexAt(start);
    this.file = files.files[this.fileIndex];
    this.buffer = new Uint8Array(firstBlockBytes);
    // The part of the buffer that is filled.
    this.block = this.buffer.subarray(0, 0);
    this.nextBytes = firstBlockBytes;
  }

  /// The offset of the next line.
  get offset() {
    return this.blockStart + this.at;
  }

  /// The next line; null after the last. Its bytes exclude the line feed.
  next() {
    let searched = this.at;
    for (;;) {
      const feed = this.block.indexOf(lineFeed, searched);
      if (feed >= 0) return this.take(feed, true);
      const fileEnd = Math.min(this.file.end, this.end);
      const readEnd = this.blockStart + this.block.length;
      if (readEnd < fileEnd) {
        if (this.block.length - this.at > limits.lineBytes) return this.skipLongLine(fileEnd);
        searched = this.block.length - this.at;
        this.fill(fileEnd);
      } else if (this.at < this.block.length) {
        return this.take(this.block.length, false);
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
    Object.assign(this, { number: 1, blockStart: this.file.start, at: 0 });
    this.block = this.buffer.subarray(0, 0);
  }

  take(lineEnd, isEnded) {
    const line = {
      bytes: this.block.subarray(this.at, lineEnd),
      offset: this.offset,
      end: this.blockStart + lineEnd + (isEnded ? 1 : 0),
      file: this.fileIndex,
      number: this.number,
      isEnded,
      isTooLong: false,
    };
    this.at = lineEnd + (isEnded ? 1 : 0);
    if (isEnded) this.number += 1;
    return line;
  }

  /// Moves the unread bytes to the front, and reads more after them.
  fill(fileEnd) {
    const rest = this.block.subarray(this.at);
    const start = this.blockStart + this.block.length;
    // A long line doubles the block, so that its bytes are copied only a few times.
    const count = Math.min(Math.max(this.nextBytes, rest.length), fileEnd - start);
    if (rest.length + count > this.buffer.length) {
      this.buffer = new Uint8Array(Math.max(rest.length + count, this.nextBytes));
    }
    this.buffer.set(rest);
    this.files.copy(start, start + count, this.buffer, rest.length);
    this.block = this.buffer.subarray(0, rest.length + count);
    this.nextBytes = Math.min(4 * this.nextBytes, blockBytes);
    this.blockStart += this.at;
    this.at = 0;
  }

  skipLongLine(fileEnd) {
    const { offset, number } = this;
    let feed = -1;
    while (feed < 0 && this.blockStart + this.block.length < fileEnd) {
      this.at = this.block.length;
      this.fill(fileEnd);
      feed = this.block.indexOf(lineFeed);
    }
    this.at = feed < 0 ? this.block.length : feed + 1;
    this.number += 1;
    return {
      bytes: new Uint8Array(), offset, end: this.offset, file: this.fileIndex, number,
      isEnded: feed >= 0, isTooLong: true,
    };
  }
}

/// The bytes of the line at an offset, which a reader has not passed.
export function lineAt(offset, reader) {
  let line = reader.next();
  while (line && line.offset < offset) line = reader.next();
  return line?.bytes ?? new Uint8Array();
}

/// The bytes after the last line feed.
export function restStart(files) {
  const file = files.files.at(-1);
  for (let end = file.end; end > file.start; end -= Math.min(end - file.start, blockBytes)) {
    const start = Math.max(file.start, end - blockBytes);
    const feed = files.read(start, end).lastIndexOf(lineFeed);
    if (feed >= 0) return start + feed + 1;
  }
  return file.start;
}
