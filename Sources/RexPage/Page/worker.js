// The worker: opens a log, answers the page's requests, and does long work bit by bit in between.

import { Check } from "./check.js";
import { differences } from "./difference.js";
import { Files } from "./lines.js";
import { Log } from "./log.js";
import { embedded, logsIn, served } from "./opening.js";
import { History, Matching } from "./questions.js";
import { Session } from "./session.js";
import { shownChanges } from "./shownchanges.js";
import { cut, preview } from "./tree.js";
import { childCount, isContainer, isNumber } from "./values.js";

/// How long the worker works before it looks for requests, and between two reports.
const turnMs = 12;
const reportMs = 100;
/// A log that is larger is checked only if the person asks for it.
const checkedBytesMax = 64 * 2 ** 20;

/// Answers the messages of a page.
export function startWorker() {
  const work = new Work((message) => postMessage(message));
  onmessage = ({ data }) => work.take(data);
}

class Work {
  constructor(post) {
    Object.assign(this, { post, logs: [], session: null, isWorking: false });
    // Of a log that is followed, what is done again for what is new in it.
    Object.assign(this, { isFollowed: false, followers: new Map() });
    // What is being done, by name. A task has `files`, the `offset` it has come to, `isComplete`,
    // and `work(isLate)`, which goes on until it is late.
    this.jobs = new Map();
  }

  take({ id, ask, ...request }) {
    try {
      this.post({ id, answer: this.answer(ask, request) });
    } catch (error) {
      const { message, file, line, column, problem, isGone } = error;
      this.post({ id, failure: { message, file, line, column, problem, isGone } });
    }
    this.work();
  }

  answer(ask, request) {
    switch (ask) {
      case "open": return this.open(logsIn(request.files));
      case "openEmbedded": return this.open([embedded(request.parts)]);
      case "openServed": return this.open([served(request)]);
      case "grow": return this.grow(request.files);
      case "choose": return this.choose(this.logs[request.index]);
      case "match": return this.match(request);
      case "history": return this.history(request);
      case "check": return this.check();
      case "stop": return this.stop(request.job);
      default: return this.session[ask](request);
    }
  }

  open(logs) {
    this.logs = logs;
    if (logs.length === 1) return this.choose(logs[0]);
    const choices = logs.map(({ name, files, header }) => ({
      name, size: files.reduce((sum, { size }) => sum + size, 0), app: header?.app.name,
      startedAt: header?.startedAt, timeZone: header?.timeZone, fileCount: files.length,
    }));
    return { choices };
  }

  choose({ files, isFollowed, ...found }) {
    this.jobs.clear();
    this.followers.clear();
    this.isFollowed = isFollowed;
    const log = new Log(new Files(files));
    this.session = new Session(log, found);
    const { rows } = this.session;
    // The first rows are there with the answer, so that something is seen at once.
    rows.work(deadline(turnMs));
    this.begin("rows", rows, () => {
      if (rows.isComplete && log.files.size <= checkedBytesMax) this.check();
      return { overview: this.session.overview() };
    });
    return this.session.overview();
  }

  check() {
    const check = new Check(this.session.log.forked());
    this.begin("check", check, () => {
      if (!check.isComplete) return { readBytes: check.offset };
      this.session.takeCheck(check);
      return { overview: this.session.overview() };
    });
  }

  match({ job, number, ...filter }) {
    const matching = new Matching(this.session, filter);
    this.begin(job, matching, () => {
      const found = Uint32Array.from(matching.found.splice(0));
      return { number, found };
    });
  }

  history({ job = "history", number, steps }) {
    const history = new History(this.session.states, steps);
    this.begin(job, history, () => {
      const found = history.found.splice(0).map((change) => ({
        ...this.session.nameOfFrame(change.seq),
        ...shownOfHistory(change, this.session.dates.ofStates), measure: measureOf(change.now),
        label: labelOf(change.now),
      }));
      return { number, found, seq: history.seq };
    });
  }

  begin(name, task, report) {
    const job = { name, task, report, reportedAt: performance.now() };
    this.jobs.set(name, job);
    if (this.isFollowed) this.followers.set(name, job);
  }

  stop(name) {
    this.jobs.delete(name);
    this.followers.delete(name);
  }

  /// Goes on with all that was done for a log that has grown; false if it is another log now.
  grow(found) {
    const known = this.session.log.files.files;
    const isSame = known.every(({ name, size }, index) => {
      const isLast = index === known.length - 1;
      const now = found[index];
      return now?.name === name && (isLast ? now.size >= size : now.size === size);
    });
    if (!isSame) return false;
    const { files } = served({ files: found.slice(known.length) });
    this.session.log.files.grow(found[known.length - 1].size, files);
    this.session.forgetFound();
    for (const [name, job] of this.followers) {
      job.task.grow();
      this.jobs.set(name, job);
    }
    return true;
  }

  /// Works on the jobs in turn, and takes requests in between.
  async work() {
    if (this.isWorking) return;
    this.isWorking = true;
    while (this.jobs.size > 0) {
      const job = this.jobs.values().next().value;
      try {
        await this.advance(job);
      } catch (error) {
        // Without the tool, what is known of its log is still shown.
        if (error.isGone) this.jobs.delete(job.name);
        else this.jobs.clear();
        this.post({ job: error.isGone ? "gone" : "error", message: error.message });
      }
    }
    this.isWorking = false;
  }

  async advance(job) {
    const { name, task } = job;
    if (!task.files.isReady(task.offset)) await task.files.prepare(task.offset);
    else await pause();
    if (this.jobs.get(name) !== job) return;
    const isLate = deadline(turnMs);
    task.work(() => isLate() || !task.files.isReady(task.offset));
    this.jobs.delete(name);
    if (!task.isComplete) this.jobs.set(name, job);
    if (task.isComplete || performance.now() - job.reportedAt > reportMs) {
      job.reportedAt = performance.now();
      this.post({ job: name, ...job.report(), isComplete: task.isComplete });
    }
  }
}

const channel = new MessageChannel();

/// Lets the requests that are waiting be answered; a timer would take longer to come back.
function pause() {
  return new Promise((resolve) => {
    channel.port1.onmessage = resolve;
    channel.port2.postMessage(null);
  });
}

/// The changes in a value that are shown of an action.
const innerMax = 3;

/// An item of a history; that of a container has what changed in it, since its text is cut.
function shownOfHistory({ isFirst, isUnknown, old, now, tokens = [] }, dateAt) {
  const dateOf = (value, inside = []) => dateAt(value, [...tokens, ...inside]);
  const hasInner = !isFirst && isContainer(old) && isContainer(now)
    && Array.isArray(old) === Array.isArray(now);
  const inner = hasInner
    ? shownChanges(differences(old, now, innerMax + 1), { limit: innerMax, dateOf }) : undefined;
  const text = (value) => shortText(value, dateOf(value));
  return { isFirst, isUnknown, inner, old: text(old), new: text(now) };
}

/// A value as a number that a chart shows: of a list, how many there are.
function measureOf(value) {
  if (isContainer(value)) return childCount(value);
  return isNumber(value) ? Number(value.text ?? value) : undefined;
}

const labelMax = 40;

/// A value as the name of a band: a Boolean, a text, or a case of a Swift enum.
function labelOf(value) {
  if (typeof value === "string") return cut(value, labelMax);
  if (value === null || typeof value === "boolean") return String(value);
  if (!(value instanceof Map) || value.size !== 1) return undefined;
  return cut(`.${value.keys().next().value}`, labelMax);
}

function shortText(value, date) {
  if (value === undefined) return undefined;
  return date ? `${preview(value, 200)} (${date})` : preview(value, 200);
}

function deadline(milliseconds) {
  const end = performance.now() + milliseconds;
  return () => performance.now() > end;
}
