// The page's end of the worker: questions with answers, and reports of what goes on.

export class Channel {
  /// `report` is called with each report of a job.
  constructor(report) {
    const source = document.getElementById("script").textContent;
    const url = URL.createObjectURL(new Blob([source], { type: "text/javascript" }));
    this.worker = new Worker(url);
    this.questions = new Map();
    this.asking = new Map();
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
  ///
  /// Done when the last one is answered.
  askLatest(ask, request, use, name = ask) {
    const asking = this.asking.get(name) ?? { done: null };
    asking.next = { request, use };
    this.asking.set(name, asking);
    asking.done ??= this.askInTurn(ask, name, asking);
    return asking.done;
  }

  async askInTurn(ask, name, asking) {
    try {
      while (asking.next) {
        const { request, use } = asking.next;
        asking.next = null;
        const answer = await this.ask(ask, request);
        if (!asking.next) use(answer);
      }
    } finally {
      this.asking.delete(name);
    }
  }
}
