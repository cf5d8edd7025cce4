// Where one is, in the address; jumps are in the browser's history, so that back goes back.

/// Browsers limit how often the address may change, and take their time.
const addressPauseMs = 150;

export class Trail {
  constructor() {
    Object.assign(this, { hash: location.hash, timer: 0 });
  }

  /// Shows a place in the address, soon.
  show(hash) {
    this.hash = hash;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.write(), addressPauseMs);
  }

  write() {
    this.drop();
    // A change of the address ends a way back or forward that has only begun.
    if (location.hash === this.hash) return;
    try {
      history.replaceState(null, "", this.hash);
    } catch {
      // Too often; the next place is shown again.
    }
  }

  /// Leaves the place as it is in the history, for a jump to another one.
  leave() {
    this.write();
    try {
      history.pushState(null, "", this.hash);
    } catch {
      // Too often for the browser: this jump is not in its history.
    }
  }

  /// Forgets an address that is not shown yet, since the person has entered another.
  drop() {
    clearTimeout(this.timer);
  }
}
