// The worker: opens a log, answers the page's requests, and does long work bit by bit in between.

import { Check } from "./check.js";
import { parseJSON } from "./json.js";
import { Files } from "./lines.js";
import { Log } from "./log.js";
import { History, Matching } from "./questions.js";
import { Session } from "./session.js";
import { embedded, logsIn } from "./sources.js";
import { preview } from "./tree.js";
import { pointerTokens } from "./values.js";

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
    this.jobs = new Map();
  }

  take({ id, ask, ...request }) {
    try {
      this.post({ id, answer: this.answer(ask, request) });
    } catch (error) {
      const { message, file, line, column, problem } = error;
      this.post({ id, failure: { message, file, line, column, problem } });
    }
    this.work();
  }

  answer(ask, request) {
    switch (ask) {
      case "open": return this.open(logsIn(request.files));
      case "openEmbedded": return this.open([embedded(request.parts)]);
      case "choose": return this.choose(this.logs[request.index]);
      case "match": return this.match(request);
      case "history": return this.history(request);
      case "check": return this.startCheck();
      case "stop": return void this.jobs.delete(request.job);
      default: return this.session[ask](request);
    }
  }

  open(logs) {
    this.logs = logs;
    if (logs.length === 1) return this.choose(logs[0]);
    const choices = logs.map(({ name, files, header }) => ({
      name, size: files.reduce((sum, { size }) => sum + size, 0), app: header?.app.name,
      startedAt: header?.startedAt, fileCount: files.length,
    }));
    return { choices };
  }

  choose({ files, verdict }) {
    this.jobs.clear();
    const log = new Log(new Files(files));
    this.session = new Session(log, verdict && parseJSON(verdict));
    // The first rows are there with the answer, so that something is seen at once.
    this.session.rows.readUntil(deadline(turnMs));
    this.jobs.set("rows", this.rowsJob());
    return this.session.overview();
  }

  /// Works on the jobs in turn, and lets requests in between.
  work() {
    if (this.isWorking || this.jobs.size === 0) return;
    this.isWorking = true;
    const [name, job] = this.jobs.entries().next().value;
    if (!job.advance(deadline(turnMs))) this.jobs.delete(name);
    setTimeout(() => {
      this.isWorking = false;
      this.work();
    });
  }

  /// A job: `step` works on until a time and returns whether more is to be done.
  job(name, { step, report }) {
    let last = performance.now();
    const advance = (isLate) => {
      const goesOn = step(isLate);
      if (!goesOn || performance.now() - last > reportMs) {
        last = performance.now();
        this.post({ job: name, isComplete: !goesOn, ...report() });
      }
      return goesOn;
    };
    return { advance };
  }

  rowsJob() {
    const { rows } = this.session;
    return this.job("rows", {
      step: (isLate) => {
        rows.readUntil(isLate);
        if (rows.isComplete && this.session.log.files.size <= checkedBytesMax) this.startCheck();
        return !rows.isComplete;
      },
      report: () => ({ overview: this.session.overview() }),
    });
  }

  startCheck() {
    const check = new Check(this.session.log);
    this.jobs.set("check", this.job("check", {
      step: (isLate) => {
        check.readUntil(isLate);
        if (check.isComplete) this.session.rows.takeDamages(check.damages);
        return !check.isComplete;
      },
      report: () => ({
        readBytes: check.byteCount, overview: check.isComplete ? this.session.overview() : null,
      }),
    }));
  }

  match({ job, number, ...filter }) {
    const matching = new Matching(this.session.rows, filter);
    let reported = 0;
    this.jobs.set(job, this.job(job, {
      step: (isLate) => {
        matching.lookUntil(isLate);
        return !matching.isComplete;
      },
      report: () => {
        const found = Uint32Array.from(matching.found.slice(reported));
        reported = matching.found.length;
        return { number, found };
      },
    }));
  }

  history({ number, row, path }) {
    const history = new History(this.session.states, this.session.seqOf(row), pointerTokens(path));
    let reported = 0;
    this.jobs.set("history", this.job("history", {
      step: (isLate) => {
        history.lookUntil(isLate);
        return !history.isComplete;
      },
      report: () => {
        const found = history.found.slice(reported).map(({ seq, isFirst, old, now }) => ({
          seq, isFirst, old: old === undefined ? undefined : preview(old, 200),
          new: now === undefined ? undefined : preview(now, 200), row: this.session.rowOfFrame(seq),
        }));
        reported = history.found.length;
        return { number, name: history.name, found, seq: history.seq };
      },
    }));
  }
}

function deadline(milliseconds) {
  const end = performance.now() + milliseconds;
  return () => performance.now() > end;
}

