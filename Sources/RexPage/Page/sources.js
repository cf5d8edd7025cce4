// Where a log's bytes come from: a file that is read as needed, or bytes in memory.

/// The bytes that are read ahead, and those that a task may read in a turn.
const windowBytes = 2 ** 22;
const turnBytes = 2 ** 21;

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
    this.window = null;
  }

  /// The same file with a window of its own.
  forked() {
    return new FileSource(this.name, this.blob);
  }

  copy(start, end, target, at) {
    if (this.window && start >= this.start && end <= this.end) {
      target.set(this.window.subarray(start - this.start, end - this.start), at);
    } else {
      target.set(new Uint8Array(this.readAtOnce(start, end)), at);
    }
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
