// The page's end of the worker: questions with answers, and reports of what goes on.

export class Channel {
  /// `report` is called with each report of a job.
  constructor(report) {
    const source = document.getElementById("script").textContent;
    const url = URL.createObjectURL(new Blob([source], { type: "text/javascript" }));
    this.worker = new Worker(url);
    this.questions = new Map();
    this.waiting = new Map();
    this.lastID = 0;
    this.worker.onmessage = ({ data }) => {
      if (data.job) report(data);
      else this.settle(data);
    };
    this.worker.onerror = (event) => report({ job: "error", message: event.message });
  }

  settle({ id, answer, failure }) {
    const { resolve, reject } = this.questions.get(id);
    this.questions.delete(id);
    if (failure) reject(Object.assign(new Error(failure.message), failure));
    else resolve(answer);
  }

  ask(ask, request = {}) {
    this.lastID += 1;
    const id = this.lastID;
    this.worker.postMessage({ id, ask, ...request });
    return new Promise((resolve, reject) => this.questions.set(id, { resolve, reject }));
  }

  /// Asks only the last of the questions that come while one of the same name is being answered.
  async askLatest(ask, request, use, name = ask) {
    if (this.waiting.has(name)) {
      this.waiting.set(name, { request, use });
      return;
    }
    this.waiting.set(name, null);
    for (let next = { request, use }; next; next = this.waiting.get(name)) {
      this.waiting.set(name, null);
      const answer = await this.ask(ask, next.request);
      if (!this.waiting.get(name)) next.use(answer);
    }
    this.waiting.delete(name);
  }
}
