// Follows the log that the tool has: it grows, or the tool goes to a branch.

export class Following {
  /// `grow(files)` takes what is new, and returns false if that is another log; `reopen(served)`
  /// opens another log; `tell(served)` is told what else has changed, and `lose(error)` that the
  /// tool has ended.
  constructor(tool, { grow, reopen, tell, lose }) {
    Object.assign(this, { tool, grow, reopen, tell, lose, number: 0 });
  }

  /// Begins with what is served; what was followed before is given up.
  async begin(served) {
    this.number += 1;
    const { number } = this;
    let known = served;
    try {
      for (;;) {
        const next = await this.tool.describe(known);
        if (number !== this.number) return;
        const isChanged = next.log !== known.log || next.size !== known.size;
        const isSame = next.log === known.log;
        if (isChanged && !(isSame && await this.grow(next.files))) return void this.reopen(next);
        if (next.isFollowed !== known.isFollowed) this.tell(next);
        known = next;
      }
    } catch (error) {
      if (number === this.number) this.lose(error);
    }
  }
}
