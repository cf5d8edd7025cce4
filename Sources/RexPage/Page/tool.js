// The tool that serves the page: what it is asked, and the log that it has.
//
//   GET log              { log, name, branch, files, isFollowed, can }
//   POST ask {"ask":…}   {"seqs":[3,7],"through":512}
//                        {"seqs":[],"notes":[],"isComplete":true}

import { Gone } from "./sources.js";

/// What a tool says of a question that it does not take.
const refusals = new Map([
  [400, "the tool does not know this question"], [404, "the tool cannot answer this here"],
  [409, "the log has changed meanwhile"], [413, "this is too long for the tool"],
  [500, "the tool could not read the log"],
]);

/// How often a request that did not arrive is made again, and after how long.
const retriesMax = 3;
const retryMs = 400;

export class Tool {
  /// The address of the page, which ends with a slash. `can` are the questions that it answers, and
  /// `log` is the number of the log on screen, about which it is asked.
  constructor(address) {
    Object.assign(this, { address, can: new Set(), log: undefined, isGone: false });
  }

  /// What is served; if that is known, what comes after it, which is waited for.
  async describe(known) {
    const query = known ? `?log=${known.log}&size=${known.size}` : "";
    const response = await this.reach(`log${query}`, { cache: "no-store" });
    if (!response.ok) this.fail();
    const served = await response.json();
    this.can = new Set(served.can);
    const files = served.files.map(({ name, size }, index) => ({
      name, size, url: `${this.address}log/${served.log}/${index}`,
    }));
    return { ...served, files, size: files.reduce((sum, { size }) => sum + size, 0) };
  }

  /// Asks a question; `take` gets each line of the answer, and its text. Returns the last line,
  /// with its `text`.
  async ask(question, { take = () => {}, signal } = {}) {
    const response = await this.reach("ask", {
      method: "POST", headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ ...question, log: this.log }), signal,
    });
    if (refusals.has(response.status)) {
      return { isComplete: true, error: refusals.get(response.status), text: "" };
    }
    const reader = response.body.getReader();
    const decoder = new TextDecoder();
    let rest = "";
    for (;;) {
      const { done, value } = await reader.read().catch((error) => this.fail(error));
      if (done) this.fail();
      const lines = (rest + decoder.decode(value, { stream: true })).split("\n");
      rest = lines.pop();
      for (const text of lines) {
        const line = JSON.parse(text);
        await take(line, text);
        if (line.isComplete) return { ...line, text };
      }
    }
  }

  async reach(path, options) {
    for (let retries = 0; ; retries += 1) {
      const response = await fetch(this.address + path, options).catch((error) => {
        if (error.name === "AbortError" || retries === retriesMax) this.fail(error);
      });
      if (response && !response.ok && !refusals.has(response.status)) this.fail();
      if (response) return response;
      await new Promise((done) => setTimeout(done, retryMs));
    }
  }

  /// What was stopped is told apart from a tool that has ended.
  fail(error) {
    if (error?.name === "AbortError") throw error;
    this.isGone = true;
    throw new Gone();
  }
}

/// The lines of an answer to a line command of `step`, and what it says in words.
export async function answerOf(tool, line, signal) {
  const lines = [];
  let told = "";
  const last = await tool.ask({ ask: "line", line }, {
    signal, take: ({ line: answered, text }) => {
      if (answered) lines.push(answered);
      told = text ?? told;
    },
  });
  if (last.error !== undefined) lines.push({ error: last.error });
  return { ...last, lines, told };
}
