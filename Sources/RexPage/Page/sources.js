// Where a log's bytes come from: a file that is read as needed, bytes in memory, or the tool.

/// The bytes that are read ahead, and those that a task may read in a turn.
const windowBytes = 2 ** 22;
const turnBytes = 2 ** 21;
/// The bytes that are read at once, since lines that are looked at stand near each other.
const nearBytes = 2 ** 18;

const unreadable = "The file has changed since it was opened, or is gone. Open it again.";

/// Bytes in memory.
export class MemorySource {
  constructor(name, bytes) {
    Object.assign(this, { name, bytes, size: bytes.length });
  }

  copy(start, end, target, at) {
    target.set(this.bytes.subarray(start, end), at);
  }

  isReady() {
    return true;
  }

  forked() {
    return this;
  }
}

/// A file, with a window that moves ahead of a task that reads it from beginning to end.
///
/// A stream fills the window again and again without new memory. Reading a range at once is simple
/// but slow, and leaves memory behind; it serves what is not in the window.
export class FileSource {
  constructor(name, blob) {
    Object.assign(this, { name, blob, size: blob.size, start: 0, end: 0, stream: null });
    Object.assign(this, { window: null, near: null, nearStart: 0 });
  }

  /// The same file with a window of its own.
  forked() {
    return new FileSource(this.name, this.blob);
  }

  copy(start, end, target, at) {
    if (this.window && start >= this.start && end <= this.end) {
      target.set(this.window.subarray(start - this.start, end - this.start), at);
    } else {
      target.set(this.read(start, end), at);
    }
  }

  /// Reads a range, with what is near it if that is not much.
  read(start, end) {
    const nearStart = Math.floor(start / nearBytes) * nearBytes;
    const nearEnd = Math.min(nearStart + nearBytes, this.size);
    if (end > nearEnd) return new Uint8Array(this.readAtOnce(start, end));
    if (!this.near || this.nearStart !== nearStart) {
      this.near = new Uint8Array(this.readAtOnce(nearStart, nearEnd));
      this.nearStart = nearStart;
    }
    return this.near.subarray(start - nearStart, end - nearStart);
  }

  readAtOnce(start, end) {
    try {
      return new FileReaderSync().readAsArrayBuffer(this.blob.slice(start, end));
    } catch {
      throw new Error(unreadable);
    }
  }

  /// Whether a turn of a task that has come to an offset finds its bytes in the window.
  isReady(offset) {
    return offset >= this.start && this.end >= Math.min(offset + turnBytes, this.size);
  }

  /// Moves the window to an offset.
  async prepare(offset) {
    const isAhead = offset >= this.start && offset <= this.end;
    const [rest, end] = isAhead ? [this.end - offset, this.end] : [0, offset];
    let buffer = this.window ?? new Uint8Array(windowBytes);
    buffer.copyWithin(0, this.end - this.start - rest, this.end - this.start);
    // Until the window is filled, nothing may be read from it.
    Object.assign(this, { start: 0, end: 0, window: null });
    this.openStream(end);
    let filled = rest;
    while (filled < windowBytes) {
      const view = new Uint8Array(buffer.buffer, filled);
      const { done, value } = await this.stream.reader.read(view).catch(() => {
        throw new Error(unreadable);
      });
      if (value) {
        buffer = new Uint8Array(value.buffer);
        filled += value.length;
      }
      if (done) break;
    }
    this.stream.at = end - rest + filled;
    Object.assign(this, { start: end - rest, end: this.stream.at, window: buffer });
  }

  openStream(offset) {
    if (this.stream?.at === offset) return;
    this.stream?.reader.cancel();
    const reader = this.blob.slice(offset).stream().getReader({ mode: "byob" });
    this.stream = { reader, at: offset };
  }
}

/// The size of the pieces in which a served file is read, and the most pieces that are kept.
const pieceBytes = 2 ** 20;
const keptPiecesMax = 64;

/// The tool that serves the log has ended, or serves it no more.
export class Gone extends Error {
  isGone = true;

  constructor() {
    super("The tool has ended, or serves this log no more.");
  }
}

/// A file that the tool serves, of which the pieces that were read last are kept.
export class ServedSource {
  constructor({ name, size, url }) {
    Object.assign(this, { name, size, url, pieces: new Map() });
  }

  /// All tasks share what is kept.
  forked() {
    return this;
  }

  copy(start, end, target, at) {
    for (let from = start; from < end;) {
      const number = Math.floor(from / pieceBytes);
      const pieceStart = number * pieceBytes;
      const to = Math.min(end, pieceStart + pieceBytes);
      const piece = this.piece(number, to - pieceStart);
      target.set(piece.subarray(from - pieceStart, to - pieceStart), at + from - start);
      from = to;
    }
  }

  /// A piece that has at least a number of bytes; the last one of a log that grows may have more.
  piece(number, byteCount) {
    if (this.has(number, byteCount)) return this.keep(number, this.pieces.get(number));
    const request = new XMLHttpRequest();
    request.open("GET", this.address(number, number + 1), false);
    request.responseType = "arraybuffer";
    try {
      request.send();
    } catch {
      throw new Gone();
    }
    if (request.status !== 200) throw new Gone();
    return this.keep(number, new Uint8Array(request.response));
  }

  has(number, byteCount) {
    return this.pieces.get(number)?.length >= byteCount;
  }

  address(first, end) {
    return `${this.url}?from=${first * pieceBytes}&to=${Math.min(end * pieceBytes, this.size)}`;
  }

  /// Keeps a piece as the last that is dropped.
  keep(number, bytes) {
    this.pieces.delete(number);
    this.pieces.set(number, bytes);
    if (this.pieces.size > keptPiecesMax) this.pieces.delete(this.pieces.keys().next().value);
    return bytes;
  }

  /// The first piece that a turn of a task needs and that is not there; undefined if all are.
  missing(offset) {
    const end = Math.min(offset + turnBytes, this.size);
    for (let number = Math.floor(offset / pieceBytes); number * pieceBytes < end; number += 1) {
      const pieceEnd = Math.min(this.size - number * pieceBytes, pieceBytes);
      if (!this.has(number, pieceEnd)) return number;
    }
    return undefined;
  }

  isReady(offset) {
    return this.missing(offset) === undefined;
  }

  /// Reads ahead from an offset.
  async prepare(offset) {
    const first = this.missing(offset);
    const end = first + windowBytes / pieceBytes;
    const response = await fetch(this.address(first, end)).catch(() => null);
    const buffer = response?.ok ? await response.arrayBuffer().catch(() => null) : null;
    if (!buffer) throw new Gone();
    for (let at = 0; at < buffer.byteLength; at += pieceBytes) {
      this.keep(first + at / pieceBytes, new Uint8Array(buffer.slice(at, at + pieceBytes)));
    }
  }
}
