// The selected value of the state, and that of the payload: where they are, and what one can do.

import { nameOfSteps, stepsOfPath, stepsOfRow } from "./steps.js";
import { commandButton } from "./layout.js";
import { ValueBar, absenceText } from "./valuebar.js";
import { pointerText } from "./values.js";

export class SelectedValue {
  constructor(viewer) {
    // The selected value, as the worker follows it; one from the address is revealed at first.
    Object.assign(this, { viewer, selection: null, isRevealWanted: false });
    [this.bar, this.payloadBar] = [new ValueBar(), new ValueBar()];
  }

  get tokens() {
    return this.selection?.tokens ?? null;
  }

  /// The selected value's path in this state; by ids, if it is not there.
  get path() {
    const { tokens, steps = [] } = this.selection ?? {};
    return tokens ? pointerText(tokens) : nameOfSteps(steps);
  }

  /// Selects the value at a path with the next frame, and reveals it.
  want(path) {
    const steps = stepsOfPath(path);
    this.selection = steps && { steps };
    this.isRevealWanted = steps !== null;
  }

  selectPath(path) {
    const { viewer } = this;
    this.want(path);
    // One that is not there any more was there before this action.
    const seq = viewer.frame.stateSeq - 1;
    if (this.selection && seq >= 0) this.selection.seq = seq;
    viewer.go(viewer.row);
  }

  load(source, window, use) {
    const { viewer } = this;
    if (!viewer.frame) return undefined;
    return viewer.channel.askLatest("tree", { row: viewer.row, source, ...window }, (answer) => {
      if (answer) use(answer);
    }, `tree ${source}`);
  }

  /// Opens the state down to a value, and selects it; a filter could hide it, and is cleared.
  reveal(tokens = this.tokens) {
    const { state } = this.viewer;
    this.isRevealWanted = false;
    if (state.filter) this.viewer.clearStateFilter();
    const window = { open: state.open, from: 0, count: state.list.visible + 40, tokens };
    this.load("state", window, (answer) => {
      state.show(answer);
      state.list.center(answer.found);
      state.select(answer.found);
    });
  }

  choose(row) {
    const { tokens, text } = row;
    const seq = this.viewer.frame?.stateSeq;
    this.selection = { steps: stepsOfRow(row), seq, tokens, text };
    this.isRevealWanted = false;
    this.viewer.showPlace();
    this.show();
  }

  button(text, does) {
    return commandButton(this.viewer, text, does);
  }

  /// Shows the selected value below the state.
  show() {
    const { selection } = this;
    if (!selection) return this.bar.show();
    return this.bar.show({
      path: this.path || "the whole state", text: selection.text,
      absence: selection.tokens ? undefined : absenceText(selection),
      buttons: [
        this.button("Copy value", "copyValue"), this.button("Copy path", "copyPath"),
        this.button("Copy command", "copyCommand"), this.button("History", "showHistory"),
        this.button("Pin", "pin"),
      ],
    });
  }

  /// Shows a value that is selected in the payload, which the list can be filtered by.
  showPayload(row) {
    if (!row) return this.payloadBar.show();
    const { tokens, text, isContainer } = row;
    return this.payloadBar.show({
      path: pointerText(tokens) || "the whole action", text,
      buttons: [
        this.button("Copy value", "copyPayload"), this.button("Copy path", "copyPayloadPath"),
        isContainer ? null : this.button("Only with this", "filterByPayload"),
        this.button("Only this type", "toggleType"),
      ].filter(Boolean),
    });
  }
}
