// The page of the files in Page, put together by EmbeddedPageTests. Do not edit.
// swift-format-ignore-file

enum EmbeddedPage {
  static let text = #"""
<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'sha256-ZsZaZE/2wG/HxbZO38VKVMNKLULJv9BCKMuHiajiiBE='; style-src 'sha256-sXc1gkOvvIWsJ+SNsahtiiDa7Ihn3UWQZPqi0E0Ndqo='; worker-src blob:; base-uri 'none'; form-action 'none'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>rexreplay</title>
<style>:root {
  color-scheme: light dark;
  --ground: light-dark(#f5f6f8, #14161a);
  --pane: light-dark(#ffffff, #1c1f25);
  --raised: light-dark(#eef0f4, #262a32);
  --line: light-dark(#dcdfe5, #31363f);
  --text: light-dark(#1b1e24, #e4e7ec);
  --quiet: light-dark(#565e6b, #aab2c0);
  --accent: light-dark(#2457c5, #7ba5ff);
  --chosen: light-dark(#dbe6ff, #2b3b60);
  --good: light-dark(#17703a, #5cc98a);
  --warn: light-dark(#8a5a00, #e2b04a);
  --bad: light-dark(#b3261e, #ff8a80);
  --good-ground: light-dark(#e2f4e8, #173324);
  --warn-ground: light-dark(#fdf1d8, #372c14);
  --bad-ground: light-dark(#fde7e5, #43201d);
  --sans: system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif;
  --mono: ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace;
}

:root[data-theme="light"] { color-scheme: light; }
:root[data-theme="dark"] { color-scheme: dark; }

* { box-sizing: border-box; }

html, body { height: 100%; margin: 0; }

body {
  background: var(--ground);
  color: var(--text);
  font: 13px/1.45 var(--sans);
}

h1, h2, h3, p, ul, dl, dd { margin: 0; padding: 0; }
ul { list-style: none; }
h1 { font-size: 15px; }
h2 { font-size: 12px; font-weight: 600; }

button, input, select, textarea {
  font: inherit;
  color: inherit;
  background: var(--pane);
  border: 1px solid var(--line);
  border-radius: 6px;
  padding: 3px 8px;
  min-width: 0;
}

button { cursor: pointer; background: var(--raised); }
button:hover { border-color: var(--quiet); }
button.primary { background: var(--accent); border-color: var(--accent); color: var(--pane); }
button.link { border: 0; background: none; padding: 0; color: var(--accent); }

:focus-visible { outline: 2px solid var(--accent); outline-offset: 1px; }
.scroll:focus-visible { outline: none; }
.pane:has(.scroll:focus-visible) { outline: 2px solid var(--accent); outline-offset: -1px; }
.scroll:focus-visible [aria-selected="true"] { box-shadow: inset 3px 0 var(--accent); }

.hidden { display: none !important; }
.quiet { color: var(--quiet); }
.type { font-weight: 600; }
.path, .value, .paths, .payload, .change, .seq, .time, .key, .size, .sign, .marker, pre, textarea {
  font-family: var(--mono);
  font-size: 12px;
}

#page, .viewer { height: 100%; }

/* A log on screen */

.viewer {
  display: grid;
  grid-template: auto auto minmax(0, 1fr) auto / minmax(0, 1fr);
}

.top {
  display: flex;
  align-items: center;
  gap: 8px 16px;
  padding: 8px 12px;
}

.title { min-width: 8em; }
.title > * { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.facts { color: var(--quiet); }
.chips { display: flex; gap: 6px; flex-wrap: wrap; flex: 1; }
.top > .chips { flex: 1 1 auto; }
.top > .buttons { flex: none; }
.top .chips:empty { display: none; }
.top .chips:empty + .search { margin-inline-start: auto; }

.chip {
  border: 1px solid transparent;
  border-radius: 10px;
  padding: 1px 9px;
  background: var(--raised);
  max-width: min(36em, 92vw);
  overflow: hidden;
  text-overflow: ellipsis;
  white-space: nowrap;
}

.chip.good { background: var(--good-ground); color: var(--good); }
.chip.warn { background: var(--warn-ground); color: var(--warn); }
.chip.bad { background: var(--bad-ground); color: var(--bad); }

.search { display: flex; align-items: center; gap: 4px; position: relative; min-width: 0; }
.search input { width: 14em; min-width: 6em; }
.search > button { flex: none; }
.search[data-mode="when"] input { width: 28em; font: 12px var(--mono); }
.search [role="status"]:empty { display: none; }
.search[data-mode="when"]:not(:has(.mode))::before { content: "when"; font-weight: 600; }
.search .mode { color: var(--accent); background: var(--chosen); font-weight: 600; }
[aria-invalid="true"] { border-color: var(--bad); }

.answer {
  position: absolute;
  inset: calc(100% + 4px) 0 auto auto;
  z-index: 4;
  max-width: min(44em, 90vw);
  max-height: 50vh;
  overflow: auto;
  padding: 8px 12px;
  border: 1px solid var(--line);
  border-radius: 8px;
  background: var(--pane);
  box-shadow: 0 4px 16px rgb(0 0 0 / 20%);
  overflow-wrap: anywhere;
}

.answer.bad bdi { font: 12px var(--mono); white-space: pre-wrap; color: var(--bad); }

main {
  display: grid;
  grid-template: minmax(0, 1fr) / minmax(0, var(--first)) 8px minmax(0, var(--second)) 8px
    minmax(0, var(--third));
  padding: 0 12px;
  min-height: 0;
}

.border { cursor: col-resize; touch-action: none; border-radius: 4px; }
.border:hover { background: var(--line); }

.pane {
  display: flex;
  flex-direction: column;
  min-width: 0;
  min-height: 0;
  background: var(--pane);
  border: 1px solid var(--line);
  border-radius: 8px;
  overflow: hidden;
}

.pane > header {
  display: flex;
  align-items: center;
  justify-content: space-between;
  gap: 8px;
  min-height: 32px;
  padding: 4px 10px;
  border-bottom: 1px solid var(--line);
}

.pane > header.tabs { justify-content: flex-start; gap: 1px; padding: 4px 6px; flex-wrap: wrap; }
.pane > header input { flex: 1 1 5em; width: 5em; }
.pane > header .chip, .pane > header h2 { flex: none; }
.tabs button {
  border-color: transparent;
  background: none;
  color: var(--quiet);
  padding: 3px 5px;
  font-size: 12px;
  white-space: nowrap;
  flex: none;
}

.tabs [aria-selected="true"] { color: var(--accent); background: var(--chosen); }

.tabs .bad { color: var(--bad); }
.content h3 { font-size: 12px; padding: 10px 12px 4px; }

.bar {
  display: flex;
  align-items: center;
  justify-content: space-between;
  gap: 8px;
  padding: 5px 10px;
  border-bottom: 1px solid var(--line);
}

.tabpanel { flex: 1; display: flex; flex-direction: column; min-height: 0; overflow: auto; }
.tabpanel .content { overflow: visible; flex: none; }
#payload-pane .scroll { flex: none; border-block: 1px solid var(--line); }

.pane > header h2 { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.buttons { display: flex; gap: 6px; flex-wrap: wrap; }
.pane .buttons button { padding: 1px 8px; font-size: 12px; }

.scroll { flex: 1; overflow: auto; position: relative; min-height: 0; contain: strict; }
.space { position: relative; min-height: 100%; }
.rows { position: absolute; inset: 0 0 auto 0; will-change: transform; }
.content { flex: 1; overflow: auto; min-height: 0; }

.status { padding: 4px 14px; color: var(--quiet); min-height: 28px; }

/* Without a log */

.welcome { max-width: 40em; margin: 0 auto; padding: 12vh 20px 20px; display: grid; gap: 16px; }
.welcome h1 { font-size: 22px; }

.drop {
  display: grid;
  gap: 14px;
  justify-items: center;
  padding: 40px 24px;
  border: 2px dashed var(--line);
  border-radius: 14px;
  background: var(--pane);
  text-align: center;
}

.steps { margin: 0; padding-inline-start: 1.6em; display: grid; gap: 6px; }
code { font: 12px var(--mono); overflow-wrap: anywhere; }
.choices button { width: 100%; text-align: start; margin-bottom: 6px; padding: 8px 12px; }

dialog .welcome { padding: 0; }
dialog .welcome h1 { display: none; }

/* Dialogs */

dialog {
  color: inherit;
  background: var(--pane);
  border: 1px solid var(--line);
  border-radius: 12px;
  padding: 16px 20px;
  width: min(52em, 92vw);
}

dialog::backdrop { background: rgb(0 0 0 / 40%); }
dialog > header { display: flex; justify-content: space-between; margin-bottom: 10px; }
dialog h2 { font-size: 15px; }
dialog textarea { width: 100%; }
.ask { display: flex; gap: 8px; }
.ask input { width: 14em; flex: 1; }
.line { padding: 8px 12px; }
.answers section { border-top: 1px solid var(--line); padding-bottom: 6px; }
.answers h3 { font-family: var(--mono); }
.answers .note { padding: 3px 12px; overflow-wrap: anywhere; }
.answers summary { cursor: pointer; }
.answers pre { padding: 0 12px; white-space: pre; overflow-x: auto; }
pre.bad { color: var(--bad); }
.keys { columns: 2 20em; column-gap: 32px; }
.keys section { break-inside: avoid; margin-bottom: 14px; }
.keys h3 { font-size: 12px; color: var(--quiet); margin-bottom: 4px; }
.keys dl { display: grid; grid-template-columns: 7.5em 1fr; gap: 3px 8px; }

kbd {
  font: 11px var(--mono);
  padding: 0 5px;
  border: 1px solid var(--line);
  border-bottom-width: 2px;
  border-radius: 4px;
  background: var(--raised);
}

/* The timeline */

#timeline {
  position: relative;
  height: 92px;
  margin: 0 12px 8px;
  background: var(--pane);
  border: 1px solid var(--line);
  border-radius: 8px;
  cursor: ew-resize;
  touch-action: none;
}

#timeline svg { position: absolute; inset: 5px 0 20px; width: 100%; height: 66px; }
#timeline .of-0 { opacity: 0.45; }
#timeline .of-1 { opacity: 0.7; }
#timeline :is(.places, .letters, .track) { position: absolute; inset: 0; pointer-events: none; }
#timeline :is(.places, .letters, .track, .ticks) { overflow: hidden; }
#timeline i, #timeline b, #timeline .cursor, #timeline .span {
  position: absolute;
  top: 0;
  bottom: 0;
}

#timeline i { width: 3px; margin-inline-start: -1px; }
#timeline i.mark { background: var(--accent); bottom: 60%; }
#timeline i.gap { background: var(--warn); width: 5px; }
#timeline i.damage { background: var(--bad); }
#timeline i.cut {
  inset-inline-end: 0;
  width: 6px;
  background: var(--bad);
  border-radius: 0 7px 7px 0;
}

#timeline i.match { background: var(--warn); width: 2px; bottom: 22px; opacity: 0.8; }
#timeline .matches { position: absolute; inset: 0; overflow: hidden; pointer-events: none; }
#timeline .holds { position: absolute; top: 0; bottom: 20px; background: var(--warn-ground); }

#timeline .fold {
  position: absolute;
  top: 0;
  bottom: 20px;
  padding-block-start: 26px;
  border-inline: 1px dashed var(--line);
  background: var(--raised);
  color: var(--quiet);
  font-size: 11px;
  text-align: center;
  white-space: nowrap;
  overflow: hidden;
}

#timeline .axis {
  position: absolute;
  inset: auto 6px 1px auto;
  padding: 0 4px;
  background: var(--pane);
  font-size: 11px;
}

#timeline b { color: var(--accent); padding: 0 3px; font-size: 11px; }
#timeline .span { background: var(--accent); opacity: 0.12; }
#timeline .ticks { position: absolute; inset: auto 0 0; height: 18px; pointer-events: none; }

#timeline .ticks span {
  position: absolute;
  bottom: 1px;
  padding-inline-start: 4px;
  border-inline-start: 1px solid var(--line);
  font: 11px var(--mono);
  white-space: nowrap;
}

#timeline small { color: var(--quiet); }

#timeline.charted { height: 140px; }
#timeline .chart { position: absolute; inset: auto 0 20px; height: 48px; pointer-events: none; }
#timeline .chart svg { position: absolute; inset: 0; width: 100%; height: 100%; }
#timeline .chart .legend {
  position: absolute;
  inset: -2px auto auto 4px;
  padding: 0 3px;
  background: color-mix(in srgb, var(--pane) 75%, transparent);
  font-size: 11px;
}

#timeline .chart .path { color: var(--accent); }
#timeline.charted > svg { bottom: auto; }

#timeline .chart .band { position: absolute; bottom: 6px; padding: 0 5px; font-size: 11px; }
.chart rect, .spark rect { fill: var(--lane); opacity: 0.45; }
.spark rect { transform: translateY(-20px); }

.chart path, .spark path {
  fill: none !important;
  stroke: var(--accent);
  stroke-width: 1.5px;
  vector-effect: non-scaling-stroke;
}

.pins { border-bottom: 1px solid var(--line); padding: 2px 0; }
.pin { display: flex; align-items: center; gap: 8px; padding: 3px 10px; }
.pin .path { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; max-width: 50%; }
.pin .spark { flex: 1; min-width: 3em; height: 18px; }
.pin .value { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; max-width: 40%; }

#timeline .tip {
  position: absolute;
  top: 24px;
  z-index: 2;
  max-width: 46%;
  margin-inline-start: 12px;
  padding: 5px 9px;
  border-radius: 6px;
  background: var(--text);
  color: var(--pane);
  pointer-events: none;
  white-space: nowrap;
  overflow: hidden;
  text-overflow: ellipsis;
}

#timeline .tip.before { transform: translateX(calc(-100% - 24px)); }
#timeline .tip span, #timeline .tip bdi { color: inherit; }

#timeline .cursor {
  width: 2px;
  margin-inline-start: -1px;
  background: var(--accent);
  pointer-events: none;
}

/* Lanes */

.dot { width: 8px; height: 8px; border-radius: 50%; flex: none; display: inline-block; }
.lane-0 { --lane: #3b82f6; }
.lane-1 { --lane: #8b5cf6; }
.lane-2 { --lane: #10b981; }
.lane-3 { --lane: #f59e0b; }
.lane-4 { --lane: #ef4444; }
.lane-5 { --lane: #06b6d4; }
.lane-6 { --lane: #94a3b8; }
.dot { background: var(--lane); }
#timeline path { fill: var(--lane); }

.lanes { display: flex; gap: 5px; flex-wrap: wrap; padding: 6px 8px 0; }
.lanes .chip { background: none; border-color: var(--line); display: inline-flex; gap: 5px; }
.lanes .chip { align-items: center; font-size: 12px; }
.lanes .chip[aria-pressed="false"] { opacity: 0.5; text-decoration: line-through; }
.filter .chip[aria-pressed="true"] { background: var(--chosen); }
.filter .chip { flex: none; }

/* The list */

.filter {
  display: flex;
  align-items: center;
  gap: 4px;
  padding: 6px 8px;
  border-bottom: 1px solid var(--line);
}

.filter select { flex: 1.2; }
.filter input { flex: 1; }
.filter [role="status"]:empty { display: none; }
.filter [role="status"] { white-space: nowrap; }
.filter:has([aria-invalid="true"]) { flex-wrap: wrap; }
.filter [aria-invalid="true"] ~ [role="status"] { flex: 1 0 100%; white-space: normal; }

.row {
  display: grid;
  grid-template-columns: 1em 3em 4.3em 8px minmax(0, var(--type)) minmax(0, 1.5fr) minmax(0, 2.3fr);
  gap: 8px;
  align-items: center;
  padding: 0 8px 0 4px;
  cursor: default;
  white-space: nowrap;
}

.row > * { overflow: hidden; text-overflow: ellipsis; }
.row:hover, .node:hover { background: var(--raised); }
[aria-selected="true"] { background: var(--chosen) !important; }
.row .seq { text-align: end; color: var(--quiet); }
.row .time { text-align: end; color: var(--quiet); }
.row .paths { color: var(--quiet); }
.row .path, .row .value, .row .date { color: var(--text); }
.row .name { color: var(--quiet); }
.row .more { color: var(--good); font-weight: 600; }
.row .less { color: var(--bad); font-weight: 600; }
.row .letter { color: var(--accent); font-weight: 700; text-align: center; }
.row.damage .what, .row.gap .what { color: var(--warn); }
.row.damaged .seq, .row.found .seq, .row.unfinished .seq { color: var(--bad); font-weight: 700; }
.row.mark .what { color: var(--accent); }
.row .what:last-child { grid-column: 5 / -1; }
.row[data-holds] { background: color-mix(in srgb, var(--warn-ground) 55%, transparent); }
.row[data-match] { box-shadow: inset 3px 0 var(--warn); }

/* A text from right to left is cut at its end, as others are. */
.row :has(> bdi[dir="rtl"]) { display: inline-flex; gap: 0.6ch; max-width: 100%; }
.row bdi[dir="rtl"] { min-width: 0; overflow: hidden; text-overflow: ellipsis; }

.badge {
  margin-inline-end: 6px;
  padding: 0 6px;
  border-radius: 8px;
  background: var(--raised);
  color: var(--quiet);
  font-size: 11px;
}

.badge.bad { background: var(--bad-ground); color: var(--bad); }

/* What changed */

.note { padding: 10px 12px; color: var(--quiet); }
.note.bad { color: var(--bad); }

.changes button {
  display: grid;
  grid-template-columns: 1em minmax(0, 1fr);
  gap: 0 8px;
  width: 100%;
  text-align: start;
  border: 0;
  border-radius: 0;
  border-bottom: 1px solid var(--line);
  background: none;
  padding: 6px 12px;
}

.changes button:hover { background: var(--raised); }
.changes .item { padding: 6px 12px; border-bottom: 1px solid var(--line); }
.changes .item .change { display: block; }
.changes .item .link { display: inline; width: auto; border: 0; padding: 0; }
.causes .type { grid-column: 2; }
.causes button { grid-template-columns: 5.5em minmax(0, 1fr); }
.changes .sign { font-weight: 700; }
.changes .path { overflow-wrap: anywhere; }
.changes .change { grid-column: 2; overflow-wrap: anywhere; }
.changes .added .sign, .new { color: var(--good); }
.changes .removed .sign, .old { color: var(--bad); }
.changes .replaced .sign { color: var(--warn); }
.changes .moved .sign { color: var(--accent); }
.changes .arrow { color: var(--quiet); }
.history button { grid-template-columns: 4.5em minmax(0, 1fr); }
.history .part, .problems button, .problems bdi { display: block; }
.history .seq { color: var(--accent); }
.history [aria-current="true"] { background: var(--chosen); }

/* The action */

.details { display: grid; gap: 4px; padding: 8px 12px; }

.details .note { padding: 0; }
.headline { font-size: 14px; overflow-wrap: anywhere; }
.details .facts { overflow-wrap: anywhere; }
pre { white-space: pre-wrap; overflow-wrap: anywhere; margin: 4px 0 0; }

.finding, .problem {
  display: grid;
  gap: 2px;
  padding: 6px 10px;
  border-radius: 6px;
  background: var(--bad-ground);
  overflow-wrap: anywhere;
}

.finding strong, .problem strong { color: var(--bad); }
#payload { border-top: 1px solid var(--line); }

/* The state */

.node { display: flex; align-items: center; gap: 6px; white-space: nowrap; cursor: default; }
.node .twist { width: 1em; flex: none; color: var(--quiet); text-align: center; cursor: pointer; }
.node .key { flex: none; max-width: 60%; overflow: hidden; text-overflow: ellipsis; }
.node .value { overflow: hidden; text-overflow: ellipsis; color: var(--quiet); }
.node .value.string { color: var(--good); }
.node .value.number, .node .value.boolean, .node .value.null { color: var(--accent); }
.node .size { color: var(--quiet); }
.node .marker { font-weight: 700; color: var(--warn); }
.node.added, .node.replaced, .node.moved { background: var(--warn-ground); }
.node.added .marker { color: var(--good); }

.selected {
  display: grid;
  gap: 4px;
  padding: 8px 12px;
  border-top: 1px solid var(--line);
  max-height: 40%;
  overflow: auto;
  flex: none;
}

.selected .path { font-weight: 600; overflow-wrap: anywhere; }
.selected .value { white-space: pre-wrap; overflow-wrap: anywhere; }
.selected .value { overflow: auto; max-height: 7em; }

/* On paper: the action, its changes and the state, without what is only for a screen */

@media print {
  :root { color-scheme: light; }
  body { background: none; }
  html, body, #page, .viewer { height: auto; }
  .viewer, main { display: block !important; }
  .pane { display: block !important; border: 0; overflow: visible; break-inside: auto; }
  .search, .top .buttons, .filter, .lanes, .tabs, .border, .phone, .status, .pane .buttons,
  .pane header input, .pane header .chip, #timeline .axis { display: none !important; }
  .scroll { contain: none; height: auto; overflow: visible; }
  #list { max-height: 14cm; overflow: hidden; }
  #state { max-height: 18cm; overflow: hidden; }
  .tabpanel, .content { overflow: visible; }
}

/* Narrow windows */

@media (max-width: 1100px) {
  main {
    grid-template: minmax(0, 1fr) minmax(0, 1fr) / minmax(0, var(--first)) 8px
      minmax(0, var(--rest));
    row-gap: 8px;
  }
  #actions-pane, .border { grid-row: 1 / 3; }
  #change-pane, #state-pane { grid-column: 3; }
  .border ~ .border { display: none; }
}

.phone { display: none; }

@media (max-width: 680px) {
  .viewer { height: 100dvh; grid-template-rows: auto auto minmax(0, 1fr) auto; }
  .top { padding: 6px 8px; gap: 4px 8px; flex-wrap: wrap; }
  .title { flex: 1 1 50%; }
  .top > .chips, .top > .search { order: 1; flex: 1 0 100%; }
  .top > .search { order: 2; }
  .search .mode { min-height: 44px; }
  .search input, .search[data-mode="when"] input { width: 0; flex: 1; font-size: 16px; }
  main { display: block; padding: 0 8px; }
  main > .pane { height: 100%; display: none; }
  [data-pane="actions"] #actions-pane { display: flex; }
  [data-pane="change"] #change-pane { display: flex; }
  [data-pane="state"] #state-pane { display: flex; }
  #timeline { margin: 0 8px 6px; height: 70px; }
  #timeline svg { height: 44px; }
  #timeline.charted { height: 118px; }
  #timeline small, .status { display: none; }
  .row { grid-template-columns: 1em 2.6em 8px minmax(6em, 1fr) minmax(0, 1.5fr); }
  .row .time, .row .payload { display: none; }
  .row .what:last-child { grid-column: 4 / -1; }
  .lanes { flex-wrap: nowrap; overflow-x: auto; }
  .lanes .chip { flex: none; min-height: 36px; }
  .filter { overflow-x: auto; }
  .filter select, .filter input { flex: none; width: 10em; }
  /* Smaller fields are magnified by a phone when one types into them. */
  input, select { font-size: 16px; }
  .top .buttons button, .search button, .tabs button, .filter > * { min-height: 44px; }
  .top .buttons button, .search button { min-width: 44px; }
  .filter [role="status"] { min-height: 0; }
  .pane .buttons button, .ask button, .pane > header .chip { min-height: 44px; }
  .selected .buttons { flex-wrap: nowrap; overflow-x: auto; }
  .selected .buttons button { flex: none; }
  .pin button { min-height: 36px; min-width: 36px; }

  .phone {
    display: flex;
    gap: 4px;
    padding: 6px 8px max(6px, env(safe-area-inset-bottom));
  }

  .phone button { flex: 1 1 auto; min-height: 44px; min-width: 44px; padding: 0 4px; }
  [data-pane="actions"] .phone :nth-child(2),
  [data-pane="change"] .phone :nth-child(3),
  [data-pane="state"] .phone :nth-child(4) { background: var(--chosen); color: var(--accent); }
}
</style>
</head>
<body>
<noscript>This page shows a log. It needs JavaScript, and makes no request to anywhere.</noscript>
<script id="script">"use strict";
{
const wordsOfNumber = /^\d{1,16}$/;
function placeOf(hash) {
  const parts = new URLSearchParams(hash.replace(/^#/, ""));
  const number = (name) => (
    wordsOfNumber.test(parts.get(name) ?? "") ? Number(parts.get(name)) : undefined);
  return {
    seq: parts.get("seq") === "last" ? Infinity : number("seq"),
    path: parts.get("path") ?? undefined, pins: parts.getAll("pin"),
    a: number("a"), b: number("b"), find: parts.get("find") ?? "", when: parts.get("when") ?? "",
    filter: {
      type: parts.get("type") ?? "", text: parts.get("text") ?? "", at: parts.get("at") ?? "",
      hidden: parts.getAll("hide"), isChange: parts.has("changed"),
    },
  };
}
function hashOf({ seq, path, pins = [], a, b, find, when, filter = {} }) {
  if (seq === undefined) return "#";
  const { type, text, at, hidden = [], isChange } = filter;
  const named = [
    ["path", path], ...pins.map((pin) => ["pin", pin]), ["a", a], ["b", b], ["find", find],
    ["when", when], ["type", type], ["text", text], ["at", at],
    ...hidden.map((name) => ["hide", name]), ["changed", isChange && 1],
  ];
  return `#seq=${seq}` + named.map(([name, value]) => part(name, value)).join("");
}
function part(name, value) {
  const isThere = value !== undefined && value !== "" && value !== false;
  return isThere ? `&${name}=${encodeURIComponent(value).replaceAll("%2F", "/")}` : "";
}
class Channel {
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
function el(tag, properties = {}, ...children) {
  return filled(document.createElement(tag), properties, children);
}
function svg(tag, properties = {}, ...children) {
  return filled(document.createElementNS("http://www.w3.org/2000/svg", tag), properties, children);
}
function filled(element, properties, children) {
  for (const [name, value] of Object.entries(properties)) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.flat().filter((item) => item !== null && item !== undefined));
  return element;
}
function showDialog(title, content) {
  const dialog = el("dialog", { "aria-label": title, onclose: () => dialog.remove() });
  const close = () => dialog.close();
  dialog.append(
    el(
      "header", {}, el("h2", {}, title),
      el("button", { type: "button", onclick: close }, "Close")),
    ...content(close));
  document.body.append(dialog);
  dialog.showModal();
}
function isTouched() {
  return matchMedia("(pointer: coarse)").matches;
}
function separated(items, separator) {
  return items.flatMap((item, index) => (index > 0 ? [separator, item] : [item]));
}
function quoted(text, properties = {}) {
  const dir = rightToLeft.test(text) ? "rtl" : undefined;
  return el("bdi", { ...properties, dir }, shown(text));
}
const rightToLeft = /^[^\p{L}]*[\u0591-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/u;
function shown(text) {
  return text.replace(/(?![\u200c\u200d])[\p{C}\p{Zl}\p{Zp}]/gu, (character) => {
    const short = { "\n": "\\n", "\r": "\\r", "\t": "\\t" }[character];
    return short ?? Array.from({ length: character.length }, (_, index) => {
      return `\\u${character.charCodeAt(index).toString(16).padStart(4, "0")}`;
    }).join("");
  });
}
function time(milliseconds) {
  if (!Number.isFinite(milliseconds)) return "";
  const seconds = Math.max(0, milliseconds) / 1000;
  if (seconds < 60) return `${seconds.toFixed(3)} s`;
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  const rest = (seconds % 60).toFixed(1).padStart(4, "0");
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, "0")}:${rest}` : `${minutes}:${rest}`;
}
function shortTime(milliseconds) {
  if (!Number.isFinite(milliseconds)) return "";
  const units = [["ms", 1000], ["s", 60], ["min", 60], ["h", 24], ["d", Infinity]];
  let [number, unit] = [Math.max(0, milliseconds), 0];
  for (; number >= units[unit][1]; unit += 1) number /= units[unit][1];
  if (unit === 0 && number < 0.5) return "0";
  return `${number < 9.95 && unit > 0 ? number.toFixed(1) : Math.round(number)} ${units[unit][0]}`;
}
const grouped = new Intl.NumberFormat("en-US");
function digits(number) {
  return grouped.format(number);
}
function count(number, noun, plural = `${noun}s`) {
  return `${digits(number)} ${number === 1 ? noun : plural}`;
}
function bytes(number) {
  const units = ["bytes", "KB", "MB", "GB"];
  let unit = 0;
  while (number >= 1000 && unit < units.length - 1) {
    number /= 1000;
    unit += 1;
  }
  return `${unit === 0 ? number : number.toFixed(number < 10 ? 1 : 0)} ${units[unit]}`;
}
function shellWord(text) {
  if (shown(text) !== text) return null;
  if (/^[\w@%+=:,./-]+$/.test(text)) return text;
  return `'${text.replaceAll("'", "'\\''")}'`;
}
async function droppedFiles(transfer) {
  const entries = Array.from(transfer.items, (item) => item.webkitGetAsEntry?.()).filter(Boolean);
  if (entries.length === 0) return named(transfer.files);
  const found = [];
  for (const entry of entries) await collect(entry, found);
  return found.sort(byName);
}
const filesMax = 10_000;
async function collect(entry, found) {
  if (found.length >= filesMax) return;
  if (entry.isFile) {
    const isWanted = entry.fullPath.lastIndexOf("/") === 0 || entry.name.endsWith(".jsonl");
    if (!isWanted) return;
    const blob = await new Promise((resolve, reject) => entry.file(resolve, reject));
    found.push({ name: entry.fullPath.slice(1), blob });
    return;
  }
  const reader = entry.createReader();
  for (;;) {
    const part = await new Promise((resolve, reject) => reader.readEntries(resolve, reject));
    if (part.length === 0) return;
    for (const inner of part) await collect(inner, found);
  }
}
function named(files) {
  const isFolder = Array.from(files).some((file) => file.webkitRelativePath);
  return Array.from(files, (file) => ({ name: file.webkitRelativePath || file.name, blob: file }))
    .filter(({ name }) => !isFolder || name.endsWith(".jsonl"))
    .sort(byName);
}
function byName(left, right) {
  if (left.name === right.name) return 0;
  return left.name < right.name ? -1 : 1;
}
class Following {
  constructor(tool, { grow, reopen, tell, lose }) {
    Object.assign(this, { tool, grow, reopen, tell, lose, number: 0 });
  }
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
const prefix = "rexreplay ";
function kept(name) {
  try {
    return localStorage.getItem(prefix + name);
  } catch {
    return null;
  }
}
function keep(name, text) {
  try {
    localStorage.setItem(prefix + name, text);
  } catch {
  }
}
function showKeptTheme() {
  const theme = kept("theme");
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
}
const windowBytes = 2 ** 22;
const turnBytes = 2 ** 21;
const nearBytes = 2 ** 18;
const unreadable = "The file has changed since it was opened, or is gone. Open it again.";
class MemorySource {
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
class FileSource {
  constructor(name, blob) {
    Object.assign(this, { name, blob, size: blob.size, start: 0, end: 0, stream: null });
    Object.assign(this, { window: null, near: null, nearStart: 0 });
  }
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
  isReady(offset) {
    return offset >= this.start && this.end >= Math.min(offset + turnBytes, this.size);
  }
  async prepare(offset) {
    const isAhead = offset >= this.start && offset <= this.end;
    const [rest, end] = isAhead ? [this.end - offset, this.end] : [0, offset];
    let buffer = this.window ?? new Uint8Array(windowBytes);
    buffer.copyWithin(0, this.end - this.start - rest, this.end - this.start);
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
const pieceBytes = 2 ** 20;
const keptPiecesMax = 64;
class Gone extends Error {
  isGone = true;
  constructor() {
    super("The tool has ended, or serves this log no more.");
  }
}
class ServedSource {
  constructor({ name, size, url }) {
    Object.assign(this, { name, size, url, pieces: new Map() });
  }
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
  keep(number, bytes) {
    this.pieces.delete(number);
    this.pieces.set(number, bytes);
    if (this.pieces.size > keptPiecesMax) this.pieces.delete(this.pieces.keys().next().value);
    return bytes;
  }
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
const refusals = new Map([
  [400, "the tool does not know this question"], [404, "the tool cannot answer this here"],
  [409, "the log has changed meanwhile"], [413, "this is too long for the tool"],
  [500, "the tool could not read the log"],
]);
const retriesMax = 3;
const retryMs = 400;
class Tool {
  constructor(address) {
    Object.assign(this, { address, can: new Set(), log: undefined, isGone: false });
  }
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
  fail(error) {
    if (error?.name === "AbortError") throw error;
    this.isGone = true;
    throw new Gone();
  }
}
async function answerOf(tool, line, signal) {
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
const lanesMax = 7;
function lanesOf(types) {
  const byType = groups(types, (name) => name);
  const lanes = byType.length > lanesMax ? groups(types, (name) => name.split(".")[0]) : byType;
  if (lanes.length <= lanesMax) return lanes;
  const rest = lanes.slice(lanesMax - 1);
  const others = {
    name: "others", count: rest.reduce((sum, { count }) => sum + count, 0),
    types: rest.flatMap(({ types: names }) => names),
  };
  return [...lanes.slice(0, lanesMax - 1), others];
}
function groups(types, keyOf) {
  const found = new Map();
  for (const { name, count } of types) {
    const key = keyOf(name);
    const group = found.get(key) ?? { name: key, count: 0, types: [] };
    found.set(key, group);
    group.count += count;
    group.types.push(name);
  }
  return Array.from(found.values()).sort((left, right) => right.count - left.count);
}
function laneNumbers(lanes) {
  return new Map(lanes.flatMap(({ types }, lane) => types.map((name) => [name, lane])));
}
const heightMax = 8_000_000;
const overscan = 6;
class VirtualList {
  constructor({ role, label, rowHeight, render, look, load, id }) {
    Object.assign(this, { rowHeight, render, look, load, id });
    Object.assign(this, { count: 0, top: 0, active: -1, height: 0, made: new Map() });
    this.scrollTop = 0;
    this.rows = el("div", { class: "rows", role: "presentation" });
    this.space = el("div", { class: "space", role: "presentation" }, this.rows);
    this.element = el(
      "div", { class: "scroll", role, "aria-label": label, tabindex: 0, id }, this.space);
    this.element.addEventListener("scroll", () => this.followScroll(), { passive: true });
    this.element.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
    new ResizeObserver(([entry]) => this.resize(entry.contentRect.height)).observe(this.element);
  }
  resize(height) {
    const isFirst = height > 0 && !this.hasBeenShown;
    const wasVisible = this.active >= this.firstVisible
      && this.active <= this.firstVisible + this.visible;
    this.height = height;
    this.hasBeenShown ||= isFirst;
    if (isFirst && this.active >= 0) this.center(this.active);
    else if (wasVisible) this.activate(this.active);
    else this.setTop(this.top);
  }
  get contentHeight() {
    return this.count * this.rowHeight;
  }
  get scale() {
    if (this.contentHeight <= heightMax) return 1;
    return (this.contentHeight - this.height) / (heightMax - this.height);
  }
  get visible() {
    return Math.max(1, Math.floor(this.height / this.rowHeight));
  }
  get firstVisible() {
    return Math.floor(this.top / this.rowHeight);
  }
  setCount(count) {
    this.count = count;
    this.setTop(this.top);
  }
  refresh() {
    if (this.isStale) return;
    this.isStale = true;
    requestAnimationFrame(() => {
      this.isStale = false;
      this.draw();
    });
  }
  draw() {
    const from = Math.max(0, this.firstVisible - overscan);
    const to = Math.min(this.count, this.firstVisible + this.visible + overscan + 1);
    this.load?.(from, to - from);
    this.make(from, to);
    const scrollTop = this.top / this.scale;
    this.space.style.height = `${Math.min(this.contentHeight, heightMax)}px`;
    this.rows.style.transform = `translateY(${scrollTop - this.top + from * this.rowHeight}px)`;
    if (scrollTop !== this.scrollTop) {
      this.scrollTop = scrollTop;
      this.element.scrollTop = scrollTop;
    }
    const hasActive = this.active >= from && this.active < to;
    if (hasActive) this.element.setAttribute("aria-activedescendant", `${this.id}-${this.active}`);
    else this.element.removeAttribute("aria-activedescendant");
  }
  make(from, to) {
    for (const [index, { element }] of this.made) {
      if (index >= from && index < to) continue;
      element.remove();
      this.made.delete(index);
    }
    let next = this.rows.firstChild;
    for (let index = from; index < to; index += 1) {
      const look = this.look(index);
      const hasRow = this.made.get(index)?.look === look && look !== undefined;
      if (!hasRow) this.put(index, look, next);
      const { element } = this.made.get(index);
      element.setAttribute("aria-selected", index === this.active);
      next = element.nextSibling;
    }
  }
  put(index, look, next) {
    const element = this.render(index);
    element.id = `${this.id}-${index}`;
    element.style.height = `${this.rowHeight}px`;
    const old = this.made.get(index)?.element;
    if (old) old.replaceWith(element);
    else this.rows.insertBefore(element, next);
    this.made.set(index, { look, element });
  }
  activate(index) {
    this.active = index;
    const [start, end] = [index * this.rowHeight, (index + 1) * this.rowHeight];
    const margin = Math.min(2, (this.visible - 1) / 2) * this.rowHeight;
    if (start - margin < this.top) this.setTop(start - margin);
    else this.setTop(Math.max(this.top, end + margin - this.height));
  }
  center(index) {
    this.active = index;
    this.setTop((index + 0.5) * this.rowHeight - this.height / 2);
  }
  setTop(top) {
    this.top = Math.max(0, Math.min(top, this.contentHeight - this.height));
    this.refresh();
  }
  followScroll() {
    const { scrollTop } = this.element;
    if (Math.abs(scrollTop - this.scrollTop) < 1) return;
    this.scrollTop = scrollTop;
    this.top = scrollTop * this.scale;
    this.refresh();
  }
  wheel(event) {
    if (this.scale === 1 || event.ctrlKey) return;
    event.preventDefault();
    this.setTop(this.top + event.deltaY * (event.deltaMode === 1 ? this.rowHeight : 1));
  }
}
const cachedMax = 4000;
class ActionList {
  constructor({ channel, select, rowAt }) {
    Object.assign(this, { channel, rowAt, summaries: new Map(), changes: new Map() });
    Object.assign(this, { places: () => ({}), lanes: new Map(), found: () => {} });
    this.list = new VirtualList({
      role: "listbox", label: "Actions", id: "list", rowHeight: isTouched() ? 36 : 23,
      render: (index) => this.render(index), look: (index) => this.look(index),
      load: (from, total) => this.load(from, total),
    });
    this.list.element.addEventListener("click", (event) => {
      const row = event.target.closest("[data-index]");
      if (row) select(Number(row.dataset.index));
    });
  }
  get element() {
    return this.list.element;
  }
  load(from, total) {
    const missing = [];
    for (let index = from; index < from + total; index += 1) {
      const row = this.rowAt(index);
      if (row !== undefined && !this.summaries.has(row)) missing.push(row);
    }
    if (missing.length === 0) return this.loadChanges(from, total);
    const numbers = Uint32Array.from(missing);
    this.channel.askLatest("summaries", { numbers }, (summaries) => {
      if (this.summaries.size > cachedMax) this.summaries.clear();
      for (const summary of summaries) this.summaries.set(summary.row, summary);
      this.list.refresh();
      this.found();
    });
  }
  setLanes(lanes) {
    this.lanes = laneNumbers(lanes);
    const longest = Math.max(0, ...Array.from(this.lanes.keys()).map(({ length }) => length));
    const width = Math.min(13, Math.max(7, 0.62 * longest + 2.5));
    this.element.style.setProperty("--type", `${width.toFixed(1)}em`);
  }
  forget() {
    this.summaries.clear();
    this.list.refresh();
  }
  tip(row) {
    const summary = this.summaries.get(row);
    if (!summary) {
      this.channel.askLatest("summaries", { numbers: [row] }, ([found]) => {
        this.summaries.set(row, found);
        this.found();
      }, "tip");
      return null;
    }
    const { seq, timeMs } = summary;
    const change = this.changes.get(row);
    return [
      el("div", {}, `#${seq} `, ...what(summary), ` · ${time(timeMs)}`),
      el(
        "div", { class: "paths" }, ...badges(summary),
        ...(change ? changed(change) : paths(summary))),
    ];
  }
  loadChanges(from, total) {
    const missing = [];
    for (let index = from; index < from + total; index += 1) {
      const row = this.rowAt(index);
      const { kind, pathCount, hasPatch, damage } = this.summaries.get(row) ?? {};
      const isKnown = kind !== "action" || pathCount === 0 || !hasPatch || damage;
      if (!isKnown && !this.changes.has(row)) missing.push(row);
    }
    if (missing.length === 0) return;
    const numbers = Uint32Array.from(missing);
    this.channel.askLatest("rowChanges", { numbers }, (found) => {
      if (this.changes.size > cachedMax) this.changes.clear();
      for (const change of found) this.changes.set(change.row, change);
      this.list.refresh();
    });
  }
  look(index) {
    const row = this.rowAt(index);
    const summary = this.summaries.get(row);
    const { letter, isMatch, isHolding } = this.places(row, summary?.seq);
    const known = [summary !== undefined, summary?.finding, this.changes.has(row)];
    return [row, ...known, letter, isMatch, isHolding, this.list.count].join(" ");
  }
  render(index) {
    const row = this.rowAt(index);
    const summary = this.summaries.get(row);
    const places = this.places(row, summary?.seq);
    const { kind, damage, finding } = summary ?? {};
    const lane = kind === "action" || kind === "unfinished" ? this.lanes.get(summary.type) : null;
    return el(
      "div", {
        class: ["row", kind, damage && "damaged", finding && "found"].filter(Boolean).join(" "),
        role: "option", "data-index": index, "data-match": places.isMatch,
        "data-holds": places.isHolding,
        "aria-posinset": index + 1, "aria-setsize": this.list.count,
      },
      ...(summary ? cells(summary, this.changes.get(row), { ...places, lane })
        : [el("span", { class: "seq" }, "…")]));
  }
}
function cells(summary, change, { letter, lane }) {
  const { kind, seq, deltaMs, timeMs, payload } = summary;
  const hasSeq = kind !== "mark" && kind !== "damage" && kind !== "gap";
  const values = hasSeq && kind !== "start" ? [
    whole(el("span", { class: "payload" }, ...pieceTexts(payload ?? []))),
    whole(el(
      "span", { class: "paths" }, ...badges(summary),
      ...(change ? changed(change) : paths(summary)))),
  ] : [];
  return [
    el("span", { class: "letter" }, letter ?? ""),
    el("span", { class: "seq" }, hasSeq ? String(seq) : symbols[kind]),
    el("span", { class: "time", title: `at ${time(timeMs)}` }, shortTime(deltaMs)),
    el("i", { class: lane === null ? "" : `dot lane-${lane}` }),
    whole(el("span", { class: "what" }, ...what(summary))),
    ...values,
  ];
}
function whole(cell) {
  cell.title = cell.textContent;
  return cell;
}
function pieceTexts(pieces) {
  return separated(pieces.map(([kind, text]) => quoted(text, { class: kind })), " ");
}
function changed({ changes, more, isUnknown }) {
  if (isUnknown) return ["not known"];
  if (changes.length === 0) return ["wrote what was there"];
  const items = changes.map((pieces) => el("span", { class: "part" }, ...pieceTexts(pieces)));
  const rest = more > 0 ? [el("span", { class: "quiet" }, ` and ${more} more`)] : [];
  return [...separated(items, " · "), ...rest];
}
const symbols = { mark: "⚑", gap: "⋯", damage: "✕" };
function what({ kind, type, label, gap, damage, cause, seq }) {
  switch (kind) {
    case "start": return [seq === 0 ? "start" : `state after ${seq}`];
    case "mark": return [quoted(label, { class: "type" })];
    case "gap": return [`${gap?.from}–${gap?.to} lost: `, quoted(gap?.reason ?? "")];
    case "damage": return [quoted(damage ?? "out of order")];
    default:
  }
  const name = quoted(type || "?", { class: "type" });
  return cause === undefined ? [name] : [name, el("span", { class: "quiet" }, ` ← ${cause}`)];
}
function badges({ kind, damage, error, isOpaque, isExact, finding }) {
  return [
    kind === "unfinished" && badge("never finished", "bad"), finding && badge(finding, "bad"),
    error !== undefined && badge("threw", "bad"), damage && badge("damaged", "bad"),
    isOpaque && badge("opaque"), isExact === false && badge("not exact"),
  ].filter(Boolean);
}
function badge(text, kind = "") {
  return el("span", { class: `badge ${kind}` }, text);
}
function paths({ kind, paths: changed = [], pathCount = 0, hasPatch, byteCount, damage }) {
  if (kind !== "action" || damage) return [];
  if (byteCount) return [`line of ${bytes(byteCount)}`];
  if (!hasPatch) return ["not recorded"];
  if (pathCount === 0) return ["–"];
  const texts = changed.map((path) => quoted(path || "the whole state"));
  const items = separated(texts, " ");
  const more = pathCount - changed.length;
  return more > 0 ? [...items, ` and ${count(more, "more", "more")}`] : items;
}
const signs = { added: "+", removed: "−", replaced: "~", moved: ">" };
function changeList(changes, { hasMore = false, reveal }) {
  const items = changes.map((change) => el(
    "li", { class: change.change },
    el(
      "button", { type: "button", onclick: () => reveal(change.path) },
      el("span", { class: "sign", "aria-label": change.change }, signs[change.change]),
      quoted(change.path || "the whole state", { class: "path" }),
      el("span", { class: "change" }, ...valuesOf(change)))));
  const more = hasMore ? note(`Only the first ${changes.length} are shown.`) : null;
  return el("div", {}, el("ul", { class: "changes" }, ...items), more);
}
function valuesOf({ change, old, new: now, difference, from, to }) {
  if (change === "moved") return [`moved from ${from} to ${to}`];
  const before = old === undefined ? null : quoted(old, { class: "old" });
  const after = now === undefined ? null : quoted(now, { class: "new" });
  const arrow = before && after ? el("span", { class: "arrow" }, " → ") : null;
  const by = difference && el("span", { class: "arrow" }, ` (${difference})`);
  return [before, arrow, after, by];
}
function changeOfFrame(frame, reveal) {
  const { kind, entry, unknown, changes, hasMoreChanges, isBeforeUnknown } = frame;
  if (kind === "start") return note("The recording starts with this state.");
  if (kind === "gap") return note("What these actions changed was lost.");
  if (kind === "mark") return note("A mark names this moment. It changes nothing.");
  if (kind === "damage") return note("This line cannot be used. If it was an action, it is lost.");
  if (kind === "unfinished") return unfinishedNote(entry);
  if (changes.length > 0) return changeList(changes, { hasMore: hasMoreChanges, reveal });
  if (!unknown && !isBeforeUnknown) return unchangedNote(frame);
  if (entry.leftOut) {
    return note(`The change was left out of the log, because it has ${entry.leftOut.bytes} bytes.`);
  }
  if (entry.isUnrecorded) return note("This log does not record what the action changed.");
  if (unknown) return note("What it changed is unknown, because the state is.");
  return note("The change is unknown, because the state before it is.");
}
function unchangedNote({ written: { paths: [first], pathCount } }) {
  if (pathCount === 0) return note("Nothing changed.");
  const more = pathCount > 1 ? ` and ${count(pathCount - 1, "other place")}` : "";
  return el(
    "p", { class: "note" }, "Nothing changed: the action wrote what was there, to ",
    quoted(first || "the whole state", { class: "path" }), more, ".");
}
function unfinishedNote({ mayHaveFinished }) {
  return mayHaveFinished
    ? note("The recording ends here. The action began; it may have finished just before, "
      + "or recording failed in it.")
    : note("The recording ends inside this action: it began and never finished. "
      + "If the app crashed, it crashed here. The state shown is the one before it.");
}
function note(text, kind = "") {
  return el("p", { class: `note ${kind}` }, text);
}
function historyList(found, { go }) {
  const items = found.map((item) => el(
    "li", {},
    el(
      "button", { type: "button", onclick: () => go(item.row), "data-row": item.row },
      el("span", { class: "seq" }, `#${item.seq}`), quoted(item.type, { class: "quiet" }),
      el("span", { class: "change" }, ...historyText(item)))));
  return el("ul", { class: "changes history" }, ...items);
}
function historyText({ isFirst, isUnknown, inner, old, new: now = "nothing" }) {
  const quiet = (text) => el("span", { class: "quiet" }, text);
  if (isUnknown) return [quiet("not known from here on")];
  if (isFirst) return [quiet("known from here on: "), ...valuesOf({ new: now })];
  if (!inner) return valuesOf({ old: old ?? "nothing", new: now });
  const parts = inner.changes.map((change) => el(
    "span", { class: `part ${change.change}` },
    el("span", { class: "sign", "aria-label": change.change }, signs[change.change]), " ",
    quoted(change.path.replace(/^\/(?=\[)/, "") || "all of it", { class: "path" }), " ",
    ...valuesOf(change)));
  return inner.hasMoreChanges ? [...parts, quiet("and more")] : parts;
}
class CausesTab {
  constructor(pane, tool) {
    Object.assign(this, { pane, tool, asked: null, seq: undefined });
  }
  async show() {
    const { pane } = this;
    const { seq } = pane.frame;
    const isNew = pane.mode.kind !== "causes";
    pane.setMode({ kind: "causes" });
    if (isNew) pane.content.replaceChildren(note("Looking for causes …"));
    else if (seq === this.seq) return;
    this.seq = seq;
    this.asked?.abort();
    this.asked = new AbortController();
    const { signal } = this.asked;
    const { lines } = await answerOf(this.tool, `causes ${seq}`, signal).catch((error) => {
      if (error.isGone) pane.content.replaceChildren(note(error.message, "bad"));
      throw error;
    });
    if (pane.mode.kind === "causes" && seq === pane.frame.seq) this.showLines(lines, seq);
  }
  showFrame() {
    this.show();
  }
  showLines(lines, seq) {
    const { error } = lines.find((line) => line.error !== undefined) ?? {};
    const actions = lines.filter((line) => line.relation !== undefined);
    const rest = lines.find((line) => line.moreEffects !== undefined) ?? {};
    const isAlone = actions.every(({ relation }) => relation === "self");
    const items = actions.map((line) => this.item(line));
    this.pane.content.replaceChildren(...[
      error === undefined ? null : note(error, "bad"),
      isAlone && error === undefined
        ? note(`No cause of #${seq} is known, and nothing that it caused.`) : null,
      rest.hasMoreCauses ? note("There are more causes before these.") : null,
      rest.skippedCauses > 0
        ? note(`${count(rest.skippedCauses, "cause")} after the first left out.`) : null,
      el("ul", { class: "changes history causes" }, ...items),
      rest.moreEffects > 0 ? note(`${count(rest.moreEffects, "more effect")} left out.`) : null,
      rest.hasUncountedEffects ? note("There may be more effects.") : null,
    ].filter(Boolean));
  }
  item({ seq, relation, depth, type, timeMs, source, error, missing }) {
    const signs = { cause: "↑", self: "●", effect: "↳" };
    const place = source ? ` · ${source.file}:${source.line}` : "";
    const content = [
      el("span", { class: "seq" }, `${signs[relation] ?? ""} #${seq}`),
      quoted(type ?? missing ?? "", { class: "type" }),
      el("span", { class: "change quiet" }, Number.isFinite(timeMs) ? time(timeMs) : "",
        quoted(place), error === undefined ? "" : quoted(` threw: ${error}`)),
    ];
    const button = el("button", {
      type: "button", onclick: () => this.pane.goToSeq(seq),
      "aria-current": String(relation === "self"), disabled: missing !== undefined,
    }, ...content);
    const indent = relation === "effect" ? Math.min(depth, 20) * 12 : 0;
    button.style.paddingInlineStart = `${12 + indent}px`;
    return el("li", {}, button);
  }
}
class Digits {
  constructor(text) {
    this.text = text;
  }
}
class JSONError extends Error {
  constructor(problem, offset, { isAtEnd = false, first } = {}) {
    super(problem);
    Object.assign(this, { offset, isAtEnd, first });
  }
}
const limits = {
  lineBytes: 128 * 2 ** 20,
  lineDepth: 259,
  stateDepth: 256,
  numberBytes: 1024,
  valuesBytes: 128 * 2 ** 20,
};
function parseJSON(bytes, depthMax = limits.stateDepth) {
  const malformed = firstMalformedByte(bytes);
  const text = laxUTF8.decode(malformed < 0 ? bytes : bytes.subarray(0, malformed));
  return new Parser(text, { depthMax, bytes, isCut: malformed >= 0 }).parseText();
}
const laxUTF8 = new TextDecoder("utf-8", { ignoreBOM: true });
const strictUTF8 = new TextDecoder("utf-8", { ignoreBOM: true, fatal: true });
function decodeText(bytes) {
  return laxUTF8.decode(bytes);
}
function firstMalformedByte(bytes) {
  try {
    strictUTF8.decode(bytes);
    return -1;
  } catch {
    const wellFormed = new TextEncoder().encode(laxUTF8.decode(bytes));
    let at = wellFormed.findIndex((byte, index) => byte !== bytes[index]);
    while (at > 0 && (bytes[at] & 0xc0) === 0x80) at -= 1;
    return at;
  }
}
class Parser {
  constructor(text, { depthMax, bytes, isCut }) {
    Object.assign(this, { text, depthMax, bytes, isCut, at: 0, depth: 0 });
    this.valuesBytes = 0;
    this.valuesBytesMax = Math.max(limits.valuesBytes, 5 * text.length);
    this.special = -1;
  }
  parseText() {
    const value = this.value("a value");
    this.skipSpace();
    if (this.at < this.text.length || this.isCut) throw this.unexpected("the end of the text");
    return value;
  }
  value(expected) {
    this.skipSpace();
    switch (this.text.charCodeAt(this.at)) {
      case 0x22: return this.string();
      case 0x7b: return this.object();
      case 0x5b: return this.array();
      case 0x74: return this.literal("true", true);
      case 0x66: return this.literal("false", false);
      case 0x6e: return this.literal("null", null);
      default: return this.number(expected);
    }
  }
  object() {
    const members = new Map();
    let repeated = null;
    this.open(112);
    const start = this.at;
    let expected = "a key in double quotes or '}'";
    if (!this.takes(0x7d)) {
      do {
        this.skipSpace();
        const keyAt = this.at;
        if (this.text.charCodeAt(keyAt) !== 0x22) throw this.unexpected(expected);
        const key = sharedKey(this.string());
        if (!this.takes(0x3a)) throw this.unexpected("':'");
        if (members.has(key)) repeated ??= { key, keyAt };
        members.set(key, this.value("a value"));
        this.spend(24);
        expected = "a key in double quotes";
      } while (this.takes(0x2c));
      if (!this.takes(0x7d)) throw this.unexpected("',' or '}'");
    }
    if (repeated) throw this.repeatedKey(repeated, start);
    this.depth -= 1;
    return members;
  }
  array() {
    const elements = [];
    this.open(32);
    if (!this.takes(0x5d)) {
      let expected = "a value or ']'";
      do {
        elements.push(this.value(expected));
        this.spend(8);
        expected = "a value";
      } while (this.takes(0x2c));
      if (!this.takes(0x5d)) throw this.unexpected("',' or ']'");
    }
    this.depth -= 1;
    return elements;
  }
  open(bytes) {
    if (this.depth >= this.depthMax) throw this.error(`nested deeper than ${this.depthMax}`);
    this.depth += 1;
    this.at += 1;
    this.spend(bytes);
  }
  spend(bytes) {
    this.valuesBytes += bytes;
    if (this.valuesBytes <= this.valuesBytesMax) return;
    const limit = this.valuesBytesMax;
    throw this.error(`the values up to here take more than ${limit} bytes of memory`);
  }
  string() {
    const start = this.at + 1;
    const end = this.text.indexOf('"', start);
    if (this.special < start) this.special = this.nextSpecial(start);
    if (end >= 0 && end < this.special) {
      this.at = end + 1;
      this.spend(16 + end - start);
      return this.text.slice(start, end);
    }
    this.at = start;
    return this.unusualString();
  }
  nextSpecial(start) {
    const pattern = /[\\\x00-\x1f]/g;
    pattern.lastIndex = start;
    return pattern.exec(this.text)?.index ?? Infinity;
  }
  unusualString() {
    const { text } = this;
    const parts = [];
    let start = this.at;
    for (;;) {
      const code = text.charCodeAt(this.at);
      if (code === 0x22) break;
      if (code < 0x20) throw this.error(controlCharacter(code));
      if (Number.isNaN(code)) throw this.endOfString();
      if (code === 0x5c) {
        parts.push(text.slice(start, this.at), this.escape());
        start = this.at;
      } else {
        this.at += 1;
      }
    }
    parts.push(text.slice(start, this.at));
    this.at += 1;
    const string = parts.join("");
    this.spend(16 + 2 * string.length);
    return string;
  }
  endOfString() {
    if (!this.isCut) return this.unexpected("the string's closing '\"'");
    const offset = this.offset(this.at);
    const isAtEnd = offset >= this.bytes.length - 3;
    return new JSONError("the string is not UTF-8", offset, { isAtEnd });
  }
  escape() {
    const start = this.at;
    this.at += 1;
    const letter = this.text[this.at];
    if (letter === "u") return this.unicodeEscape(start);
    const character = escapes[letter];
    if (character === undefined) throw this.unexpected("one of \" \\ / b f n r t u after '\\'");
    this.at += 1;
    return character;
  }
  unicodeEscape(start) {
    const unit = this.hexDigits();
    if (unit < 0xd800 || unit > 0xdfff) return String.fromCharCode(unit);
    const isPair = unit < 0xdc00 && this.text.startsWith("\\u", this.at);
    if (isPair) {
      this.at += 1;
      const low = this.hexDigits();
      if (low >= 0xdc00 && low <= 0xdfff) return String.fromCharCode(unit, low);
    }
    const offset = this.offset(start);
    const problem = `\\u${unit.toString(16).toUpperCase()} is half of a surrogate pair`;
    throw new JSONError(problem, offset, { isAtEnd: offset >= this.bytes.length - 9 });
  }
  hexDigits() {
    this.at += 1;
    for (const end = this.at + 4; this.at < end; this.at += 1) {
      if (!/[0-9a-fA-F]/.test(this.text[this.at] ?? "")) {
        throw this.unexpected("a hexadecimal digit");
      }
    }
    return parseInt(this.text.slice(this.at - 4, this.at), 16);
  }
  number(expected) {
    numberPattern.lastIndex = this.at;
    const text = numberPattern.exec(this.text)?.[0];
    if (text === undefined) {
      if (this.text[this.at] !== "-") throw this.unexpected(expected);
      this.at += 1;
      throw this.unexpected("a digit");
    }
    const start = this.at;
    this.at += text.length;
    this.rejectHalfNumber();
    if (text.length > limits.numberBytes) {
      const offset = this.offset(start);
      throw new JSONError(`the number is longer than ${limits.numberBytes} bytes`, offset);
    }
    const number = Number(text);
    if (String(number) === text) return number;
    this.spend(40 + text.length);
    return new Digits(text);
  }
  rejectHalfNumber() {
    const rest = /\.|[eE][+-]?/y;
    rest.lastIndex = this.at;
    const half = rest.exec(this.text)?.[0];
    if (half === undefined) return;
    this.at += half.length;
    throw this.unexpected("a digit");
  }
  literal(word, value) {
    for (const letter of word) {
      if (this.text[this.at] !== letter) throw this.unexpected(word);
      this.at += 1;
    }
    return value;
  }
  takes(code) {
    this.skipSpace();
    if (this.text.charCodeAt(this.at) !== code) return false;
    this.at += 1;
    return true;
  }
  skipSpace() {
    for (;;) {
      const code = this.text.charCodeAt(this.at);
      if (code !== 0x20 && code !== 0x0a && code !== 0x0d && code !== 0x09) return;
      this.at += 1;
    }
  }
  offset(at) {
    return new TextEncoder().encode(this.text.slice(0, at)).length;
  }
  error(problem) {
    return new JSONError(problem, this.offset(this.at));
  }
  unexpected(expected) {
    const offset = this.offset(this.at);
    if (offset >= this.bytes.length) {
      const problem = `expected ${expected}, found the end of the text`;
      return new JSONError(problem, this.bytes.length, { isAtEnd: true });
    }
    return new JSONError(`expected ${expected}, found ${byteName(this.bytes[offset])}`, offset);
  }
  repeatedKey({ key, keyAt }, start) {
    this.at = start;
    let first = start;
    for (;;) {
      this.skipSpace();
      first = this.at;
      if (this.string() === key) break;
      this.takes(0x3a);
      this.value();
      this.takes(0x2c);
    }
    const problem = `the key ${writeString(key)} is repeated`;
    return new JSONError(problem, this.offset(keyAt), { first: this.offset(first) });
  }
}
const sharedKeys = new Map([["id", "id"]]);
const sharedKeysMax = 10_000;
function sharedKey(key) {
  const known = sharedKeys.get(key);
  if (known !== undefined) return known;
  if (sharedKeys.size < sharedKeysMax && key.length < 64) sharedKeys.set(key, key);
  return key;
}
const numberPattern = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const escapes = {
  '"': '"', "\\": "\\", "/": "/", b: "\b", f: "\f", n: "\n", r: "\r", t: "\t",
};
function controlCharacter(code) {
  return `control character ${byteName(code)} in a string; write it as an escape`;
}
function byteName(byte) {
  if (byte >= 0x21 && byte <= 0x7e) return `'${String.fromCharCode(byte)}'`;
  return `0x${byte.toString(16).toUpperCase().padStart(2, "0")}`;
}
function writeJSON(value) {
  if (typeof value === "string") return writeString(value);
  if (Array.isArray(value)) return `[${value.map(writeJSON).join(",")}]`;
  if (value instanceof Map) {
    const members = Array.from(
      value, ([key, member]) => `${writeString(key)}:${writeJSON(member)}`);
    return `{${members.join(",")}}`;
  }
  return value instanceof Digits ? value.text : String(value);
}
function writeString(text) {
  return JSON.stringify(text).replace(
    /[\x7f-\x9f]/g, (control) => `\\u00${control.charCodeAt(0).toString(16)}`);
}
function pointerTokens(text) {
  if (text === "") return [];
  if (text[0] !== "/" || /~(?![01])/.test(text)) return null;
  return text.slice(1).split("/").map((token) => token.replaceAll("~1", "/").replaceAll("~0", "~"));
}
function pointerText(tokens) {
  return tokens.map((token) => `/${escapedToken(token)}`).join("");
}
function escapedToken(token) {
  return String(token).replaceAll("~", "~0").replaceAll("/", "~1");
}
function arrayIndex(token) {
  return /^(?:0|[1-9]\d{0,15})$/.test(token) ? Number(token) : -1;
}
function child(value, token) {
  if (Array.isArray(value)) return value[arrayIndex(token)];
  return value instanceof Map ? value.get(token) : undefined;
}
function valueAt(value, tokens) {
  for (const token of tokens) {
    value = child(value, token);
    if (value === undefined) return undefined;
  }
  return value;
}
function isContainer(value) {
  return typeof value === "object" && value !== null && !(value instanceof Digits);
}
function childCount(value) {
  if (Array.isArray(value)) return value.length;
  return value instanceof Map ? value.size : 0;
}
function isNumber(value) {
  return typeof value === "number" || value instanceof Digits;
}
function natural(value) {
  const number = value instanceof Digits ? integer(value) : value;
  return Number.isSafeInteger(number) && number >= 0 ? number + 0 : undefined;
}
function integer(digits) {
  const number = Number(digits.text);
  return Number.isInteger(number) && isEqual(digits, Math.abs(number)) ? number : undefined;
}
function isEqual(left, right, { ignoresZeroSign = false } = {}) {
  if (left === right) return true;
  if (isNumber(left) && isNumber(right)) {
    const [first, second] = [numberKey(left), numberKey(right)];
    return first === second || (ignoresZeroSign && isZeroKey(first) && isZeroKey(second));
  }
  if (Array.isArray(left) && Array.isArray(right)) {
    return left.length === right.length
      && left.every((element, index) => isEqual(element, right[index], { ignoresZeroSign }));
  }
  if (!(left instanceof Map && right instanceof Map) || left.size !== right.size) return false;
  for (const [key, member] of left) {
    const other = right.get(key);
    if (other === undefined || !isEqual(member, other, { ignoresZeroSign })) return false;
  }
  return true;
}
function numberKey(number) {
  const text = number instanceof Digits ? number.text : String(number);
  const [, sign, whole, fraction = "", exponent = "0"] =
    /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]?\d+))?$/i.exec(text);
  const digits = (whole + fraction).replace(/^0+/, "");
  const significant = digits.replace(/0+$/, "");
  if (significant === "") return `${sign}0`;
  const zeros = BigInt(digits.length - significant.length - fraction.length);
  return `${sign}${significant}e${BigInt(exponent.replace("+", "")) + zeros}`;
}
function isZeroKey(key) {
  return key === "0" || key === "-0";
}
function elementID(value) {
  const id = value instanceof Map ? value.get("id") : undefined;
  return typeof id === "string" || isNumber(id) ? id : undefined;
}
function idText(id) {
  const text = typeof id === "string" ? id : writeJSON(id);
  return /^[^\0- [\]/~=]+$/.test(text) ? `[id=${text}]` : undefined;
}
function idKey(id) {
  if (typeof id === "string") return id;
  const number = Number(id.text ?? id);
  const isExact = Number.isFinite(number) && isEqual(id, number, { ignoresZeroSign: true });
  return `\0${isExact ? number + 0 : numberKey(id)}`;
}
function idNumberKey(text) {
  numberPattern.lastIndex = 0;
  const isNumber = text.length <= limits.numberBytes && numberPattern.exec(text)?.[0] === text;
  return isNumber ? idKey(new Digits(text)) : undefined;
}
const previewMax = 240;
function treeRows(value, { open, from, count, marks = new Map(), dateOf = () => {} }) {
  const window = { from, to: from + count, at: 0, rows: [], dateOf };
  const root = { label: "", value, tokens: [], names: [], depth: 0, marks };
  emit(root, open, window);
  return { total: treeSize(value, open), rows: window.rows };
}
function treeSize(value, open) {
  if (!open || !isContainer(value)) return 1;
  let size = 1 + childCount(value);
  for (const { inner, innerOpen } of openChildren(value, open)) {
    size += treeSize(inner, innerOpen) - 1;
  }
  return size;
}
function openToDepth(value, rowsMax) {
  let open = {};
  for (let level = [[value, open]]; level.length > 0;) {
    const inner = level.flatMap(([container, names]) => children(container, rowsMax).map(
      ([token, child]) => [child, names, childName(container, token, child)]));
    const rows = inner.reduce((sum, [container]) => sum + childCount(container), 0);
    if (rows + treeSize(value, open) > rowsMax) break;
    level = inner.map(([container, names, name]) => [container, (names[name] = {})]);
  }
  return open;
}
function children(value, limit) {
  const found = [];
  for (const [key, inner] of isContainer(value) ? value.entries() : []) {
    if (found.length >= limit) break;
    if (isContainer(inner)) found.push([String(key), inner]);
  }
  return found;
}
function reveal(value, open, tokens) {
  const opened = structuredClone(open ?? {});
  let [node, row] = [opened, 0];
  for (const [depth, token] of tokens.entries()) {
    const position = positionOf(value, token);
    if (position < 0) break;
    row += 1 + position;
    for (const { position: other, inner, innerOpen } of openChildren(value, node)) {
      if (other < position) row += treeSize(inner, innerOpen) - 1;
    }
    const inner = child(value, token);
    const name = childName(value, token, inner);
    if (depth < tokens.length - 1 && isContainer(inner)) node[name] ??= {};
    [value, node] = [inner, node[name] ?? {}];
  }
  return { open: opened, row };
}
function childName(container, token, value) {
  if (!Array.isArray(container)) return `.${token}`;
  const id = elementID(value);
  return id === undefined ? `#${token}` : `@${idKey(id)}`;
}
function positionOf(value, token) {
  if (Array.isArray(value)) return arrayIndex(token) < value.length ? arrayIndex(token) : -1;
  return value instanceof Map && value.has(token) ? Array.from(value.keys()).indexOf(token) : -1;
}
function openChildren(value, open) {
  const names = Object.keys(open);
  if (names.length === 0) return [];
  const found = [];
  let position = 0;
  for (const [key, inner] of value.entries()) {
    if (isContainer(inner)) {
      const name = childName(value, String(key), inner);
      if (Object.hasOwn(open, name)) found.push({ position, inner, innerOpen: open[name] });
    }
    position += 1;
  }
  return found;
}
function filteredRows(value, { text, isChanged, open, from, count, marks, dateOf }) {
  const window = { from, to: from + count, at: 0, rows: [], dateOf, isChanged, visited: 0 };
  window.fits = ({ mark, path }) => (
    (!isChanged || (mark !== undefined && mark !== "inside")) && path.toLowerCase().includes(text));
  const root = { label: "", value, tokens: [], names: [], depth: 0, marks, path: "" };
  emitFitting(root, open, window);
  return { total: window.at, rows: window.rows };
}
const visitedMax = 200_000;
function emitFitting(row, open, window) {
  const { value, depth } = row;
  const isFitting = depth > 0 && window.fits(row);
  if (isFitting) {
    const end = window.at + treeSize(value, open);
    emit(row, open, window);
    window.at = end;
    return true;
  }
  window.visited += 1;
  const [at, place] = [window.at, window.rows.length];
  window.at += 1;
  let isAny = depth === 0;
  for (const [key, inner] of isContainer(value) ? value.entries() : []) {
    if (window.visited > visitedMax) break;
    const child = childRow(row, String(key), inner);
    if (window.isChanged && child.mark === undefined) continue;
    isAny = emitFitting(child, open?.[child.names.at(-1)], window) || isAny;
  }
  if (!isAny) window.at = at;
  else if (at >= window.from && at < window.to) {
    window.rows.splice(place, 0, { ...shownRow(row, {}), isOpen: isContainer(value) });
  }
  return isAny;
}
function childRow({ value, tokens, names, depth, marks, path = "" }, token, inner, position) {
  const name = childName(value, token, inner);
  return {
    label: token, value: inner, depth: depth + 1, tokens: [...tokens, token],
    names: [...names, name], marks: marks.get?.(token)?.inner ?? none,
    mark: marks.get?.(token)?.mark, siblings: childCount(value), position,
    path: name.startsWith("@") ? `${path}[id=${name.slice(1)}]` : `${path}/${token}`,
  };
}
function emit(row, open, window) {
  const { value, tokens } = row;
  if (window.at >= window.from && window.at < window.to) {
    window.rows.push({ ...shownRow(row, open), date: window.dateOf(value, tokens) });
  }
  window.at += 1;
  if (!open || !isContainer(value)) return;
  const openAt = new Map(openChildren(value, open).map((opened) => [opened.position, opened]));
  let position = 0;
  for (const [key, inner] of value.entries()) {
    if (window.at >= window.to) return;
    const innerOpen = openAt.get(position)?.innerOpen;
    const size = innerOpen ? treeSize(inner, innerOpen) : 1;
    if (window.at + size <= window.from) {
      window.at += size;
    } else {
      emit(childRow(row, String(key), inner, position + 1), innerOpen, window);
    }
    position += 1;
  }
}
const none = new Map();
function shownRow(row, open) {
  const { label, value, depth, tokens, names, mark, position = 1, siblings = 1 } = row;
  return {
    label, depth, tokens, names, mark, position, siblings,
    isContainer: isContainer(value) && childCount(value) > 0,
    isOpen: open !== undefined && isContainer(value),
    kind: valueKind(value),
    count: isContainer(value) ? childCount(value) : undefined,
    text: preview(value),
  };
}
function valueKind(value) {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  if (isContainer(value)) return "object";
  return typeof value === "object" ? "number" : typeof value;
}
function preview(value, limit = previewMax) {
  if (value === undefined) return "";
  if (typeof value === "string") {
    const text = JSON.stringify(value.slice(0, endAt(value, limit)));
    return value.length > limit ? `${text}…` : text;
  }
  if (!isContainer(value)) return cut(writeJSON(value), limit);
  const [first, last] = Array.isArray(value) ? ["[", "]"] : ["{", "}"];
  const parts = [];
  let length = 0;
  for (const [key, inner] of value.entries()) {
    const text = preview(inner, Math.max(20, Math.floor(limit / 6)));
    const part = Array.isArray(value) ? text : `${key}: ${text}`;
    if (length + part.length > limit) {
      parts.push("…");
      break;
    }
    parts.push(part);
    length += part.length + 2;
  }
  return first + parts.join(", ") + last;
}
function cut(text, limit) {
  return text.length > limit ? `${text.slice(0, endAt(text, limit))}…` : text;
}
function endAt(text, limit) {
  return text.codePointAt(limit - 1) > 0xffff ? limit - 1 : limit;
}
function marksOf(changes) {
  const marks = new Map();
  for (const { tokens, change } of changes) {
    let level = marks;
    tokens.forEach((token, depth) => {
      const isLast = depth === tokens.length - 1;
      if (isLast && change === "removed") return;
      const entry = level.get(token) ?? { mark: "inside", inner: new Map() };
      if (isLast) entry.mark = change;
      level.set(token, entry);
      level = entry.inner;
    });
  }
  return marks;
}
const outcomes = new Map([
  ["divergence", "diverged"], ["crash", "crashed"], ["nondeterminism", "nondeterministic"],
  ["undecodable", "undecodable"],
]);
const values = ["recorded", "reduced", "first", "other", "inputs"];
const texts = ["path", "reason", "likely", "message"];
const valueTextMax = 400;
const documentDepth = 270;
function documentOf(bytes) {
  return parseJSON(bytes, documentDepth);
}
function documentsOf(bytes) {
  const lines = new TextDecoder().decode(bytes).split("\n").filter((line) => line !== "");
  return lines.map((line) => documentOf(new TextEncoder().encode(line)));
}
function findingsIn(verdict) {
  const found = [];
  for (const item of verdict?.get("findings") ?? []) {
    const [seq, outcome] = [natural(item.get("seq")), outcomes.get(item.get("kind"))];
    if (seq !== undefined && outcome) found.push({ seq, outcome, ...partsOf(item) });
  }
  return found;
}
function partsOf(item) {
  const parts = {};
  for (const key of values) {
    if (item.has(key)) parts[key] = preview(item.get(key), valueTextMax);
  }
  for (const key of texts) {
    if (typeof item.get(key) === "string") parts[key] = item.get(key);
  }
  return parts;
}
function rulesIn(documents) {
  return documents.flatMap((document) => document.get("rules") ?? []).map((item) => ({
    rule: textOf(item.get("rule")), condition: textOf(item.get("condition")),
    verdict: textOf(item.get("verdict")), problem: textOf(item.get("problem")),
    seq: natural(item.get("seq")),
    readings: (item.get("readings") ?? []).map(readingText).join(", "),
  }));
}
function readingText(reading) {
  const [before, value] = ["before", "value"].map((key) => (
    reading.has(key) ? preview(reading.get(key), 60) : undefined));
  const change = [before, value].filter((text) => text !== undefined).join(" → ");
  return `${textOf(reading.get("text"))} ${change}`.trim();
}
function brokenRules(rules) {
  return rules.filter(({ verdict, seq }) => verdict === "broken" && seq !== undefined)
    .map(({ rule, condition, seq, readings }) => (
      { seq, outcome: "rule", rule, path: condition, readings: readings || undefined }));
}
function conditionsIn(documents) {
  return documents.map((document) => ({
    condition: textOf(document.get("condition")),
    seqs: (document.get("seqs") ?? []).map(natural).filter((seq) => seq !== undefined),
    notes: (document.get("notes") ?? []).map(textOf),
  }));
}
function textOf(value) {
  return typeof value === "string" ? value : "";
}
const linesMax = 1000;
const answersMax = 50;
const lineTextMax = 300;
class LineTab {
  constructor(pane, tool, answered) {
    Object.assign(this, { pane, tool, answered, asked: null });
    this.field = el("input", {
      type: "text", id: "line", "aria-label": "A line command of step", spellcheck: "false",
      autocomplete: "off", placeholder: "help, state /path, diff 3 9, edit 12 {…}",
    });
    this.answers = el("div", { class: "answers", "aria-live": "polite" });
    const run = (event) => {
      event.preventDefault();
      this.run(this.field.value.trim());
    };
    this.form = el(
      "form", { class: "ask line", onsubmit: run }, this.field,
      el("button", { type: "submit", class: "primary" }, "Do"));
  }
  show() {
    this.pane.setMode({ kind: "line" });
    this.pane.content.replaceChildren(this.form, this.answers);
    this.field.select();
  }
  async run(line) {
    if (line === "") return [];
    this.field.select();
    const answer = el("section", {}, el("h3", {}, quoted(cut(line, lineTextMax))));
    const wait = el("p", { class: "note" }, "Waiting for the answer …");
    answer.append(wait);
    this.answers.prepend(answer);
    while (this.answers.childElementCount > answersMax) this.answers.lastChild.remove();
    this.asked?.abort();
    this.asked = new AbortController();
    const { signal } = this.asked;
    const { stateSeq, seq } = this.pane.frame;
    const place = stateSeq ?? seq;
    const documents = [];
    try {
      await this.tool.ask({ ask: "line", line: `goto ${place}` }, { signal });
      const last = await this.tool.ask({ ask: "line", line }, {
        signal,
        take: (line, text) => {
          if (line.text !== undefined) answer.append(this.text(line.text));
          if (line.line === undefined) return;
          const document = documentOf(new TextEncoder().encode(text)).get("line");
          documents.push(document);
          const told = answer.querySelector("pre");
          told?.classList.toggle("bad", document.has?.("error") === true);
          if (documents.length <= linesMax && !told) answer.append(this.line(document));
        },
      });
      wait.remove();
      if (last.error !== undefined) {
        answer.append(el("p", { class: "note bad" }, quoted(last.error)));
      }
      if (answer.childElementCount === 1) answer.append(el("p", { class: "note" }, "Done."));
      if (documents.length > linesMax) {
        answer.append(el("p", { class: "note" }, `Only the first ${linesMax} lines are shown.`));
      }
      await this.answered(last, place);
    } catch (error) {
      wait.textContent = error.isGone ? error.message : "Given up.";
      throw error;
    }
    return documents;
  }
  text(text) {
    const parts = text.trimEnd().split(/(#\d{1,15}|\n)/);
    return el("pre", {}, ...parts.map((part) => {
      if (part === "\n") return part;
      const seq = /^#\d+$/.test(part) ? Number(part.slice(1)) : undefined;
      return seq === undefined ? quoted(part) : el("button", {
        type: "button", class: "link", onclick: () => this.pane.leading.goToSeq(seq),
      }, part);
    }));
  }
  line(document) {
    if (!(document instanceof Map)) return el("p", { class: "note" }, quoted(preview(document)));
    const [error, help] = ["error", "help"].map((name) => document.get(name));
    if (typeof error === "string") return el("p", { class: "note bad" }, quoted(error));
    if (typeof help === "string") return textLines(help);
    const seq = natural(document.get("seq"));
    const link = seq === undefined ? [] : [el("button", {
      type: "button", class: "link", onclick: () => this.pane.leading.goToSeq(seq),
    }, `#${seq}`), " "];
    const rest = new Map(Array.from(document).filter(([key]) => key !== "seq"));
    const members = Array.from(rest).map(([key, value]) => (
      `${key} ${typeof value === "string" ? value : preview(value, lineTextMax)}`));
    const text = members.join(" · ");
    const isLong = text.length > lineTextMax || Array.from(rest.values()).some(isContainer);
    if (!isLong) return el("p", { class: "note" }, ...link, quoted(text));
    const whole = () => textLines(indented(document));
    return el("details", {
      class: "note", ontoggle: ({ target }) => {
        if (target.open && target.childElementCount === 1) target.append(whole());
      },
    }, el("summary", {}, ...link, quoted(text.slice(0, lineTextMax))));
  }
}
function textLines(text) {
  return el("pre", {}, ...text.split("\n").flatMap((line) => [quoted(line), "\n"]));
}
const indentedMax = 200_000;
function indented(value) {
  const text = writtenLines(value, "", { length: 0 });
  return text.length > indentedMax ? `${text.slice(0, indentedMax)}…` : text;
}
function writtenLines(value, indent, written) {
  if (!isContainer(value) || value.size === 0 || value.length === 0) return writeJSON(value);
  const [first, last] = Array.isArray(value) ? ["[", "]"] : ["{", "}"];
  const lines = [];
  for (const [key, inner] of value.entries()) {
    const name = Array.isArray(value) ? "" : `${JSON.stringify(key)}: `;
    if (written.length > indentedMax) break;
    const text = `${indent}  ${name}${writtenLines(inner, `${indent}  `, written)}`;
    written.length += name.length + 8;
    lines.push(text);
  }
  return `${first}\n${lines.join(",\n")}\n${indent}${last}`;
}
const listedMax = 1000;
const namedMax = 5;
function problemCount({ torn, findings, gaps, damageCount }, errorCount) {
  const unfinished = torn?.kind === "action" ? 1 : 0;
  return unfinished + findings.length + gaps.length + damageCount + errorCount;
}
function problemLists(overview, { errors, errorCount, unusual }, { go, goToSeq }) {
  const { torn, findings, rules, gaps, damages, damageCount, rowCount, lastSeq } = overview;
  const unfinished = torn?.kind === "action" ? [torn] : [];
  const broken = findings.filter(({ outcome }) => outcome === "rule");
  const verified = findings.filter(({ outcome }) => outcome !== "rule");
  const others = rules.filter(({ verdict }) => verdict !== "broken");
  return [
    list("Never finished", unfinished, 1, ({ type }) => item(
      () => go(rowCount - 1), `#${lastSeq + 1} ${type ?? ""}`, "it began and never finished")),
    list("Broken rules", broken, broken.length, ({ seq, rule, path, readings }) => item(
      () => goToSeq(seq), `#${seq} ${rule}`, [path, readings].filter(Boolean).join(": "))),
    list("Findings of verify", verified, verified.length, ({ seq, outcome, path }) => item(
      () => goToSeq(seq), `#${seq}`, [outcome, path].filter(Boolean).join(" "))),
    list("Thrown errors", errors, errorCount, ({ row, seq, type, error }) => item(
      () => go(row), `#${seq} ${type}`, error ?? "")),
    list("Gaps", gaps, gaps.length, ({ row, from, to, reason }) => item(
      () => go(row), `#${from} to #${to}`, reason)),
    list("Damaged lines", damages, damageCount, ({ file, line, column, problem, row }) => item(
      () => go(row), `${file}:${line}:${column}`, problem), "damages"),
    list("Unusual", unusual, unusual.length, (answer) => unusualItem(answer, goToSeq), "unusual"),
    list("Other rules", others, others.length, ({ rule, verdict, condition, problem }) => el(
      "div", { class: "item" }, quoted(`${rule}: ${verdict}`, { class: "path" }),
      quoted(problem || condition, { class: "change" }))),
  ].filter(Boolean);
}
function list(title, problems, total, itemOf, name = "") {
  if (problems.length === 0) return null;
  const shown = problems.slice(0, listedMax).map((problem) => el("li", {}, itemOf(problem)));
  const isPart = total > shown.length;
  const more = isPart ? ` (the first ${digits(shown.length)} of ${digits(total)})` : "";
  return el(
    "section", {}, el("h3", {}, title, el("span", { class: "quiet" }, more)),
    el("ul", { class: `changes problems ${name}` }, ...shown));
}
function item(onclick, place, text) {
  return el(
    "button", { type: "button", onclick }, quoted(place, { class: "path" }),
    quoted(text, { class: "change" }));
}
function unusualItem(answer, goToSeq) {
  const { seqs, count: number, of: all } = answer;
  const links = seqs.slice(0, namedMax).flatMap((seq) => [" ", el("button", {
    type: "button", class: "link", onclick: () => goToSeq(seq),
  }, `#${seq}`)]);
  const more = number > Math.min(seqs.length, namedMax) ? " …" : "";
  return el(
    "div", { class: "item" }, quoted(unusualText(answer), { class: "path" }),
    el("span", { class: "change quiet" }, `${digits(number)} of ${digits(all)}:`, ...links, more));
}
function unusualText({ type, what, path, changes, changedBy, changedByType }) {
  const place = path || "the whole state";
  switch (what) {
    case "nothing": return `${type} changed nothing`;
    case "late": {
      const by = changedBy === undefined ? "" : ` by #${changedBy} ${changedByType ?? ""}`;
      return `${type} changed ${place}, changed after its cause${by}`;
    }
    case "exactly": {
      const all = changes?.map((change) => `${change.what} ${change.path}`).join(", ");
      return `${type}: exactly ${all}`;
    }
    case "type": return `${type}: a type of its own`;
    default: return `${type} ${what} ${place}`;
  }
}
const searchedBytesMax = 64 * 2 ** 20;
const fileNote = "What is unusual, conditions and causes: rexreplay open LOG.";
const listedErrorsMax = 1000;
class ProblemsTab {
  constructor(pane, { tool, found, say }) {
    Object.assign(this, { pane, tool, found, say, errors: null, overview: null });
    Object.assign(this, { unusual: null, isLooking: false, verifying: null, doing: "" });
    this.tab = pane.tabs.find(({ dataset }) => dataset.kind === "problems");
  }
  can(name) {
    return Boolean(this.tool?.can.has(name)) && !this.tool.isGone;
  }
  setOverview(overview) {
    this.overview = overview;
    const isReadQuickly = overview.isComplete && overview.byteCount <= searchedBytesMax;
    if (isReadQuickly) this.lookForErrors();
    this.update();
  }
  renew() {
    Object.assign(this, { unusual: null, doubts: null });
    this.update();
  }
  lookForErrors() {
    if (this.errors) return;
    this.errors = { errors: [], errorCount: 0 };
    this.pane.channel.ask("match", { job: "errors", number: 0, isError: true });
  }
  async takeErrors({ found }) {
    const { errors } = this;
    errors.errorCount += found.length;
    const numbers = found.subarray(0, Math.max(0, listedErrorsMax - errors.errors.length));
    this.update();
    if (numbers.length > 0) {
      errors.errors.push(...await this.pane.channel.ask("summaries", { numbers }));
      this.update();
    }
  }
  update() {
    const number = problemCount(this.overview, this.errors?.errorCount ?? 0);
    this.tab.replaceChildren("Problems", ...(number > 0 ? [` ${digits(number)}`] : []));
    this.tab.classList.toggle("bad", number > 0);
    if (this.pane.mode.kind === "problems") this.show();
  }
  show() {
    this.lookForErrors();
    if (this.can("unusual") && !this.unusual && !this.isLooking) this.lookForUnusual();
    const tools = [
      this.can("verify") ? this.button(this.verifying ? "Stop" : "Verify", () => this.verify())
        : null,
      this.can("rules") ? this.button("Check rules", () => this.checkRules()) : null,
    ].filter(Boolean);
    const heading = this.doing || (tools.length > 0 ? "What is wrong" : "");
    this.pane.setMode({ kind: "problems" }, heading ? [heading] : [], tools);
    const { content, leading: { go, goToSeq } } = this.pane;
    const lists = problemLists(this.overview, { ...this.errors, unusual: this.unusual ?? [] }, {
      go, goToSeq,
    });
    const isDone = this.overview.isComplete;
    const waiting = this.isLooking ? [note("Looking for what is unusual …")] : [];
    if (this.unusual?.length === 0) waiting.push(el("pre", { class: "note" }, quoted(this.told)));
    waiting.push(...(this.doubts ?? []).map((doubt) => note(quoted(doubt))));
    if (!this.tool) waiting.push(note(fileNote));
    const isNothing = lists.length === 0 && !this.isLooking && !this.unusual;
    const nothing = isDone ? "Nothing is known to be wrong." : "Nothing so far: reading …";
    content.replaceChildren(...lists, ...(isNothing ? [note(nothing)] : []), ...waiting);
  }
  button(text, onclick) {
    return el("button", { type: "button", onclick }, text);
  }
  async lookForUnusual() {
    this.isLooking = true;
    try {
      const { lines, told } = await answerOf(this.tool, "unusual");
      this.unusual = lines.filter(({ what, seqs }) => what !== undefined && seqs !== undefined);
      this.told = told;
      this.doubts = lines.flatMap(({ notes, error }) => [...(notes ?? []), error ?? []].flat());
    } finally {
      this.isLooking = false;
      this.update();
    }
  }
  async verify() {
    if (this.verifying) return this.verifying.abort();
    this.verifying = new AbortController();
    const { signal } = this.verifying;
    const take = ({ through }) => this.tell(`Verifying: up to #${digits(through ?? 0)} …`);
    this.tell("Verifying …");
    return this.ask({ ask: "verify" }, { signal, take }, ({ verdict }) => (
      `verified: ${verdict?.verdict ?? "nothing"}`));
  }
  checkRules() {
    this.tell("Checking the rules …");
    return this.ask({ ask: "rules" }, {}, () => "rules checked");
  }
  async ask(question, options, textOf) {
    let text = "stopped";
    try {
      const last = await this.tool.ask(question, options);
      text = last.error ?? textOf(last);
      if (last.error === undefined) {
        this.found(await this.pane.channel.ask("takeFound", { text: last.text }));
      }
    } finally {
      this.verifying = null;
      this.tell("");
      this.say(text);
    }
  }
  tell(text) {
    this.doing = text;
    if (text) this.say(text);
    if (this.pane.mode.kind === "problems") this.show();
  }
}
function stepsOfPath(path) {
  const tokens = pointerTokens(path);
  return tokens && tokens.flatMap((token, depth) => {
    const { name, ids } = nameAndIds(token);
    const elements = ids.map((id) => ({
      token: "-", keys: [id, idNumberKey(id)].filter((key) => key !== undefined),
    }));
    const isRoot = depth === 0 && name === "" && elements.length > 0;
    return isRoot ? elements : [{ token: name }, ...elements];
  });
}
function nameAndIds(token) {
  const ids = [];
  let end = token.length;
  while (token[end - 1] === "]") {
    const start = token.lastIndexOf("[id=", end - 1);
    if (start < 0 || token.slice(start, end - 1).includes("]")) break;
    ids.push(token.slice(start + 4, end - 1));
    end = start;
  }
  return { name: token.slice(0, end), ids: ids.reverse() };
}
function stepsAt(state, tokens) {
  let value = state;
  return tokens.map((token) => {
    const isElement = Array.isArray(value);
    value = child(value, token);
    const id = isElement ? elementID(value) : undefined;
    return id === undefined ? { token } : { token, keys: [idKey(id)] };
  });
}
function stepsOfRow({ tokens, names }) {
  return tokens.map((token, depth) => {
    const name = names[depth];
    return name.startsWith("@") ? { token, keys: [name.slice(1)] } : { token };
  });
}
function tokensIn(state, steps) {
  let value = state;
  const tokens = [];
  for (const { token, keys } of steps) {
    const at = keys && Array.isArray(value) ? indexOf(value, token, keys) : token;
    value = child(value, at);
    if (value === undefined) return undefined;
    tokens.push(at);
  }
  return tokens;
}
function indexOf(elements, token, keys) {
  const isWanted = (element) => {
    const id = elementID(element);
    return id !== undefined && keys.includes(idKey(id));
  };
  if (isWanted(elements[arrayIndex(token)])) return token;
  return String(elements.findIndex(isWanted));
}
function nameOfSteps(steps) {
  const text = steps.map(({ token, keys }) => {
    const name = keys && idText(keys[0].replace(/^\0/, ""));
    return name ?? `/${escapedToken(token)}`;
  }).join("");
  return text.startsWith("[") ? `/${text}` : text;
}
class ChangePane {
  constructor({ channel, tool, go, goToSeq, reveal, changed, action, history, ...told }) {
    Object.assign(this, { channel, tool, go, goToSeq, reveal, changed, history });
    Object.assign(this, { frame: null, first: null, second: null });
    this.number = 0;
    this.tabs = [
      this.tab("change", "This action", () => this.showChange()),
      this.tab("difference", "A → B", () => this.showComparison()),
      this.tab("history", "History", history),
      this.can("causes") && this.tab("causes", "Causes", () => this.causes.show()),
      this.tab("problems", "Problems", () => this.problems.show()),
      this.can("line") && this.tab("line", "Line", () => this.line.show()),
    ].filter(Boolean);
    const lead = (way) => (place) => {
      this.showChange();
      return way(place);
    };
    this.leading = { go: lead(go), goToSeq: lead(goToSeq) };
    this.causes = new CausesTab(this, tool);
    this.problems = new ProblemsTab(this, { tool, ...told });
    this.line = new LineTab(this, tool, told.answered);
    this.heading = el("h2");
    this.tools = el("div", { class: "buttons" });
    this.bar = el("div", { class: "bar" }, this.heading, this.tools);
    const [details, ...payload] = action;
    this.action = el("div", { id: "action-pane" }, details);
    this.payload = el("div", { id: "payload-pane" }, ...payload);
    this.content = el("div", { class: "content", tabindex: 0, "aria-label": "What changed" });
    this.element = el(
      "section", { id: "change-pane", class: "pane", "aria-label": "This action" },
      el("header", { class: "tabs", role: "tablist" }, ...this.tabs), this.bar,
      el("div", { class: "tabpanel", role: "tabpanel" }, this.action, this.content,
        this.payload));
    this.setMode({ kind: "change" });
  }
  can(name) {
    return Boolean(this.tool?.can.has(name));
  }
  tab(kind, text, onclick) {
    return el("button", { type: "button", role: "tab", "data-kind": kind, onclick }, text);
  }
  setMode(mode, heading = [], tools = []) {
    this.mode = mode;
    for (const tab of this.tabs) {
      tab.setAttribute("aria-selected", tab.dataset.kind === mode.kind);
    }
    this.heading.replaceChildren(...heading);
    this.tools.replaceChildren(...tools);
    this.bar.classList.toggle("hidden", heading.length === 0);
    this.action.classList.toggle("hidden", mode.kind !== "change");
    this.payload.classList.toggle("hidden", mode.kind !== "change");
  }
  showComparison() {
    if (this.first || this.second) this.showDifference();
    else this.setFirst();
  }
  showFrame(frame) {
    this.frame = frame;
    if (this.mode.kind === "change") this.showChange();
    if (this.mode.kind === "difference") this.showDifference();
    if (this.mode.kind === "history") this.markPlace();
    if (this.mode.kind === "causes") this.causes.showFrame();
  }
  markPlace() {
    for (const item of this.content.querySelectorAll("[data-row]")) {
      const isHere = Number(item.dataset.row) === this.frame.row;
      if (isHere) item.scrollIntoView({ block: "nearest" });
      item.setAttribute("aria-current", isHere);
    }
  }
  showChange() {
    this.number += 1;
    this.setMode({ kind: "change" });
    if (this.frame) this.content.replaceChildren(changeOfFrame(this.frame, this.reveal));
  }
  get letters() {
    const letters = [{ letter: "A", ...this.first }, { letter: "B", ...this.second }];
    return letters.filter(({ row }) => row !== undefined);
  }
  setFirst() {
    this.first = this.place();
    this.showDifference();
    this.changed();
  }
  setSecond() {
    this.second = this.place();
    this.showDifference();
    this.changed();
  }
  async setLetters({ a, b }) {
    const placeOfSeq = async (seq) => {
      const row = seq === undefined ? -1 : await this.channel.ask("rowOfSeq", { seq });
      return row < 0 ? null : { row, seq };
    };
    if (a === undefined && b === undefined) return;
    [this.first, this.second] = [await placeOfSeq(a), await placeOfSeq(b)];
    if (this.frame) this.showDifference();
    this.changed();
  }
  place() {
    const { row, seq } = this.frame;
    return { row, seq };
  }
  clear() {
    Object.assign(this, { first: null, second: null });
    this.showChange();
    this.changed();
  }
  showDifference() {
    const [first, second] = [this.first ?? this.place(), this.second ?? this.place()];
    const title = `From A #${first.seq} to ${this.second ? "B " : ""}#${second.seq}`;
    const heading = this.first ? title : `From #${first.seq} to B #${second.seq}`;
    const tools = [this.button("Compare no more", () => this.clear())];
    const wasOther = this.mode.kind !== "difference";
    if (!this.second) tools.unshift(this.button("Compare to here", () => this.setSecond()));
    this.setMode({ kind: "difference" }, [heading], tools);
    if (wasOther) this.content.replaceChildren(note("Comparing …"));
    const request = { first: first.row, second: second.row };
    this.channel.askLatest("difference", request, ({ changes, hasMoreChanges, isUnknown }) => {
      if (this.mode.kind !== "difference") return;
      const isSame = first.row === second.row;
      const { reveal } = this;
      this.content.replaceChildren(changes.length > 0
        ? changeList(changes, { hasMore: hasMoreChanges, reveal })
        : note(noDifference({ isSame, isUnknown })));
    });
  }
  async showHistory(steps) {
    this.number += 1;
    const { number } = this;
    const name = quoted(nameOfSteps(steps) || "the whole state", { class: "path" });
    const close = this.button("Close", () => this.closeHistory());
    this.setMode({ kind: "history", found: [] }, ["History of ", name], [close]);
    this.content.replaceChildren(note("Looking …"));
    await this.channel.ask("history", { number, steps });
  }
  takeHistory({ number, found, isComplete, seq }) {
    if (number !== this.number || this.mode.kind !== "history") return;
    this.mode.found.push(...found);
    const all = this.mode.found;
    const changes = all.filter(({ isFirst, isUnknown }) => !isFirst && !isUnknown).length;
    const text = `${count(changes, "action")} changed it`;
    const doubt = all.some(({ isUnknown }) => isUnknown)
      ? "; where it is not known, others may have" : "";
    this.content.replaceChildren(
      note(isComplete ? `${text}${doubt}.` : `${text} up to #${seq} …`),
      historyList(all.slice(0, 2000), { go: this.go }));
    this.markPlace();
  }
  closeHistory() {
    this.channel.ask("stop", { job: "history" });
    this.showChange();
  }
  leave() {
    if (this.mode.kind === "change") return false;
    if (this.mode.kind === "difference") this.clear();
    else if (this.mode.kind === "history") this.closeHistory();
    else this.showChange();
    return true;
  }
  button(text, onclick) {
    return el("button", { type: "button", onclick }, text);
  }
}
function noDifference({ isSame, isUnknown }) {
  if (isUnknown) return "One of the states is unknown.";
  if (!isSame) return "The states are equal.";
  return "Now step to another action: the difference is shown as you go.";
}
const keyTable = [
  { title: "Move", keys: [
    { keys: ["j", "ArrowDown"], does: "next", help: "the next row of the pane" },
    { keys: ["k", "ArrowUp"], does: "previous", help: "the row before" },
    { keys: [" ", "PageDown"], does: "nextPage", help: "a page on" },
    { keys: ["PageUp"], does: "previousPage", help: "a page back" },
    { keys: ["g", "Home"], does: "first", help: "the first row" },
    { keys: ["G", "End"], does: "last", help: "the last row" },
    { keys: ["s"], does: "focusState", help: "into the state" },
  ] },
  { title: "Go to an action", keys: [
    { keys: ["]"], does: "nextAction", help: "the next action, from any pane" },
    { keys: ["["], does: "previousAction", help: "the action before" },
    { keys: ["#"], does: "askPlace", help: "a number, 12.5s, 14:05, or a mark" },
    { keys: ["}"], does: "nextChange", help: "where the selected value changes next" },
    { keys: ["{"], does: "previousChange", help: "where it changed before" },
    { keys: ["("], does: "goToCause", help: "the action that caused this one" },
    { keys: [")"], does: "goToEffect", help: "the first action that this one caused" },
    { keys: ["m"], does: "nextMark", help: "the next mark" },
    { keys: ["M"], does: "previousMark", help: "the mark before" },
    { keys: ["e"], does: "nextProblem", help: "the next gap, damage or divergence" },
    { keys: ["E"], does: "previousProblem", help: "the one before" },
    { keys: ["<"], does: "goBack", help: "back to where the cursor jumped from" },
    { keys: [">"], does: "goForward", help: "undoes <" },
  ] },
  { title: "Find", keys: [
    { keys: ["/"], does: "focusSearch", help: "search types, payloads and new values" },
    { keys: ["u"], does: "until", needs: "match", help: "run forward until a condition is true" },
    { keys: ["U"], does: "untilBack", needs: "match", help: "run back until a condition is true" },
    { keys: ["n"], does: "nextMatch", help: "the same again, forward" },
    { keys: ["N"], does: "previousMatch", help: "the same again, back" },
    { keys: ["f"], does: "focusFilter",
      help: "show only actions with a text, a path or a condition" },
    { keys: ["t"], does: "toggleType", help: "show only actions of this type; again for all" },
    { keys: ["Escape"], does: "leave", help: "stop; or close what was opened last" },
  ] },
  { title: "State", keys: [
    { keys: ["l", "ArrowRight"], does: "enterPane",
      help: "open the value, or go into it; then the next pane" },
    { keys: ["h", "ArrowLeft"], does: "leavePane",
      help: "close it, or go to the one around it; then the pane before" },
    { keys: ["w"], does: "pin", help: "show the selected value at the top; again to stop" },
    { keys: ["H"], does: "showHistory", help: "every change of the selected value" },
    { keys: ["B"], does: "goToBlame", help: "the last action that changed it" },
    { keys: ["c"], does: "showCauses", needs: "causes",
      help: "what caused this action, and what it caused" },
    { keys: ["a"], does: "setFirst", help: "compare other states with this one" },
    { keys: ["b"], does: "setSecond", help: "keep this as the second state" },
    { keys: ["y"], does: "copyPath", help: "copy the path, or the pane's text" },
    { keys: ["Y"], does: "copyValue", help: "copy the selected value" },
    { keys: ["C"], does: "copyCommand", help: "copy the command that shows it in a terminal" },
    { keys: ["D"], does: "copyAction", help: "copy this action as Markdown" },
  ] },
  { title: "What if", keys: [
    { keys: ["x"], does: "skip", needs: "skip", help: "leave out this action in a branch" },
    { keys: ["o"], does: "switchBranch", needs: "skip",
      help: "the recorded log, or the branch again" },
    { keys: ["V"], does: "verify", needs: "verify",
      help: "verify in the background; again to stop" },
  ] },
  { title: "Other", keys: [
    { keys: [":"], does: "askLine", needs: "line",
      help: "a line command of step; help lists them" },
    { keys: ["O"], does: "open", help: "open another log" },
    { keys: ["T"], does: "switchTheme", help: "light or dark" },
    { keys: ["?"], does: "help", help: "these keys" },
  ] },
];
const bindings = new Map(
  keyTable.flatMap(({ keys }) => keys)
    .flatMap((binding) => binding.keys.map((key) => [key, binding])));
function keyAction(event, can) {
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return undefined;
  if (event.target.closest?.("dialog")) return undefined;
  const isTyping = event.target.closest?.("input, select, textarea");
  if (isTyping && event.key !== "Escape") return undefined;
  const isPressing = event.target.closest?.("button, a, summary") && event.key === " ";
  if (isPressing) return undefined;
  if (/^\d$/.test(event.key)) return "askPlace";
  const { does, needs } = bindings.get(event.key) ?? {};
  return needs === undefined || can(needs) ? does : undefined;
}
const keyNames = {
  ArrowDown: "↓", ArrowUp: "↑", ArrowLeft: "←", ArrowRight: "→", " ": "Space", Escape: "Esc",
  PageDown: "PgDn", PageUp: "PgUp", "#": "0 … 9 #",
};
function keyHelp(can) {
  const isPossible = ({ needs }) => needs === undefined || can(needs);
  return keyTable.map(({ title, keys }) => ({ title, keys: keys.filter(isPossible) }))
    .filter(({ keys }) => keys.length > 0).map(({ title, keys }) => el(
      "section", {},
      el("h3", {}, title),
      el("dl", {}, ...keys.flatMap(({ keys: names, help }) => [
        el("dt", {}, ...names.flatMap((name) => [el("kbd", {}, keyNames[name] ?? name), " "])),
        el("dd", {}, help),
      ]))));
}
const conditions = [
  ["$.total < 0", "a value of the state after the action"],
  ["$.total != sum($.items[?@.isOpen == true].cents)", "a sum over some elements"],
  ["count($.cart[*]) > 10", "how many there are"],
  ["$.user == null && $$.user != null", "$$ is the state before the action"],
  ["$.items[?@.status.loading]", "an enum's case, as the log has it"],
];
function conditionHelp() {
  return [el("section", {}, el("h3", {}, "Conditions"), el("dl", { class: "conditions" },
    ...conditions.flatMap(([text, help]) => [
      el("dt", {}, el("code", {}, text)), el("dd", {}, help),
    ])))];
}
class Leaps {
  constructor({ channel, go, say }) {
    Object.assign(this, { channel, go, say, number: 0, wanted: null });
    Object.assign(this, { path: null, found: [], isComplete: false, seq: -1 });
  }
  toChange({ path, steps }, { seq, step }) {
    if (path !== this.path) {
      this.number += 1;
      Object.assign(this, { path, found: [], isComplete: false, seq: -1 });
      this.channel.ask("history", { job: "leap", number: this.number, steps });
    }
    this.wanted = { seq, step };
    this.settle();
  }
  async toEffect(seq, row) {
    this.number += 1;
    this.path = null;
    this.wanted = { cause: seq };
    this.say(`looking for what #${seq} caused …`);
    await this.channel.ask("match", {
      job: "effect", number: this.number, cause: seq, startRow: row + 1,
    });
  }
  take({ job, number, found, seq, isComplete }) {
    if (number !== this.number) return;
    if (job === "effect") return this.takeEffect(found, isComplete);
    this.found.push(...found.filter(({ isFirst, isUnknown }) => !isFirst && !isUnknown));
    Object.assign(this, { seq, isComplete });
    this.settle();
  }
  takeEffect(found, isComplete) {
    if (found.length === 0 && !isComplete) return;
    this.channel.ask("stop", { job: "effect" });
    this.number += 1;
    if (found.length > 0) this.go(found[0]);
    else this.say(`nothing is known that #${this.wanted.cause} caused`);
    this.wanted = null;
  }
  settle() {
    if (!this.wanted) return;
    const { seq, step } = this.wanted;
    const { found } = this;
    const target = step > 0 ? found.find((change) => change.seq > seq)
      : found.findLast((change) => (step < 0 ? change.seq < seq : change.seq <= seq));
    const isKnown = this.isComplete || (step > 0 ? Boolean(target) : this.seq >= seq);
    if (!isKnown) return void this.say(`looking for changes: #${Math.max(0, this.seq)} …`);
    this.wanted = null;
    if (target?.row !== undefined) this.go(target.row);
    else this.say(step > 0 ? "it does not change after this" : "it did not change before this");
  }
}
const listedChangesMax = 20;
function markdownOf(frame, { app, payload, command }) {
  const { seq, type, timeMs, entry, changes, unknown } = frame;
  const place = entry.source ? ` · ${code(`${entry.source.file}:${entry.source.line}`)}` : "";
  const shownOnes = changes.slice(0, listedChangesMax);
  const more = changes.length - shownOnes.length;
  return [
    `**#${seq} ${code(type || frame.kind)}** in ${code(app)} at ${time(timeMs)}${place}`, "",
    ...(payload ? [fenced(payload, "json"), ""] : []),
    ...(entry.error === undefined ? [] : [`Its reducer threw ${code(entry.error)}`, ""]),
    ...(unknown ? [code(unknown)] : shownOnes.map(changeItem)),
    ...(more > 0 ? [`- and ${more} more`] : []),
    ...(changes.length === 0 && !unknown ? ["Nothing changed."] : []),
    "", fenced(command, "sh"),
  ].join("\n");
}
function changeItem({ path, change, old, new: now, from, to }) {
  const place = code(path || "the whole state");
  if (change === "moved") return `- ${place} moved from ${from} to ${to}`;
  const values = [old, now].filter((text) => text !== undefined).map(code).join(" → ");
  return `- ${place} ${change === "replaced" ? "" : `${change} `}${values}`;
}
function code(text) {
  const line = shown(String(text));
  const ticks = "`".repeat(longestTicks(line) + 1);
  const space = line.startsWith("`") || line.endsWith("`") ? " " : "";
  return `${ticks}${space}${line}${space}${ticks}`;
}
function fenced(text, language) {
  const fence = "`".repeat(Math.max(3, longestTicks(text) + 1));
  return `${fence}${language}\n${shown(text)}\n${fence}`;
}
function longestTicks(text) {
  return Math.max(0, ...Array.from(text.matchAll(/`+/g), ([ticks]) => ticks.length));
}
class Commands {
  constructor(viewer) {
    this.viewer = viewer;
    this.leaps = new Leaps({
      channel: viewer.channel, go: (row) => viewer.jump(row), say: (text) => viewer.say(text),
    });
  }
  async press(event) {
    const does = keyAction(event, (name) => this.viewer.can(name));
    if (!does) return;
    event.preventDefault();
    const { state } = this.viewer;
    if (state.element.contains(event.target)) await state.keysDone;
    this[does](event.key);
  }
  next() {
    this.viewer.move(1);
  }
  previous() {
    this.viewer.move(-1);
  }
  nextPage() {
    this.viewer.move(this.viewer.list.list.visible - 1);
  }
  previousPage() {
    this.viewer.move(1 - this.viewer.list.list.visible);
  }
  first() {
    this.viewer.move(-Infinity);
  }
  last() {
    this.viewer.move(Infinity);
  }
  nextAction() {
    this.viewer.move(1);
  }
  previousAction() {
    this.viewer.move(-1);
  }
  nextProblem() {
    this.goToPlace({ step: 1 });
  }
  previousProblem() {
    this.goToPlace({ step: -1 });
  }
  nextMark() {
    this.goToPlace({ step: 1, isMark: true });
  }
  previousMark() {
    this.goToPlace({ step: -1, isMark: true });
  }
  async goToPlace(wanted) {
    const { channel, row } = this.viewer;
    const found = await channel.ask("nextPlace", { row, ...wanted });
    if (found === row) this.viewer.say(wanted.isMark ? "no further mark" : "no further problem");
    this.viewer.jump(found);
  }
  goBack() {
    this.viewer.trail.write();
    history.back();
  }
  goForward() {
    this.viewer.trail.write();
    history.forward();
  }
  askPlace(key = "") {
    const input = el("input", {
      type: "text", required: true, "aria-label": "Where to go", autocomplete: "off",
      placeholder: "41, 12.5s, 14:05, a mark",
    });
    input.value = /^\d$/.test(key) ? key : "";
    const wrong = el("p", { class: "note bad", role: "alert" });
    showDialog("Go to", (close) => [el("form", {
      class: "ask",
      onsubmit: async (event) => {
        event.preventDefault();
        const { row, problem } = await this.viewer.channel.ask(
          "rowOfText", { text: input.value.trim() });
        wrong.textContent = problem ?? "";
        if (problem) return;
        close();
        this.viewer.jump(row);
      },
    }, input, el("button", { type: "submit", class: "primary" }, "Go")), wrong]);
    input.focus();
    input.setSelectionRange(input.value.length, input.value.length);
  }
  nextChange() {
    this.leap(1);
  }
  previousChange() {
    this.leap(-1);
  }
  goToBlame() {
    this.leap(0);
  }
  leap(step) {
    const { selected, frame } = this.viewer;
    if (!selected.selection) return void this.viewer.say("select a value in the state first");
    const { steps } = selected.selection;
    return this.leaps.toChange(
      { path: JSON.stringify(steps.map(({ token, keys }) => keys ?? token)), steps },
      { seq: frame.stateSeq ?? frame.seq, step });
  }
  goToCause() {
    const { entry, causeRow } = this.viewer.frame;
    if (causeRow !== undefined) this.viewer.jump(causeRow);
    else this.viewer.say(entry.cause === undefined
      ? "no cause of this action is known" : `#${entry.cause} is not in this log`);
  }
  goToEffect() {
    const { frame, row } = this.viewer;
    this.leaps.toEffect(frame.seq, row);
  }
  focusSearch() {
    this.viewer.find.focus("search");
  }
  until() {
    this.viewer.find.focus("when");
  }
  untilBack() {
    this.viewer.find.focus("when", -1);
  }
  focusFilter() {
    this.viewer.filter.textField.select();
  }
  toggleType() {
    const { kind, type } = this.viewer.frame;
    if (kind === "action" || kind === "unfinished") this.viewer.filter.toggleType(type);
  }
  nextMatch() {
    this.viewer.find.goToMatch(1);
  }
  previousMatch() {
    this.viewer.find.goToMatch(-1);
  }
  leave() {
    const { find, filter, change, list } = this.viewer;
    const isTyping = document.activeElement?.matches("input, select");
    if (isTyping) list.element.focus();
    if (isTyping && document.activeElement !== find.field) return;
    if (!change.leave() && !find.leave()) filter.leave();
  }
  focusState() {
    const { state, selected, element } = this.viewer;
    element.dataset.pane = "state";
    state.element.focus();
    if (!selected.selection) state.select(0);
    else if (selected.tokens) selected.reveal();
  }
  enterPane() {
    this.focusState();
  }
  leavePane() {
    this.viewer.element.dataset.pane = "actions";
    this.viewer.list.element.focus();
  }
  pin() {
    const { pins, selected } = this.viewer;
    const problem = selected.selection
      ? pins.toggle(selected.selection.steps) : "select a value to pin it";
    if (problem) this.viewer.say(problem);
  }
  showHistory() {
    const { change, selected } = this.viewer;
    change.showHistory(selected.selection?.steps ?? []);
  }
  showCauses() {
    this.viewer.change.causes.show();
  }
  get isInPayload() {
    return this.viewer.payload.element.contains(document.activeElement);
  }
  copyValue() {
    if (this.isInPayload) return this.copyPayload();
    const { selection } = this.viewer.selected;
    return this.copyText("state", selection ? selection.tokens : []);
  }
  copyPayload() {
    return this.copyText("payload", this.viewer.payload.tokens ?? []);
  }
  async copyText(source, tokens) {
    const { channel, row } = this.viewer;
    const text = tokens ? await channel.ask("text", { row, source, tokens }) : null;
    if (text !== null) this.copy(text, "Value");
    else this.viewer.say("not copied: the value is not in this state, or not known");
  }
  copyPath() {
    if (this.isInPayload) this.copyPayloadPath();
    else this.copyShellText(this.viewer.selected.path, "Path");
  }
  copyPayloadPath() {
    this.copyShellText(pointerText(this.viewer.payload.tokens ?? []), "Path");
  }
  copyShellText(text, what) {
    if (shellWord(text) !== null) this.copy(text, what);
    else this.viewer.say("not copied: the path has characters that a terminal interprets");
  }
  async filterByPayload() {
    const { channel, row, payload, filter } = this.viewer;
    const tokens = payload.tokens ?? [];
    const text = await channel.ask("text", { row, source: "payload", tokens });
    if (text !== null) filter.showOnlyWith(text.startsWith('"') ? JSON.parse(text) : text);
  }
  get command() {
    const { frame, overview, selected } = this.viewer;
    const isFolder = overview.files.length > 1;
    const file = isFolder ? overview.files[0].replace(/[^/]*$/, "") || "." : overview.files[0];
    const name = shellWord(file) ?? "LOG";
    const { path } = selected;
    const at = path && shellWord(path) ? ` --at ${shellWord(path)}` : "";
    const log = name.startsWith("-") ? `./${name}` : name;
    return `rexreplay show ${log} ${frame.stateSeq ?? frame.seq}${at}`;
  }
  async copyCommand() {
    await this.viewer.arrival;
    const { served } = this.viewer;
    if (served?.branch) this.viewer.say("not copied: a branch is only in this session");
    else this.copy(this.command, "Command");
  }
  async copyAction() {
    await this.viewer.arrival;
    const { channel, frame, row, overview } = this.viewer;
    const payload = frame.payload
      ? await channel.ask("text", { row, source: "payload", tokens: [] }) : null;
    const { app } = overview.session;
    const about = { app: app.name, payload, command: this.command };
    this.copy(markdownOf(frame, about), "Action");
  }
  async copy(text, what) {
    try {
      await navigator.clipboard.writeText(text);
      this.viewer.say(`${what} copied`);
    } catch {
      const area = el("textarea", { readonly: true, rows: 10, "aria-label": what });
      area.value = text;
      showDialog(`${what}: copy it from here`, () => [area]);
      area.select();
    }
  }
  async setFirst() {
    await this.viewer.arrival;
    this.viewer.change.setFirst();
  }
  async setSecond() {
    await this.viewer.arrival;
    this.viewer.change.setSecond();
  }
  async ask(line) {
    const answer = await answerOf(this.viewer.tool, line);
    const wrong = answer.lines.find(({ error }) => typeof error === "string");
    if (wrong) this.viewer.say(wrong.error);
    return { ...answer, wrong };
  }
  async skip() {
    const { viewer } = this;
    const { frame } = viewer;
    if (frame.kind !== "action") return void viewer.say("only an action can be left out");
    viewer.say(`leaving out #${frame.seq} …`);
    await this.ask(`skip ${frame.seq}`);
  }
  async switchBranch() {
    const { viewer } = this;
    const name = viewer.served.branch ? "recorded" : await this.lastBranch();
    if (name === undefined) return void viewer.say("there is no branch; x leaves out an action");
    await this.ask(`branch ${name}`);
  }
  async lastBranch() {
    const { lines } = await this.ask("branches");
    return lines.map(({ branch }) => branch).findLast((name) => name && name !== "recorded");
  }
  verify() {
    this.viewer.change.problems.verify();
  }
  askLine() {
    this.viewer.element.dataset.pane = "change";
    this.viewer.change.line.show();
  }
  open() {
    showDialog("Open another log", (close) => [this.viewer.opening(close)]);
  }
  switchTheme() {
    const { dataset } = document.documentElement;
    const isDark = matchMedia("(prefers-color-scheme: dark)").matches;
    const theme = dataset.theme ?? (isDark ? "dark" : "light");
    dataset.theme = theme === "dark" ? "light" : "dark";
    keep("theme", dataset.theme);
  }
  help() {
    const can = (name) => this.viewer.can(name);
    showDialog("Keys", () => [
      el("div", { class: "keys" }, ...keyHelp(can)), ...(can("match") ? conditionHelp() : []),
    ]);
  }
}
function actionDetails(frame, { go }) {
  const { kind, timeMs, entry, damage, causeRow, findings } = frame;
  return [
    el("p", { class: "headline" }, ...headline(frame)),
    kind === "damage"
      ? null : el("p", { class: "facts" }, ...separated(facts(entry, timeMs), " · ")),
    entry.cause === undefined ? null : cause(entry.cause, causeRow, go),
    ...notes(entry),
    damage ? damageCard(damage) : null,
    ...findings.map(findingCard),
  ].filter(Boolean);
}
function headline({ kind, seq, type, entry }) {
  switch (kind) {
    case "start": return [seq === 0 ? "The initial state" : `The state after action ${seq}`];
    case "mark": return ["Mark ", quoted(entry.label ?? "", { class: "type" })];
    case "gap": return [`Actions ${entry.from} to ${entry.to} are lost: `, quoted(entry.reason)];
    case "damage": return ["A damaged line"];
    default: {
      const name = quoted(type || "?", { class: "type" });
      return [el("span", { class: "quiet" }, `#${seq} `), name];
    }
  }
}
function facts({ timeMs, source, tookMs }, rowMs) {
  const list = [`at ${time(timeMs ?? rowMs)}`];
  if (tookMs !== undefined) list.push(`took ${tookMs} ms`);
  if (source) {
    const parts = [`${source.file}:${source.line}`, source.function, source.info];
    list.push(quoted(parts.filter(Boolean).join(" ")));
  }
  return list;
}
function cause(seq, row, go) {
  const link = row === undefined
    ? `#${seq}, which is not in this log`
    : el("button", { type: "button", class: "link", onclick: () => go(row) }, `#${seq}`);
  return el("p", { class: "facts" }, "caused by ", link);
}
const inputsMax = 10;
const inputTextMax = 100;
function notes({ error, isExact, originSeq, isEdited, opaque, seen, inputs = [] }) {
  const list = [];
  const add = (...text) => list.push(el("p", { class: "note" }, ...text));
  if (inputs.length > 0) {
    const shown = inputs.slice(0, inputsMax).map((input) => preview(input, inputTextMax));
    const more = inputs.length > inputsMax ? ` and ${inputs.length - inputsMax} more` : "";
    add("Its reducer took ", quoted(shown.join(", ")), more);
  }
  if (error !== undefined) add("Its reducer threw: ", quoted(error));
  if (isExact === false) add("Not exact: the change may include that of other actions.");
  if (opaque !== undefined && seen === undefined) {
    add("Opaque: the action itself is not in the log, only its description: ", quoted(opaque));
  } else if (seen !== undefined) {
    add("Seen, not replayable.");
  }
  if (originSeq !== undefined) {
    add(`Action ${originSeq} of the original recording${isEdited ? ", edited" : ""}.`);
  }
  return list;
}
function damageCard({ text, line }) {
  return el(
    "div", { class: "problem" }, quoted(text), line ? el("pre", {}, quoted(line)) : null);
}
const findingTitles = {
  rule: "A rule is broken here",
  diverged: "Verification: this build computes something else",
  crashed: "Verification: the reducer crashed here",
  nondeterministic: "Verification: two runs computed different states",
  undecodable: "Verification: this build cannot decode it",
};
const findingParts = [
  ["recorded", "recorded"], ["reduced", "reduced again"], ["first", "one run"],
  ["other", "another run"], ["inputs", "inputs"], ["reason", "reason"], ["likely", "likely"],
  ["message", "message"], ["readings", "read"],
];
function findingCard({ outcome, rule, path, ...finding }) {
  return el(
    "div", { class: "finding" },
    el("strong", {}, findingTitles[outcome]), rule === undefined ? null : quoted(rule),
    path === undefined ? null : quoted(path || "the whole state", { class: "path" }),
    ...findingParts.filter(([key]) => finding[key] !== undefined).map(([key, title]) => el(
      "div", {}, el("span", { class: "quiet" }, `${title} `), quoted(finding[key]))));
}
function placeText({ kind, seq, type, timeMs }) {
  const isAction = kind === "action" || kind === "unfinished";
  return `#${seq} ${isAction ? shown(type) : kind}, ${time(timeMs)}`;
}
const items = {
  tea: { id: "tea", title: "Green tea", cents: 480 }, mug: { id: "mug", title: "Mug", cents: 1250 },
  pot: { id: "pot", title: "Tea pot", cents: 2200 },
};
const exampleActions = [
  [900, "catalog.search", { text: "tea" }, [["replace", "/screen", "results"]]],
  [2400, "cart.add", { id: "tea" }, [
    ["add", "/cart/items/-", items.tea], ["replace", "/cart/totalCents", 480]]],
  [5100, "cart.add", { id: "mug" }, [
    ["add", "/cart/items/-", items.mug], ["replace", "/cart/totalCents", 1730]]],
  [9300, "coupon.enter", { code: "SPRING" }, [["replace", "/cart/isChecking", true]]],
  [9840, "coupon.accepted", { percent: 10 }, [
    ["replace", "/cart/isChecking", false], ["add", "/cart/percent", 10],
    ["replace", "/cart/totalCents", 1557]], { cause: 4 }],
  [14_200, "cart.remove", { id: "mug" }, [
    ["remove", "/cart/items/1"], ["replace", "/cart/totalCents", 307]]],
  [17_800, "cart.add", { id: "pot" }, [
    ["add", "/cart/items/-", items.pot], ["replace", "/cart/totalCents", 2507]]],
  [95_000, "checkout.open", {}, [["replace", "/screen", "checkout"]]],
  [98_400, "checkout.pay", {}, [["replace", "/isPaying", true]]],
  [99_100, "checkout.refused", { expectedCents: 2412 }, [["replace", "/isPaying", false]],
    { cause: 9, error: "the total is 2507, and has to be 2412" }],
];
function actionOf(feature, name, payload) {
  return { [feature]: { _0: { [name]: payload } } };
}
function exampleFile() {
  const [start, entries] = [{ rexlog: 1, id: "example", startedAt: "2026-11-02T09:41:00Z" }, []];
  const app = { name: "Tea shop", version: "1.4" };
  const add = (kind, members) => entries.push(JSON.stringify({ kind, ...members }));
  add("session", { ...start, app });
  add("keyframe", { seq: 0, timeMs: 0, state: {
    screen: "catalog", cart: { items: [], totalCents: 0, isChecking: false }, isPaying: false,
  } });
  exampleActions.forEach(([timeMs, type, payload, patch, { cause, error } = {}], index) => {
    const line = 20 + 3 * index;
    add("action", {
      seq: index + 1, timeMs, cause, type, action: actionOf(...type.split("."), payload),
      source: { file: "TeaShop/Store.swift", line }, tookMs: 0.012, error,
      patch: patch.map(([op, path, value]) => ({ op, path, value })),
    });
    if (index === 5) add("mark", { seq: 6, timeMs: 15_000, label: "the total looks wrong" });
  });
  add("end", { seq: exampleActions.length, timeMs: 101_000, reason: "closed" });
  return { name: "example.jsonl", blob: new Blob([`${entries.join("\n")}\n`]) };
}
function welcome({ open, problem, isBrief = false }) {
  const pick = (properties) => {
    const input = el("input", {
      type: "file", class: "hidden", tabindex: -1, ...properties,
      onchange: () => open(named(input.files)),
    });
    return input;
  };
  const file = pick({ id: "pick", accept: ".jsonl,.html", multiple: true });
  const folder = pick({ webkitdirectory: true });
  return el(
    "section", { class: "welcome" },
    el("h1", {}, "Open a rexreplay log"),
    problem ? problemCard(problem) : null,
    el(
      "div", { class: "drop" },
      el("p", {}, "Drop a log here: a .jsonl file, a folder of segments, or a page with a log."),
      el(
        "p", { class: "buttons" },
        picker("Choose a file…", file, "primary"), picker("Choose a folder…", folder),
        el("button", { type: "button", onclick: () => open([exampleFile()]) }, "See an example"))),
    isBrief ? null : howToGetALog(),
    el("p", { class: "quiet" },
      "The log stays on this computer: this page makes no request to anywhere."),
    file, folder);
}
function howToGetALog() {
  const code = (text) => el("code", {}, text);
  return el(
    "div", {}, el("h2", {}, "How to get a log"),
    el(
      "ol", { class: "steps" },
      el("li", {}, "Add the package ", code("RexRecorder"), " to your app."),
      el("li", {}, "Make a recorder, ", code('try Recorder(sessionsIn: folder, app: "Chat")'),
        ", and call ", code("recorder.record(action, into: &state)"),
        " where your store reduces an action."),
      el("li", {}, "Use the app. Its log is the newest .jsonl file in that folder.")));
}
function picker(text, input, kind) {
  return el("button", { type: "button", class: kind, onclick: () => input.click() }, text);
}
function problemCard({ message, file, line, column, problem }) {
  const place = file && line ? `${file}:${line}:${column}: ` : "";
  return el(
    "div", { class: "problem", role: "alert" },
    el("strong", {}, "This log cannot be opened. "), quoted(place + (problem ?? message)));
}
function choices(logs, choose) {
  return el(
    "section", { class: "welcome" },
    el("h1", {}, "Which log?"),
    el("ul", { class: "choices" }, ...logs.map((log, index) => choice(log, () => choose(index)))));
}
function choice({ name, size, app, startedAt, timeZone, fileCount }, onclick) {
  const facts = [
    startedAt && readableDate({ startedAt, timeZone }), bytes(size),
    fileCount > 1 && count(fileCount, "segment"),
  ];
  return el(
    "li", {},
    el(
      "button", { type: "button", onclick },
      quoted(app ?? "not a log", { class: app ? "type" : "quiet" }), " ", quoted(name), " ",
      quoted(facts.filter(Boolean).join(" · "), { class: "quiet" })));
}
function readableDate({ startedAt, timeZone }) {
  const [zone, sign, hours, minutes] = /^([+-])(\d\d):([0-5]\d)$/.exec(timeZone) ?? ["UTC"];
  const offset = sign ? Number(`${sign}1`) * (Number(hours) * 60 + Number(minutes)) : 0;
  const date = new Date(Date.parse(startedAt) + offset * 60_000);
  return Number.isNaN(date.getTime()) ? startedAt : `${dates.format(date)} ${zone}`;
}
const dates = new Intl.DateTimeFormat(
  undefined, { dateStyle: "medium", timeStyle: "medium", timeZone: "UTC" });
function reading(name) {
  const text = el("p", { role: "status" }, "Reading ", quoted(name), " …");
  return el("section", { class: "welcome" }, text);
}
function titleOf({ session, files, byteCount, lastMs, types }, served) {
  const { name, version, build } = session.app;
  const actions = types.reduce((sum, type) => sum + type.count, 0);
  const facts = [
    ...nameOf(session, files),
    readableDate(session), time(lastMs), count(actions, "action"), bytes(byteCount),
    ...(served?.isFollowed ? ["followed as it grows"] : []),
  ];
  return [
    el("h1", {}, quoted([name, version, build && `(${build})`].filter(Boolean).join(" "))),
    el("p", { class: "facts" }, ...separated(facts.map((fact) => quoted(fact)), " · ")),
  ];
}
function nameOf({ id }, files) {
  const name = files[0].split("/").at(-1);
  if (files.length === 1 && !/^\d{4,}\.jsonl$/.test(name)) return [name];
  const segments = files.length > 1 ? [count(files.length, "segment")] : [];
  return [`session ${id.slice(0, 8)}`, ...segments];
}
const chippedMax = 5;
function chipsOf(overview, { branch, isGone, ...does }) {
  const { isComplete, isFull, isChecked, torn, end, gaps, damageCount, findings } = overview;
  const { rowCount, verdict, rules, conditions } = overview;
  const { go, goToSeq, showProblems, showCondition, check } = does;
  const chips = [];
  const add = (text, kind, onclick) => {
    const properties = { class: `chip ${kind}`, type: onclick && "button", onclick };
    chips.push(el(onclick ? "button" : "span", properties, quoted(text)));
  };
  if (isGone) add("the tool has ended", "bad");
  if (branch) add(branch.text, "warn", branch.show);
  if (!isComplete) add(`reading: ${percent(overview)}`, "busy");
  if (isComplete && torn?.kind === "action") {
    add(`ends inside action ${torn.type ?? ""}`, "bad", () => go(rowCount - 1));
  } else if (isComplete && !end) {
    add("not closed", "");
  }
  for (const rule of findings.filter(({ outcome }) => outcome === "rule").slice(0, chippedMax)) {
    add(`${rule.rule} broken from #${rule.seq}`, "bad", () => goToSeq(rule.seq));
  }
  if (rules.length > 0 && rules.every((rule) => rule.verdict === "holds")) {
    add(`${count(rules.length, "rule")} ${rules.length === 1 ? "holds" : "hold"}`, "good");
  }
  for (const condition of conditions.slice(0, chippedMax)) {
    const times = count(condition.seqs.length, "time");
    add(`when ${condition.condition}: ${times}`, "", () => showCondition(condition));
  }
  const verified = findings.filter(({ outcome }) => outcome !== "rule");
  if (verified.length > 0) {
    add(`verify: ${count(verified.length, "finding")}`, "bad", () => goToSeq(verified[0].seq));
  } else if (verdict) add(`verify: ${verdict}`, verdict === "verified" ? "good" : "warn");
  if (damageCount > 0) add(count(damageCount, "damaged line"), "bad", showProblems);
  if (isComplete && !isChecked) add("check all lines", "", check);
  if (gaps.length > 0) add(count(gaps.length, "gap"), "warn", () => go(gaps[0].row));
  if (overview.isRedacted) add("redacted", "");
  if (overview.session.origin) add("edited: not a recording", "warn");
  if (isFull) add(`only the first ${rowCount} rows are listed`, "warn");
  return chips;
}
function percent({ readBytes, byteCount }) {
  return `${Math.floor((100 * readBytes) / Math.max(1, byteCount))} %`;
}
function firstIndex(count, holds) {
  let [low, high] = [0, count];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (holds(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}
class RowSet {
  constructor() {
    Object.assign(this, { pieces: [], count: 0 });
  }
  add(rows) {
    if (rows.length === 0) return;
    this.pieces.push({ start: this.count, rows });
    this.count += rows.length;
  }
  at(index) {
    const piece = this.pieces.findLast(({ start }) => start <= index);
    return piece?.rows[index - piece.start];
  }
  indexFrom(row) {
    return firstIndex(this.count, (index) => this.at(index) >= row);
  }
}
const readingMs = 100;
class Finder {
  constructor({ channel, job, found }) {
    Object.assign(this, { channel, job, found, number: 0, asked: null });
    this.clear();
  }
  get isActive() {
    return this.rows !== null;
  }
  get count() {
    return this.rows?.count ?? 0;
  }
  clear() {
    this.asked?.abort();
    Object.assign(this, { rows: null, renewed: null, isComplete: true, number: this.number + 1 });
  }
  begin(isRenewed) {
    this.asked?.abort();
    this.number += 1;
    this.renewed = isRenewed && this.rows ? new RowSet() : null;
    if (!this.renewed) Object.assign(this, { rows: new RowSet(), isComplete: false });
  }
  async look(filter, { isRenewed = false } = {}) {
    const { text, path, types, isChange, seqs } = filter;
    if (text || path || types || isChange || seqs) {
      this.begin(isRenewed);
      await this.channel.ask("match", { ...filter, job: this.job, number: this.number });
    } else {
      this.clear();
      await this.channel.ask("stop", { job: this.job });
    }
    this.found();
  }
  async askTool(tool, question, { isRenewed = false } = {}) {
    this.begin(isRenewed);
    const { number } = this;
    this.found();
    this.asked = new AbortController();
    const take = ({ seqs = [] }) => this.takeSeqs(seqs, number);
    const last = await tool.ask(question, { signal: this.asked.signal, take }).catch((error) => {
      if (number === this.number) this.clear();
      this.found();
      throw error;
    });
    if (number !== this.number) return null;
    this.take({ number, found: [], isComplete: true });
    return last;
  }
  async takeSeqs(seqs, number) {
    let found = { isKnown: false };
    while (!found.isKnown && number === this.number && seqs.length > 0) {
      found = await this.channel.ask("rowsOfSeqs", { seqs });
      if (!found.isKnown) await new Promise((done) => setTimeout(done, readingMs));
    }
    if (found.isKnown) this.take({ number, found: found.rows, isComplete: false });
  }
  take({ number, found, isComplete }) {
    if (number !== this.number) return;
    (this.renewed ?? this.rows).add(found);
    if (this.renewed && isComplete) Object.assign(this, { rows: this.renewed, renewed: null });
    this.isComplete = isComplete || this.renewed !== null;
    this.found();
  }
  rowAt(index) {
    return this.rows.at(index);
  }
  within(from, to, limit) {
    if (!this.isActive) return [];
    const [first, end] = [from, to].map((row) => this.rows.indexFrom(row));
    const length = Math.min(end - first, limit);
    return Array.from({ length }, (_, at) => this.rows.at(first + at));
  }
  has(row) {
    return this.isActive && this.rows.at(this.rows.indexFrom(row)) === row;
  }
  indexOf(row) {
    const index = this.rows.indexFrom(row);
    return this.rows.at(index) === row ? index : Math.max(0, index - 1);
  }
  next(row, step) {
    if (this.count === 0) return undefined;
    const index = this.rows.indexFrom(row);
    const isAt = this.rows.at(index) === row;
    const wanted = step > 0 ? index + (isAt ? 1 : 0) : index - 1;
    return this.rows.at((wanted + this.count) % this.count);
  }
}
const pauseMs = 150;
class FilterBar {
  constructor({ channel, tool, changed }) {
    Object.assign(this, { tool, changed, overview: null, lanes: [], hidden: new Set() });
    this.canAsk = Boolean(tool?.can.has("match"));
    this.finder = new Finder({ channel, job: "filter", found: () => this.showFound() });
    const look = () => this.look();
    this.typeField = el("select", { "aria-label": "Show only actions of a type", onchange: look });
    const label = this.canAsk ? "only with text or condition" : "only with text";
    this.textField = typedField("text", label, look);
    this.pathField = typedField("text", "only at path", look);
    this.status = el("span", { class: "quiet", role: "status" });
    this.chips = el("div", { class: "lanes", role: "group", "aria-label": "Kinds of actions" });
    this.unchanged = this.chip({ onclick: () => this.toggle(this.unchanged) }, "hide no change");
    const fields = [this.typeField, this.textField, this.pathField, this.unchanged];
    this.element = el("div", { class: "filter" }, ...fields, this.status);
  }
  async look(options) {
    const visible = this.lanes.filter(({ name }) => !this.hidden.has(name));
    const type = this.typeNames?.[this.typeField.value];
    const isPart = visible.length < this.lanes.length;
    const lanes = isPart ? visible.flatMap(({ types }) => types) : null;
    const filter = {
      types: type === undefined ? lanes : [type], text: this.textField.value.trim(),
      path: this.pathField.value, isChange: this.isChange,
    };
    if (this.canAsk && (filter.text.startsWith("/") || conditionPattern.test(filter.text))) {
      const seqs = await this.seqsOf(filter.text);
      if (!seqs) return;
      Object.assign(filter, { text: "", seqs });
    }
    this.finder.look(filter, options);
  }
  get isChange() {
    return this.unchanged.getAttribute("aria-pressed") === "true";
  }
  async seqsOf(condition) {
    this.asked?.abort();
    const asked = new AbortController();
    this.asked = asked;
    const found = [];
    this.status.replaceChildren("looking …");
    const take = ({ seqs = [], through }) => {
      for (const seq of seqs) found.push(seq);
      if (through) this.status.replaceChildren(`looking: #${digits(through)} …`);
    };
    const question = { ask: "match", condition, isStart: false };
    const last = await this.tool.ask(question, { signal: asked.signal, take }).catch((error) => {
      this.status.replaceChildren(error.isGone ? "the tool has ended" : "");
      throw error;
    });
    if (asked !== this.asked) return undefined;
    const isWrong = last.error !== undefined;
    this.textField.setAttribute("aria-invalid", isWrong);
    const remarks = [last.error, last.hint, ...(last.notes ?? [])];
    this.textField.title = remarks.filter(Boolean).map(shown).join("\n");
    if (isWrong) this.status.replaceChildren(shown(last.error));
    return isWrong ? undefined : Float64Array.from(found);
  }
  renew() {
    if (this.canAsk && this.textField.value.trim()) this.look({ isRenewed: true });
  }
  get place() {
    const type = this.typeNames?.[this.typeField.value] ?? this.wantedType ?? "";
    return {
      type, text: this.textField.value, at: this.pathField.value, hidden: [...this.hidden],
      isChange: this.isChange,
    };
  }
  apply({ type, text, at, hidden, isChange }) {
    if (!type && !text && !at && hidden.length === 0 && !isChange) return;
    this.hidden = new Set(hidden);
    this.textField.value = text;
    this.pathField.value = at;
    this.wantedType = type || undefined;
    this.unchanged.setAttribute("aria-pressed", isChange);
    this.showHidden();
    this.showTypes();
    this.look();
  }
  toggleType(name) {
    const index = this.typeNames.indexOf(name);
    this.typeField.value = this.typeField.value === String(index) ? "" : String(index);
    this.look();
  }
  showOnlyWith(text) {
    this.textField.value = text;
    this.look();
  }
  chip(properties, ...content) {
    return el("button", { type: "button", class: "chip", "aria-pressed": false, ...properties },
      ...content);
  }
  toggle(chip, isPressed = chip.getAttribute("aria-pressed") !== "true") {
    chip.setAttribute("aria-pressed", isPressed);
    this.look();
  }
  setLanes(lanes) {
    const names = lanes.map(({ name }) => name).join("\n");
    const isSame = names === this.laneNames;
    const hadNone = this.lanes.length === 0;
    Object.assign(this, { lanes, laneNames: names });
    if (isSame) {
      lanes.forEach(({ count: number }, lane) => {
        this.chips.children[lane].lastChild.replaceChildren(digits(number));
      });
      return;
    }
    const isThere = (name) => hadNone || lanes.some((lane) => lane.name === name);
    this.hidden = new Set([...this.hidden].filter(isThere));
    this.chips.replaceChildren(...lanes.map(({ name, count: number }, lane) => this.chip({
      onclick: () => this.toggleLane(name), "aria-pressed": !this.hidden.has(name),
      title: "hide or show these actions",
    }, el("i", { class: `dot lane-${lane}` }), shown(name || "?"), " ",
    el("span", { class: "quiet" }, digits(number)))));
    if (this.finder.isActive) this.look();
  }
  toggleLane(name) {
    if (!this.hidden.delete(name)) this.hidden.add(name);
    this.showHidden();
    this.look();
  }
  showHidden() {
    this.lanes.forEach(({ name }, lane) => {
      this.chips.children[lane].setAttribute("aria-pressed", !this.hidden.has(name));
    });
  }
  setOverview(overview) {
    this.overview = overview;
    const total = overview.types.length;
    if (this.typeNames?.length === total && !overview.isComplete) return;
    this.showTypes();
  }
  showTypes() {
    const { types } = this.overview;
    const selected = this.typeNames?.[this.typeField.value] ?? this.wantedType;
    this.typeNames = types.map(({ name }) => name);
    const byName = types.map((type, index) => ({ ...type, index }))
      .sort((left, right) => right.count - left.count).slice(0, 500);
    this.typeField.replaceChildren(
      el("option", { value: "" }, "all types"),
      ...byName.map(({ name, count: number, index }) => el(
        "option", { value: index }, `${shown(name || "?")} (${digits(number)})`)));
    const index = selected === undefined ? -1 : this.typeNames.indexOf(selected);
    this.typeField.value = index < 0 ? "" : String(index);
    if (index >= 0 && this.wantedType !== undefined) {
      this.wantedType = undefined;
      this.look();
    }
  }
  get isActive() {
    return this.finder.isActive;
  }
  get count() {
    return this.finder.isActive ? this.finder.count : this.overview.rowCount;
  }
  rowAt(index) {
    return this.finder.isActive ? this.finder.rowAt(index) : index;
  }
  rowFrom(row, by) {
    const index = this.indexOf(row);
    const past = Math.sign(this.rowAt(index) - row);
    const next = past !== 0 && past === Math.sign(by) ? index + by - past : index + by;
    return this.rowAt(Math.max(0, Math.min(next, this.count - 1)));
  }
  indexOf(row) {
    return this.finder.isActive ? this.finder.indexOf(row) : row;
  }
  showFound() {
    const { finder } = this;
    const isDone = finder.isActive && finder.isComplete;
    const hiddenCount = this.overview.rowCount - finder.count;
    const rows = finder.isActive ? count(finder.count, "row") : "";
    const rest = isDone ? `, ${digits(hiddenCount)} hidden` : finder.isActive ? " …" : "";
    const isEmpty = isDone && finder.count === 0;
    const isAsked = !this.canAsk && conditionPattern.test(this.textField.value.trim());
    const nothing = isAsked ? "for conditions: rexreplay open LOG" : "nothing fits";
    this.status.replaceChildren(isEmpty ? nothing : rows + rest);
    this.changed();
  }
  leave() {
    if (!this.finder.isActive) return false;
    this.hidden.clear();
    this.unchanged.setAttribute("aria-pressed", false);
    this.showHidden();
    for (const input of [this.textField, this.pathField, this.typeField]) input.value = "";
    this.textField.setAttribute("aria-invalid", false);
    this.look();
    return true;
  }
}
const conditionPattern = /^[$@!(]|\(\$|^[\w.]+ *([=!<>]=|[<>]) /;
function typedField(type, label, look) {
  let timer;
  const input = el("input", {
    type, placeholder: label, "aria-label": label, spellcheck: "false", autocomplete: "off",
    oninput: () => {
      clearTimeout(timer);
      timer = setTimeout(() => look(input.value), pauseMs);
    },
  });
  return input;
}
const stretchesMax = 2000;
class FindField {
  constructor({ channel, tool, go, row, changed, entered }) {
    Object.assign(this, { tool, go, row, changed, entered, mode: "search" });
    this.finder = new Finder({ channel, job: "search", found: () => this.showFound() });
    this.stretches = [];
    this.lookedFor = { search: "", when: "" };
    this.field = typedField("search", "Search", () => this.lookForTyped());
    this.field.id = "search";
    this.field.addEventListener("keydown", (event) => {
      if (event.key === "Enter") this.enter(event.shiftKey ? -1 : this.direction);
    });
    this.status = el("span", { class: "quiet", role: "status" });
    this.answer = el("div", { class: "answer hidden", role: "alert" });
    const button = (text, title, step) => el("button", {
      type: "button", title, "aria-label": title, onclick: () => this.goToMatch(step),
    }, text);
    this.switch = el("button", {
      type: "button", class: "mode", title: "Search for a text, or for when a condition is true",
      onclick: () => this.focus(this.mode === "when" ? "search" : "when"),
    }, "search");
    this.element = el(
      "div", { class: "search", role: "search" }, this.canAsk ? this.switch : null, this.field,
      this.status, button("↑", "Previous match", -1), button("↓", "Next match", 1), this.answer);
    this.setMode("search");
  }
  get canAsk() {
    return Boolean(this.tool?.can.has("match"));
  }
  setMode(mode) {
    Object.assign(this, { mode, direction: 1 });
    this.element.dataset.mode = mode;
    this.switch.textContent = mode;
    const label = mode === "when" ? "When, such as $.total < 0" : "Search";
    this.field.placeholder = label;
    this.field.setAttribute("aria-label", label);
  }
  focus(mode, direction = 1) {
    if (mode !== this.mode) {
      this.setMode(mode);
      this.field.value = this.lookedFor[mode];
      this.look();
    }
    this.direction = direction;
    this.field.select();
  }
  get place() {
    const text = this.field.value.trim();
    return this.mode === "when" ? { when: text } : { find: text };
  }
  apply({ find, when }, conditions) {
    if (when && this.canAsk) this.show("when", when);
    else if (when) this.showKnown(conditions.find(({ condition }) => condition === when));
    else if (find) this.show("search", find);
  }
  show(mode, text) {
    this.setMode(mode);
    this.field.value = text;
    this.look();
  }
  lookForTyped() {
    if (this.field.value.trim() !== this.lookedFor[this.mode]) this.look();
  }
  look() {
    const text = this.field.value.trim();
    if (this.mode === "when" && !this.canAsk) this.setMode("search");
    this.lookedFor[this.mode] = text;
    this.stretches = [];
    this.isEntered = false;
    this.showAnswer({});
    if (this.mode === "search" || text === "") this.finder.look({ text });
    else this.looking = this.lookForCondition(text);
  }
  async lookForCondition(condition, options) {
    const { tool, finder } = this;
    const last = await finder.askTool(tool, { ask: "match", condition, isStart: true }, options);
    if (!last) return;
    this.showAnswer(last);
    const { number } = finder;
    if (last.error === undefined) this.shade(condition, () => number === finder.number);
  }
  async shade(condition, isWanted) {
    const stretches = [];
    await this.tool.ask({ ask: "match", condition, isStart: false }, {
      signal: this.finder.asked.signal,
      take: ({ seqs = [] }) => seqs.forEach((seq) => extend(stretches, seq)),
    });
    if (!isWanted()) return;
    this.stretches = stretches;
    this.changed();
  }
  renew() {
    if (this.mode !== "when" || !this.canAsk || !this.field.value.trim()) return;
    this.looking = this.lookForCondition(this.field.value.trim(), { isRenewed: true });
  }
  async showKnown(known) {
    if (!known) return;
    this.setMode("when");
    this.field.value = known.condition;
    this.finder.begin(false);
    const { number } = this.finder;
    await this.finder.takeSeqs(known.seqs, number);
    this.finder.take({ number, found: [], isComplete: true });
    this.showAnswer(known);
  }
  showAnswer(answer) {
    this.answered = answer;
    this.hasError = answer.error !== undefined;
    const isShown = this.isEntered || !this.hasError;
    const { error, hint, notes = [] } = isShown ? answer : {};
    const lines = [error, hint && `hint: ${hint}`, ...notes].filter(Boolean);
    this.answer.classList.toggle("hidden", lines.length === 0);
    this.answer.classList.toggle("bad", Boolean(error));
    this.field.setAttribute("aria-invalid", Boolean(error));
    this.answer.replaceChildren(
      ...lines.map((line) => el("p", {}, ...line.split("\n").flatMap(
        (text) => [quoted(text), el("br")]))),
      ...(lines.length > 0 ? [el("button", {
        type: "button", class: "link", onclick: () => this.showAnswer({}),
      }, "Close")] : []));
    this.showPlace();
  }
  take(report) {
    this.finder.take(report);
  }
  isMatch(row) {
    return this.finder.has(row);
  }
  holds(seq) {
    return this.stretches.some(({ from, to }) => from <= seq && seq <= to);
  }
  async enter(step) {
    this.lookForTyped();
    if (this.mode === "when") await this.looking;
    this.isEntered = true;
    this.showAnswer(this.answered ?? {});
    this.goToMatch(step);
    if (this.mode === "when" && !this.hasError) this.entered();
  }
  goToMatch(step) {
    const row = this.finder.next(this.row(), step);
    if (row !== undefined) this.go(row);
  }
  showFound() {
    this.showPlace();
    this.changed();
  }
  showPlace() {
    const { finder } = this;
    const at = finder.has(this.row()) ? `${digits(finder.indexOf(this.row()) + 1)} of ` : "";
    this.status.replaceChildren(at + this.countText());
  }
  countText() {
    const { finder, mode, hasError } = this;
    if (!finder.isActive) return "";
    if (hasError) return "not a condition";
    const rest = finder.isComplete ? "" : " …";
    if (mode === "search") return count(finder.count, "match", "matches") + rest;
    if (finder.count === 0) return finder.isComplete ? "never becomes true" : "looking …";
    return `${count(finder.count, "time", "times")} true${rest}`;
  }
  leave() {
    if (!this.finder.isActive) return false;
    this.field.value = "";
    this.look();
    return true;
  }
}
function extend(stretches, seq) {
  const last = stretches.at(-1);
  if (last?.to === seq - 1) last.to = seq;
  else if (stretches.length < stretchesMax) stretches.push({ from: seq, to: seq });
}
const partMin = 0.1;
const keyPart = 0.02;
const usualParts = [0.52, 0.785];
class Borders {
  constructor(main) {
    this.main = main;
    this.parts = [...usualParts];
    this.elements = this.parts.map((_, index) => el("div", {
      class: "border", role: "separator", tabindex: 0, "aria-orientation": "vertical",
      "aria-label": index === 0 ? "Width of the actions" : "Width of the state",
      onpointerdown: (event) => event.target.setPointerCapture(event.pointerId),
      onpointermove: (event) => this.drag(event, index),
      onkeydown: (event) => this.press(event, index),
      ondblclick: () => this.move(index, usualParts[index]),
    }));
    const parts = (kept("borders") ?? "").split(" ").map(Number);
    if (parts.length === 2 && parts[0] >= partMin && parts[1] <= 1 - partMin
      && parts[1] - parts[0] >= partMin) this.parts = parts;
    this.show();
  }
  drag(event, index) {
    if (event.buttons === 0) return;
    const { left, width } = this.main.getBoundingClientRect();
    this.move(index, (event.clientX - left) / width);
  }
  press(event, index) {
    const by = { ArrowLeft: -keyPart, ArrowRight: keyPart }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    this.move(index, this.parts[index] + by);
  }
  move(index, part) {
    const least = (index === 0 ? 0 : this.parts[0]) + partMin;
    const most = (index === 0 ? this.parts[1] : 1) - partMin;
    this.parts[index] = Math.min(most, Math.max(least, part));
    keep("borders", this.parts.map((at) => at.toFixed(3)).join(" "));
    this.show();
  }
  show() {
    const [first, second] = this.parts;
    const widths = { first, second: second - first, third: 1 - second, rest: 1 - first };
    for (const [name, width] of Object.entries(widths)) {
      this.main.style.setProperty(`--${name}`, `${Math.round(width * 1000)}fr`);
    }
    this.elements.forEach((element, index) => {
      element.setAttribute("aria-valuenow", Math.round(100 * this.parts[index]));
    });
  }
}
function layoutOf(viewer) {
  const { find, filter, timeline, list, change, pins, state } = viewer;
  const pane = (id, title, ...content) => el(
    "section", { id: `${id}-pane`, class: "pane", "aria-label": title }, ...content);
  viewer.title = el("div", { class: "title" });
  viewer.chips = el("div", { class: "chips" });
  viewer.status = el("p", { class: "status", role: "status", "aria-live": "polite" });
  viewer.unknown = el("p", { class: "note hidden" });
  const main = el("main", {});
  const [first, second] = new Borders(main).elements;
  main.append(
    pane("actions", "Actions", filter.chips, filter.element, list.element), first, change.element,
    second, pane(
      "state", "State", stateHeader(viewer), pins.element, viewer.unknown, state.element,
      viewer.selected.bar.element));
  return el(
    "div", { class: "viewer", "data-pane": "actions" },
    el("header", { class: "top" }, viewer.title, viewer.chips, find.element, tools(viewer)),
    timeline.element, main, viewer.status, phoneBar(viewer));
}
function stateHeader(viewer) {
  viewer.stateText = typedField("text", "filter the state", () => viewer.filterState());
  viewer.changedOnly = el("button", {
    type: "button", class: "chip", "aria-pressed": false,
    onclick: ({ currentTarget }) => {
      currentTarget.setAttribute(
        "aria-pressed", currentTarget.getAttribute("aria-pressed") !== "true");
      viewer.filterState();
    },
  }, "changed only");
  return el(
    "header", {}, el("h2", {}, "State"), viewer.stateText, viewer.changedOnly);
}
function commandButton(viewer, text, does, title) {
  const properties = { type: "button", onclick: () => viewer.commands[does]() };
  return el("button", { ...properties, title, "aria-label": title }, text);
}
function actionButtons(viewer, { kind }) {
  const canSkip = kind === "action" && viewer.can("skip");
  if (kind !== "action" && kind !== "unfinished") return "";
  return el(
    "div", { class: "buttons" }, commandButton(viewer, "Copy as Markdown", "copyAction"),
    canSkip ? commandButton(viewer, "Leave out in a branch", "skip") : null);
}
function tools(viewer) {
  return el(
    "div", { class: "buttons" }, commandButton(viewer, "Open…", "open"),
    commandButton(viewer, "◐", "switchTheme", "Light or dark"),
    commandButton(viewer, "?", "help", "Help"));
}
function phoneBar(viewer) {
  const pane = (name, text) => el("button", {
    type: "button", onclick: () => { viewer.element.dataset.pane = name; },
  }, text);
  const step = (text, does, title) => commandButton(viewer, text, does, title);
  return el(
    "nav", { class: "phone", "aria-label": "Panes and steps" },
    step("◀", "previousAction", "Previous action"), pane("actions", "Actions"),
    pane("change", "This action"), pane("state", "State"),
    step("▶", "nextAction", "Next action"));
}
class Axis {
  constructor({ from, to, edges = null }) {
    Object.assign(this, { from, to, edges });
  }
  partOf(row) {
    const { from, to, edges } = this;
    if (!edges || row < from || row >= to) return (row - from + 0.5) / (to - from);
    const cell = firstIndex(edges.length, (at) => edges[at] > row);
    return (cell - 0.5) / (edges.length - 1);
  }
  rowAt(part) {
    const { from, to, edges } = this;
    const row = edges
      ? edges[Math.min(edges.length - 1, Math.floor(part * (edges.length - 1)) + 1)] - 1
      : Math.floor(from + part * (to - from));
    return Math.max(from, Math.min(row, to - 1));
  }
  percent(row) {
    return `${100 * this.partOf(row)}%`;
  }
}
const pointsMax = 500;
const kindsMax = 7;
const chartWidth = 1000;
const labelledPart = 0.04;
function chartOf(all, axis, name) {
  const { from, to } = axis;
  const first = Math.max(0, firstIndex(all.length, (at) => all[at].row > from) - 1);
  const found = all.slice(first, firstIndex(all.length, (at) => all[at].row >= to));
  const kinds = kindsOf(all);
  const every = Math.max(1, Math.ceil(found.length / pointsMax));
  const points = found.filter((_, index) => index % every === 0 || index === found.length - 1)
    .map((change) => ({ ...change, part: Math.max(0, axis.partOf(change.row)) }));
  const bands = kinds ? bandsOf(points, kinds) : null;
  const [low, high] = extent(found.map(({ measure }) => measure));
  if (!bands && low > high) return { plot: null, labels: [], range: "" };
  return {
    plot: svg(
      "svg", {
        class: name, preserveAspectRatio: "none", viewBox: `0 0 ${chartWidth} 100`,
        "aria-hidden": "true",
      }, ...(bands ? bands.map(bandShape) : [svg("path", { d: stepsPath(points, low, high) })])),
    labels: (bands ?? []).filter(({ start, end }) => end - start > labelledPart)
      .map(({ start, label }) => ({ part: start, text: label })),
    range: bands ? "" : `${low} … ${high}`,
  };
}
function kindsOf(all) {
  const kinds = new Map();
  for (const { label, isUnknown, text } of all) {
    if (isUnknown || text === undefined) continue;
    if (label === undefined || kinds.size > kindsMax) return null;
    if (!kinds.has(label)) kinds.set(label, kinds.size);
  }
  return kinds.size > 0 && kinds.size <= kindsMax ? kinds : null;
}
function bandsOf(points, kinds) {
  return points.map(({ part, label }, index) => ({
    start: part, end: points[index + 1]?.part ?? 1, label, kind: kinds.get(label),
  })).filter(({ kind }) => kind !== undefined);
}
function bandShape({ start, end, kind }) {
  return svg("rect", {
    x: chartWidth * start, width: Math.max(1, chartWidth * (end - start)), y: 40, height: 56,
    class: `lane-${kind}`,
  });
}
function stepsPath(points, low, high) {
  const height = (number) => 96 - (92 * (number - low)) / (high - low || 1);
  let [d, isDrawn] = ["", false];
  for (const { part, measure } of points) {
    const x = chartWidth * part;
    if (measure === undefined) d += isDrawn ? `H${x}` : "";
    else d += isDrawn ? `H${x}V${height(measure)}` : `M${x} ${height(measure)}`;
    isDrawn = measure !== undefined;
  }
  return isDrawn ? `${d}H${chartWidth}` : d;
}
function extent(numbers) {
  let [low, high] = [Infinity, -Infinity];
  for (const number of numbers) {
    if (number !== undefined) [low, high] = [Math.min(low, number), Math.max(high, number)];
  }
  return [low, high];
}
const pinsMax = 5;
const pinnedMax = 200_000;
class Pins {
  constructor({ channel, choose, changed }) {
    Object.assign(this, { channel, choose, changed, pins: [], number: 0 });
    this.place = { seq: 0, rowCount: 1 };
    this.element = el("div", { class: "pins hidden", role: "list", "aria-label": "Pinned values" });
  }
  get paths() {
    return this.pins.map(({ path }) => path);
  }
  toggle(steps) {
    const path = nameOfSteps(steps);
    const index = this.paths.indexOf(path);
    if (index >= 0) return this.remove(this.pins[index]);
    if (this.pins.length >= pinsMax) return `no more than ${pinsMax} values can be pinned`;
    this.number += 1;
    const pin = { path, job: `pin ${this.number}`, number: this.number, found: [], seq: -1 };
    this.pins.push(pin);
    this.channel.ask("history", { job: pin.job, number: pin.number, steps });
    this.update();
    return undefined;
  }
  pinPaths(paths) {
    for (const path of paths) {
      const steps = stepsOfPath(path);
      if (steps && !this.paths.includes(nameOfSteps(steps))) this.toggle(steps);
    }
  }
  remove(pin) {
    this.channel.ask("stop", { job: pin.job });
    this.pins = this.pins.filter((other) => other !== pin);
    this.update();
  }
  take({ job, found, seq, isComplete }) {
    const pin = this.pins.find((other) => other.job === job);
    if (!pin) return;
    const room = pinnedMax - pin.found.length;
    for (const { seq: at, row, new: text, measure, label, isUnknown } of found.slice(0, room)) {
      const known = row ?? pin.found.at(-1)?.row ?? 0;
      pin.found.push({ seq: at, row: known, text, measure, label, isUnknown });
    }
    const isFull = found.length > room;
    if (isFull) this.channel.ask("stop", { job });
    if (!pin.isFull) pin.seq = isFull ? pin.found.at(-1).seq : isComplete ? Infinity : seq;
    pin.isFull ||= isFull;
    pin.course = null;
    this.update();
  }
  show(place) {
    if (place.rowCount !== this.place.rowCount) for (const pin of this.pins) pin.course = null;
    this.place = place;
    this.draw();
  }
  update() {
    this.draw();
    this.changed();
  }
  draw() {
    this.element.classList.toggle("hidden", this.pins.length === 0);
    this.element.replaceChildren(...this.pins.map((pin) => el(
      "div", { class: "pin", role: "listitem" },
      el(
        "button", { type: "button", class: "link path", onclick: () => this.choose(pin.path) },
        quoted(pin.path || "the whole state")),
      (pin.course ??= this.courseOf(pin)),
      this.value(pin),
      el("button", {
        type: "button", class: "link", "aria-label": "Pin no more", onclick: () => this.remove(pin),
      }, "×"))));
  }
  courseOf({ found }) {
    const axis = new Axis({ from: 0, to: this.place.rowCount });
    return chartOf(found, axis, "spark").plot ?? el("span", { class: "spark" });
  }
  value({ found, seq, isFull }) {
    if (this.place.seq > seq) {
      return el("span", { class: "quiet" }, isFull ? "changed too often" : "…");
    }
    const index = firstIndex(found.length, (at) => found[at].seq > this.place.seq) - 1;
    const { isUnknown, text, measure } = found[index] ?? { isUnknown: true };
    if (isUnknown) return el("span", { class: "quiet" }, "not known");
    const shown = /^[[{]/.test(text) ? `${text[0]}${measure}${text.at(-1)}` : (text ?? "nothing");
    return quoted(shown, { class: "value" });
  }
  chart(axis) {
    for (const { path, found } of this.pins) {
      const chart = chartOf(found, axis, "chart");
      if (chart.plot) return { path, ...chart };
    }
    return undefined;
  }
}
class ValueBar {
  constructor() {
    this.element = el("div", { class: "selected hidden" });
  }
  show({ path, text, absence, buttons } = {}) {
    this.element.classList.toggle("hidden", path === undefined);
    if (path === undefined) return;
    this.element.replaceChildren(
      quoted(path, { class: "path" }),
      absence === undefined
        ? quoted(text, { class: "value" }) : el("span", { class: "value" }, absence),
      el("div", { class: "buttons" }, ...buttons));
  }
}
function absenceText({ isUnknown, removedBy, addedBy }) {
  if (isUnknown) return "not known";
  if (removedBy !== undefined) return `removed by #${removedBy}`;
  if (addedBy !== undefined) return `not here yet: added by #${addedBy}`;
  return "not in this state";
}
class SelectedValue {
  constructor(viewer) {
    Object.assign(this, { viewer, selection: null, isRevealWanted: false });
    [this.bar, this.payloadBar] = [new ValueBar(), new ValueBar()];
  }
  get tokens() {
    return this.selection?.tokens ?? null;
  }
  get path() {
    const { tokens, steps = [] } = this.selection ?? {};
    return tokens ? pointerText(tokens) : nameOfSteps(steps);
  }
  want(path) {
    const steps = stepsOfPath(path);
    this.selection = steps && { steps };
    this.isRevealWanted = steps !== null;
  }
  selectPath(path) {
    const { viewer } = this;
    this.want(path);
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
const buckets = 400;
const rowsMin = 20;
class Timeline {
  constructor({ seek, step, zoom, tell, switchAxis }) {
    Object.assign(this, { seek, zoom, tell, rowCount: 1, hovered: null });
    this.axis = new Axis({ from: 0, to: 1 });
    this.plot = svg("svg", { preserveAspectRatio: "none", "aria-hidden": "true" });
    this.places = el("div", { class: "places", "aria-hidden": "true" });
    this.matches = el("div", { class: "matches", "aria-hidden": "true" });
    this.ticks = el("div", { class: "ticks", "aria-hidden": "true" });
    this.switch = el("button", {
      type: "button", class: "axis link", title: "Space actions evenly, or by time",
      onclick: (event) => {
        event.stopPropagation();
        switchAxis();
      }, onpointerdown: (event) => event.stopPropagation(),
      ondblclick: (event) => event.stopPropagation(),
    }, "by number");
    this.chart = el("div", { class: "chart hidden" });
    this.cursor = el("div", { class: "cursor" });
    const track = el("div", { class: "track", "aria-hidden": "true" }, this.cursor);
    this.letters = el("div", { class: "letters", "aria-hidden": "true" });
    this.tip = el("div", { class: "tip hidden", "aria-hidden": "true" });
    this.element = el(
      "div", {
        id: "timeline", role: "slider", tabindex: 0, "aria-label": "Position in the session",
        title: "", onpointerdown: (event) => this.drag(event),
        onpointermove: (event) => this.drag(event), onpointerleave: () => this.hover(null),
        onkeydown: (event) => keyStep(event, step), ondblclick: () => zoom({ from: 0 }),
      },
      this.matches, this.plot, this.places, this.chart, this.ticks, this.letters, track, this.tip,
      this.switch);
    this.element.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
  }
  get from() {
    return this.axis.from;
  }
  get to() {
    return this.axis.to;
  }
  show({ counts, marks, gaps, damages, findings, ticks, folds, ...axis }, { rowCount, isCut }) {
    Object.assign(this, { axis: new Axis(axis), rowCount });
    const { to } = axis;
    const isByTime = axis.edges !== null;
    this.switch.textContent = isByTime ? "by time" : "by number";
    this.plot.setAttribute("viewBox", `0 0 ${buckets} ${counts.length}`);
    const most = Math.max(1, ...counts.map((lane) => Math.max(...lane)));
    const width = Math.min(1.8, Math.max(0.9, (0.4 * buckets) / (to - axis.from)));
    this.plot.replaceChildren(
      ...counts.flatMap((lane, index) => lanePaths(lane, index, most, width)));
    this.places.replaceChildren(
      ...gaps.map((row) => this.place(row, "gap")), ...marks.map((row) => this.place(row, "mark")),
      ...damages.map((row) => this.place(row, "damage")),
      ...findings.map((row) => this.place(row, "damage")), ...folds.map(foldSign),
      ...(isCut && to === rowCount ? [el("i", { class: "cut" })] : []));
    const { clientWidth } = this.element;
    const room = clientWidth < 680 ? 110 : 210;
    const isWhole = ({ part }) => part * clientWidth < clientWidth - room;
    this.ticks.replaceChildren(...ticks.filter(isWhole).map(({ part, seq, timeMs }) => {
      const content = seq === undefined ? [time(timeMs)]
        : [`#${digits(seq)}`, el("small", {}, ` ${time(timeMs)}`)];
      const tick = el("span", {}, ...content);
      tick.style.insetInlineStart = `${100 * part}%`;
      return tick;
    }));
  }
  showMatches(rows, stretches) {
    const stretch = ({ from, to }) => {
      const element = el("span", { class: "holds" });
      const [start, end] = [from, to].map((row) => this.axis.partOf(row));
      element.style.insetInlineStart = `${100 * start}%`;
      element.style.inlineSize = `${100 * Math.max(0.001, end - start)}%`;
      return element;
    };
    this.matches.replaceChildren(
      ...stretches.map(stretch), ...rows.map((row) => this.place(row, "match")));
  }
  showChart(chart) {
    this.element.classList.toggle("charted", Boolean(chart));
    this.chart.classList.toggle("hidden", !chart);
    if (!chart) return;
    this.chart.replaceChildren(
      chart.plot, el(
        "span", { class: "legend" }, quoted(chart.path, { class: "path" }),
        el("span", { class: "quiet" }, ` ${chart.range}`)),
      ...chart.labels.map(({ part, text }) => {
        const label = quoted(text, { class: "band" });
        label.style.insetInlineStart = `${100 * part}%`;
        return label;
      }));
  }
  place(row, kind) {
    const place = el("i", { class: kind });
    place.style.insetInlineStart = this.percent(row);
    return place;
  }
  percent(row) {
    return this.axis.percent(row);
  }
  mark({ row, seq, lastSeq, text }, letters) {
    this.cursor.style.insetInlineStart = this.percent(row);
    const [first, second] = letters.map((letter) => letter.row);
    const span = letters.length === 2 ? [this.span(first, second)] : [];
    this.letters.replaceChildren(...span, ...letters.map(({ letter, row: at }) => {
      const element = el("b", {}, letter);
      element.style.insetInlineStart = this.percent(at);
      return element;
    }));
    this.element.setAttribute("aria-valuemin", 0);
    this.element.setAttribute("aria-valuemax", lastSeq);
    this.element.setAttribute("aria-valuenow", seq);
    this.element.setAttribute("aria-valuetext", text);
  }
  span(first, second) {
    const span = el("span", { class: "span" });
    const [start, end] = first < second ? [first, second] : [second, first];
    span.style.insetInlineStart = this.percent(start);
    span.style.inlineSize = `${100 * (this.axis.partOf(end) - this.axis.partOf(start))}%`;
    return span;
  }
  rowAt(event) {
    const { left, width } = this.element.getBoundingClientRect();
    const part = Math.min(1, Math.max(0, (event.clientX - left) / width));
    return { part, row: this.axis.rowAt(part) };
  }
  drag(event) {
    if (event.type === "pointerdown") this.element.setPointerCapture(event.pointerId);
    const at = this.rowAt(event);
    if (event.buttons !== 0) this.seek(at.row);
    this.hover(at);
  }
  hover(at = this.hovered) {
    this.hovered = at;
    const told = at ? this.tell(at.row) : null;
    this.tip.classList.toggle("hidden", !told);
    if (!told) return;
    this.tip.replaceChildren(...told);
    this.tip.style.insetInlineStart = `${100 * at.part}%`;
    this.tip.classList.toggle("before", at.part > 0.5);
  }
  wheel(event) {
    if (event.deltaY === 0 || event.ctrlKey) return;
    event.preventDefault();
    const { row } = this.rowAt(event);
    const [old, factor] = [this.to - this.from, event.deltaY < 0 ? 0.7 : 1 / 0.7];
    const length = Math.min(this.rowCount, Math.max(rowsMin, Math.round(old * factor)));
    const from = Math.round(this.from + ((row - this.from) / old) * (old - length));
    const start = Math.max(0, Math.min(from, this.rowCount - length));
    this.zoom({ from: start, to: length < this.rowCount ? start + length : undefined });
  }
}
function foldSign({ from, to, ms }) {
  const sign = el("span", { class: "fold" }, `≈ ${shortTime(ms)}`);
  sign.style.insetInlineStart = `${100 * from}%`;
  sign.style.inlineSize = `${100 * (to - from)}%`;
  return sign;
}
function lanePaths(lane, index, most, width) {
  const paths = ["", "", ""];
  lane.forEach((number, at) => {
    if (number === 0) return;
    const strength = Math.min(2, Math.floor(3 * Math.sqrt(number / most)));
    paths[strength] += `M${at + 0.05} ${index + 0.2}h${width}v0.6h-${width}z`;
  });
  return paths.map((d, strength) => svg("path", { d, class: `lane-${index} of-${strength}` }));
}
function keyStep(event, step) {
  const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  if (by === undefined) return;
  event.preventDefault();
  event.stopPropagation();
  step(by);
}
const addressPauseMs = 150;
class Trail {
  constructor() {
    Object.assign(this, { hash: location.hash, timer: 0 });
  }
  show(hash) {
    this.hash = hash;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.write(), addressPauseMs);
  }
  write() {
    this.drop();
    if (location.hash === this.hash) return;
    try {
      history.replaceState(null, "", this.hash);
    } catch {
    }
  }
  leave() {
    this.write();
    try {
      history.pushState(null, "", this.hash);
    } catch {
    }
  }
  drop() {
    clearTimeout(this.timer);
  }
}
const fittedRowsMax = 12;
class TreePane {
  constructor({ id, label, load, choose, isFitted = false }) {
    Object.assign(this, { load, choose, open: null, rows: [], from: 0, tokens: null });
    this.filter = null;
    this.isFitted = isFitted;
    this.label = label.toLowerCase();
    this.keysDone = Promise.resolve();
    this.list = new VirtualList({
      role: "tree", label, id, rowHeight: isTouched() ? 34 : 22,
      render: (index) => this.render(index),
      look: (index) => JSON.stringify(this.rowAt(index)),
      load: (from, count) => this.want(from, count),
    });
    this.list.element.addEventListener("click", (event) => this.click(event));
    this.list.element.addEventListener("keydown", (event) => this.key(event));
  }
  get element() {
    return this.list.element;
  }
  window() {
    const first = this.rowAt(this.list.firstVisible);
    const from = Math.max(0, this.list.firstVisible - 8);
    const anchor = first && this.list.firstVisible > 0
      ? { tokens: first.tokens, offset: this.list.firstVisible - from } : undefined;
    const window = { open: this.open, from, count: this.list.visible + 24 };
    return this.filter ? { ...window, filter: this.filter } : { ...window, anchor };
  }
  show({ rows, from, total, open }, anchor) {
    if (open) this.open = open;
    const shift = this.list.top - this.list.firstVisible * this.list.rowHeight;
    Object.assign(this, { rows, from });
    this.list.active = this.indexOf(this.tokens);
    this.list.setCount(total);
    const height = Math.min(total, fittedRowsMax) * this.list.rowHeight + 4;
    if (this.isFitted) this.element.style.height = `${height}px`;
    if (anchor) this.list.setTop((from + anchor.offset) * this.list.rowHeight + shift);
  }
  showAnew(answer) {
    this.list.setTop(0);
    this.show(answer);
  }
  rowAt(index) {
    return this.rows[index - this.from];
  }
  indexOf(tokens) {
    if (!tokens) return -1;
    const text = JSON.stringify(tokens);
    const at = this.rows.findIndex((row) => JSON.stringify(row.tokens) === text);
    return at < 0 ? -1 : at + this.from;
  }
  want(from, count) {
    const hasAll = from >= this.from && from + count <= this.from + this.rows.length;
    if (hasAll || count <= 0) return;
    const start = Math.max(0, from - 20);
    const { open, filter } = this;
    this.load({ open, filter, from: start, count: count + 40 }, (answer) => {
      Object.assign(this, { rows: answer.rows, from: answer.from });
      this.list.refresh();
    });
  }
  reload(activeTokens = this.tokens) {
    const from = Math.max(0, this.list.firstVisible - 8);
    const { open, filter } = this;
    return this.load({ open, filter, from, count: this.list.visible + 24 }, (answer) => {
      this.tokens = activeTokens;
      this.show(answer);
    });
  }
  render(index) {
    const row = this.rowAt(index);
    if (!row) return el("div", { class: "node" }, "…");
    const node = el(
      "div", {
        class: `node ${row.mark ?? ""}`, role: "treeitem", "data-index": index,
        "aria-level": row.depth + 1, "aria-posinset": row.position, "aria-setsize": row.siblings,
        "aria-expanded": row.isContainer ? String(row.isOpen) : undefined,
      },
      el("span", { class: "twist", "aria-hidden": "true" }, twist(row)),
      quoted(row.depth === 0 ? this.label : row.label, { class: "key" }),
      row.mark ? el("span", { class: "marker", "aria-label": row.mark }, marks[row.mark]) : null,
      row.isOpen ? el("span", { class: "size" }, sizeText(row))
        : quoted(row.text, { class: `value ${row.kind}` }),
      row.date ? el("span", { class: "size" }, row.date) : null);
    node.style.paddingInlineStart = `${6 + row.depth * 14}px`;
    return node;
  }
  click(event) {
    const node = event.target.closest("[data-index]");
    if (!node) return;
    const index = Number(node.dataset.index);
    this.select(index);
    const isTwist = event.target.classList.contains("twist") || event.detail === 2;
    if (isTwist) this.toggle(index);
  }
  select(index) {
    const row = this.rowAt(index);
    if (!row) return;
    this.tokens = row.tokens;
    this.list.activate(index);
    this.choose(row);
  }
  get lastLoaded() {
    return this.from + this.rows.length - 1;
  }
  goTo(index) {
    if (this.rowAt(index)) return this.select(index);
    const { open, filter } = this;
    return this.load({ open, filter, from: Math.max(0, index - 60), count: 80 }, (answer) => {
      Object.assign(this, { rows: answer.rows, from: answer.from });
      this.select(index);
    });
  }
  toggle(index) {
    const row = this.rowAt(index);
    if (!row?.isContainer) return undefined;
    this.open = row.isOpen ? closing(this.open, row.names) : opening(this.open, row.names);
    return this.reload(row.tokens);
  }
  key(event) {
    const move = moves[sameKeys.get(event.key) ?? event.key];
    if (!move || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    const done = this.keysDone.then(() => move(this, this.list));
    this.keysDone = done.catch(() => {});
  }
  parentOf(index) {
    const depth = this.rowAt(index)?.depth ?? 0;
    for (let at = index - 1; at >= this.from; at -= 1) {
      if (this.rowAt(at)?.depth < depth) return at;
    }
    return index;
  }
}
const sameKeys = new Map([
  ["j", "ArrowDown"], ["k", "ArrowUp"], ["l", "ArrowRight"], ["h", "ArrowLeft"], ["g", "Home"],
  ["G", "End"], [" ", "PageDown"],
]);
const moves = {
  ArrowDown: (tree, { active, count }) => tree.select(Math.min(active + 1, count - 1)),
  ArrowUp: (tree, { active }) => tree.select(Math.max(active - 1, 0)),
  PageDown: (tree, { active, count, visible }) => (
    tree.select(Math.min(active + visible - 1, tree.lastLoaded, count - 1))),
  PageUp: (tree, { active, visible }) => tree.select(Math.max(active - visible + 1, tree.from)),
  Home: (tree) => tree.goTo(0),
  End: (tree, { count }) => tree.goTo(count - 1),
  ArrowRight: (tree, { active }) => {
    const row = tree.rowAt(active);
    return row?.isContainer && !row.isOpen ? tree.toggle(active) : tree.select(active + 1);
  },
  ArrowLeft: (tree, { active }) => (
    tree.rowAt(active)?.isOpen ? tree.toggle(active) : tree.select(tree.parentOf(active))),
  Enter: (tree, { active }) => tree.toggle(active),
};
function twist({ isContainer, isOpen }) {
  if (!isContainer) return "";
  return isOpen ? "▾" : "▸";
}
const marks = { added: "+", replaced: "~", moved: ">", inside: "•" };
function sizeText({ kind, count }) {
  return kind === "array" ? `[${count}]` : `{${count}}`;
}
function opening(open, names) {
  if (names.length === 0) return open ?? {};
  const [name, ...rest] = names;
  return { ...open, [name]: opening(open?.[name] ?? {}, rest) };
}
function closing(open, names) {
  if (names.length === 0) return undefined;
  const [name, ...rest] = names;
  const { [name]: inner, ...others } = open;
  const closed = closing(inner ?? {}, rest);
  return closed === undefined ? others : { ...others, [name]: closed };
}
const markedMax = 500;
const waitMs = 300;
const restMs = 500;
class Viewer {
  constructor({ channel, overview, opening, tool, served }) {
    Object.assign(this, { channel, overview, opening, tool, served, row: 0, frame: null });
    this.trail = new Trail();
    this.isByTime = kept("axis") === "time";
    this.commands = new Commands(this);
    this.makePanes();
    this.element = layoutOf(this);
    this.showOverview(overview);
  }
  can(name) {
    return Boolean(this.tool?.can.has(name)) && !this.tool.isGone;
  }
  makePanes() {
    const { channel, tool } = this;
    const go = (row) => this.jump(row);
    const goToSeq = (seq) => this.goToSeq(seq);
    this.find = new FindField({
      channel, tool, go, row: () => this.row, changed: () => this.showMatches(),
      entered: () => this.list.element.focus(),
    });
    this.filter = new FilterBar({ channel, tool, changed: () => this.showRows() });
    this.list = new ActionList({
      channel, rowAt: (index) => this.filter.rowAt(index),
      select: (index) => this.go(this.filter.rowAt(index)),
    });
    this.timeline = new Timeline({
      seek: (row) => this.go(row), step: (by) => this.move(by), tell: (row) => this.list.tip(row),
      zoom: (range) => this.showTimeline(range), switchAxis: () => this.switchAxis(),
    });
    this.list.found = () => this.timeline.hover();
    const selected = new SelectedValue(this);
    this.selected = selected;
    this.state = new TreePane({
      id: "state", label: "State", choose: (row) => selected.choose(row),
      load: (window, use) => selected.load("state", window, use),
    });
    this.payload = new TreePane({
      id: "payload", label: "Action", choose: (row) => selected.showPayload(row), isFitted: true,
      load: (window, use) => selected.load("payload", window, use),
    });
    this.details = el("div", { class: "details" });
    this.change = new ChangePane({
      channel, tool, go, goToSeq, reveal: (path) => selected.selectPath(path),
      changed: () => this.showLetters(), history: () => this.commands.showHistory(),
      action: [this.details, this.payload.element, selected.payloadBar.element],
      found: (overview) => this.takeFound(overview), say: (text) => this.say(text),
      answered: (last, place) => this.takeAnswer(last, place),
    });
    this.pins = new Pins({
      channel, choose: (path) => selected.selectPath(path), changed: () => this.showPins(),
    });
    this.list.places = (row, seq) => ({
      letter: this.change.letters.find((letter) => letter.row === row)?.letter,
      isMatch: this.find.isMatch(row), isHolding: this.find.holds(seq),
    });
  }
  showOverview(overview) {
    this.overview = overview;
    this.filter.setOverview(overview);
    this.change.problems.setOverview(overview);
    this.title.replaceChildren(...titleOf(overview, this.served));
    this.chips.replaceChildren(...chipsOf(overview, {
      go: (row) => this.jump(row), goToSeq: (seq) => this.goToSeq(seq),
      showProblems: () => this.change.problems.show(), check: () => this.channel.ask("check"),
      showCondition: (known) => this.find.showKnown(known),
      isGone: this.tool?.isGone, branch: this.branchChip(),
    }));
    this.lanes = lanesOf(overview.types);
    this.list.setLanes(this.lanes);
    this.filter.setLanes(this.lanes);
    this.showRows();
    this.showTimeline();
  }
  takeFound(overview) {
    this.list.forget();
    this.showOverview(overview);
    this.go(this.row);
  }
  branchChip() {
    const { branch } = this.served ?? {};
    if (!branch) return null;
    return {
      text: `branch ${branch}${this.branchText ? `: ${this.branchText}` : ""}`,
      show: () => {
        this.change.line.show();
        this.change.line.run("compare");
      },
    };
  }
  async compareBranch() {
    if (!this.served?.branch) return;
    const { lines } = await answerOf(this.tool, "compare");
    const { leading, first, second } = lines[0] ?? {};
    if (leading === undefined) return;
    this.branchText = `as recorded up to #${leading}, ${second.actions} of `
      + `${first.actions} actions`;
    this.showOverview(this.overview);
  }
  showTimeline(range = this.range ?? { from: 0 }) {
    this.range = range;
    const { lanes, isByTime } = this;
    this.channel.askLatest("density", { lanes, buckets, isByTime, ...range }, (density) => {
      const { rowCount, torn } = this.overview;
      this.timeline.show(density, { rowCount, isCut: torn?.kind === "action" });
      this.timeline.showChart(this.pins.chart(this.timeline.axis));
      this.showMatches();
      this.showPlace();
    });
  }
  switchAxis() {
    this.isByTime = !this.isByTime;
    keep("axis", this.isByTime ? "time" : "number");
    this.showTimeline();
  }
  async showMatches() {
    this.list.list.refresh();
    const { from, to } = this.timeline.axis;
    const { stretches, finder } = this.find;
    const seqs = stretches.flatMap((stretch) => [stretch.from, stretch.to]);
    const { rows } = seqs.length > 0
      ? await this.channel.ask("rowsOfSeqs", { seqs }) : { rows: [] };
    if (stretches !== this.find.stretches) return;
    const ends = stretches.map((_, index) => ({
      from: rows?.[2 * index], to: rows?.[2 * index + 1],
    })).filter((stretch) => stretch.to >= from && stretch.from < to);
    this.timeline.showMatches(finder.within(from, to, markedMax), ends);
  }
  showRows() {
    this.list.list.setCount(this.filter.count);
    const index = this.filter.indexOf(this.row);
    const [isListed, { isActive }] = [this.filter.rowAt(index) === this.row, this.filter];
    if (isListed && this.isFiltered !== isActive) this.list.list.activate(index);
    [this.list.list.active, this.isFiltered] = [isListed ? index : -1, isActive];
    this.list.list.refresh();
    if (this.frame) this.showAddress();
  }
  async begin(hash) {
    const place = placeOf(hash);
    const { findings, conditions, torn, rowCount, isComplete, lastSeq } = this.overview;
    this.pins.pinPaths(place.pins);
    this.filter.apply(place.filter);
    this.find.apply(place, conditions);
    if (!place.find && !place.when) this.find.showKnown(conditions[0]);
    const wanted = place.seq ?? findings[0]?.seq ?? conditions[0]?.seqs[0];
    const isThere = isComplete || (wanted !== undefined && wanted <= lastSeq);
    this.wanted = isThere ? undefined : place;
    if (place.path !== undefined) this.selected.want(place.path);
    if (this.wanted) this.go(0);
    else if (wanted !== undefined) await this.goTo(wanted);
    else this.go(torn?.kind === "action" ? rowCount - 1 : 0);
    if (isThere) await this.change.setLetters(place);
    await this.compareBranch();
  }
  take(report) {
    switch (report.job) {
      case "rows": return this.takeRows(report.overview);
      case "check": return this.takeCheck(report);
      case "history": return this.change.takeHistory(report);
      case "leap": case "effect": return this.commands.leaps.take(report);
      case "errors": return this.change.problems.takeErrors(report);
      case "search": return this.find.take(report);
      case "filter": return this.filter.finder.take(report);
      default: return this.pins.take(report);
    }
  }
  takeCheck({ overview, readBytes }) {
    if (overview) {
      this.showOverview(overview);
      if (this.frame) this.say(placeText(this.frame));
    } else this.say(`checking: ${percent({ ...this.overview, readBytes })}`);
  }
  async takeRows(overview) {
    const { wanted } = this;
    const hasGrown = this.overview.isComplete && overview.rowCount > this.overview.rowCount;
    const wasAtEnd = this.row === this.overview.rowCount - 1;
    this.showOverview(overview);
    if (hasGrown) this.takeGrowth();
    if (hasGrown && wasAtEnd) this.go(overview.rowCount - 1);
    if (wanted === undefined) return;
    const isThere = wanted.seq === undefined ? overview.isComplete : overview.lastSeq >= wanted.seq;
    if (isThere || overview.isComplete) await this.goToWanted(wanted);
  }
  async goToWanted(place) {
    this.wanted = undefined;
    const { findings, torn, rowCount } = this.overview;
    const seq = place.seq ?? findings[0]?.seq;
    if (seq !== undefined) await this.goTo(seq);
    else if (torn?.kind === "action") this.go(rowCount - 1);
    await this.change.setLetters(place);
  }
  takeGrowth() {
    clearTimeout(this.growthTimer);
    this.growthTimer = setTimeout(() => {
      this.find.renew();
      this.filter.renew();
      this.change.problems.renew();
    }, restMs);
  }
  async goToPlace({ seq, path, pins }) {
    this.pins.pinPaths(pins);
    if (path !== undefined) this.selected.want(path);
    await this.goTo(seq);
  }
  takeServed(served) {
    this.served = served;
    this.showOverview(this.overview);
  }
  loseTool() {
    if (this.hasLostTool || !this.tool) return;
    this.hasLostTool = this.tool.isGone = true;
    this.showOverview(this.overview);
    this.say("The tool has ended. What was read of the log can still be looked at.");
  }
  async takeAnswer({ log, seq }, place) {
    const isSame = log === undefined || log === this.served.log;
    if (isSame && seq !== undefined && seq !== place) await this.goToSeq(seq);
  }
  say(text) {
    this.status.textContent = text;
  }
  async goToSeq(seq) {
    const row = await this.channel.ask("rowOfSeq", { seq });
    if (row >= 0) this.jump(row);
  }
  async goTo(seq) {
    const row = await this.channel.ask("rowOfSeq", { seq });
    if (row >= 0) this.go(row);
  }
  jump(row) {
    if (row === undefined || row === this.row) return;
    this.trail.leave();
    this.go(row);
  }
  go(row) {
    if (row === undefined || row < 0 || row >= this.overview.rowCount) return;
    this.row = row;
    const index = this.filter.indexOf(row);
    this.list.list.activate(this.filter.rowAt(index) === row ? index : -1);
    const state = this.state.window();
    const { selection } = this.selected;
    const request = { row, state, selection };
    const show = (frame) => {
      const isSameSelection = this.selected.selection === selection;
      if (isSameSelection) this.selected.selection = frame.selection;
      this.show(frame, state.anchor);
      if (!isSameSelection) this.go(row);
    };
    this.waitTimer ??= setTimeout(() => this.say("computing the state …"), waitMs);
    this.arrival = this.channel.askLatest("frame", request, show);
  }
  move(by) {
    this.go(this.filter.rowFrom(this.row, by));
  }
  show(frame, anchor) {
    clearTimeout(this.waitTimer);
    Object.assign(this, { frame, waitTimer: undefined });
    const { unknown } = frame;
    this.change.showFrame(frame);
    this.details.replaceChildren(
      ...actionDetails(frame, { go: (row) => this.jump(row) }), actionButtons(this, frame));
    this.payload.element.classList.toggle("hidden", frame.payload === null);
    this.payload.tokens = null;
    this.selected.showPayload(null);
    if (frame.payload) this.payload.showAnew(frame.payload);
    this.unknown.classList.toggle("hidden", !unknown);
    this.state.element.classList.toggle("hidden", Boolean(unknown));
    this.state.tokens = this.selected.tokens;
    if (unknown) this.unknown.replaceChildren(quoted(unknown));
    else this.state.show(frame.state, anchor);
    this.showPlace();
    this.selected.show();
    this.say(placeText(frame));
    if (this.selected.tokens && this.selected.isRevealWanted) this.selected.reveal();
  }
  showPlace() {
    if (!this.frame) return;
    const { row, seq } = this.frame;
    const { lastSeq } = this.overview;
    const text = placeText(this.frame);
    this.timeline.mark({ row, seq, lastSeq, text }, this.change.letters);
    this.pins.show({ seq: this.frame.stateSeq ?? seq, rowCount: this.overview.rowCount });
    this.find.showPlace();
    this.showAddress();
  }
  showAddress() {
    const { frame, pins, find, filter, change } = this;
    this.trail.show(hashOf({
      seq: frame.seq, path: this.selected.path, pins: pins.paths, a: change.first?.seq,
      b: change.second?.seq, ...find.place, filter: filter.place,
    }));
  }
  showPins() {
    this.timeline.showChart(this.pins.chart(this.timeline.axis));
    if (this.frame) this.showPlace();
  }
  showLetters() {
    this.list.list.refresh();
    if (this.frame) this.showPlace();
  }
  filterState() {
    const text = this.stateText.value.trim().toLowerCase();
    const isChanged = this.changedOnly.getAttribute("aria-pressed") === "true";
    this.state.filter = text || isChanged ? { text, isChanged } : null;
    this.state.list.setTop(0);
    this.state.reload();
  }
  clearStateFilter() {
    this.stateText.value = "";
    this.changedOnly.setAttribute("aria-pressed", false);
    this.state.filter = null;
  }
}
class PatchError extends Error {
  constructor(reason, { operation, path } = {}) {
    super(reason);
    Object.assign(this, { reason, operation, path });
    const subject = operation === undefined ? "the patch" : `operation ${operation}`;
    const place = path === undefined ? "" : ` at ${pointerText(path) || "the root"}`;
    this.message = `${subject}${place}: ${reason}`;
  }
}
const patchLimits = {
  depth: 256,
  copiedBytes: 1024,
  copiedBytesPerCopy: 256,
  shiftedElements: 2_000_000_000,
};
function readPatch(value) {
  if (!Array.isArray(value)) throw new PatchError("it is not an array of operations");
  return value.map((element, operation) => {
    try {
      return readOperation(element);
    } catch (error) {
      throw error instanceof PatchError ? new PatchError(error.reason, { operation }) : error;
    }
  });
}
function readOperation(element) {
  if (!(element instanceof Map)) throw new PatchError("it is not an object");
  const op = textMember(element, "op");
  const members = operationMembers.get(op);
  if (!members) throw new PatchError(`there is no operation "${op}"`);
  const operation = { op };
  for (const member of members) {
    operation[member] =
      member === "value" ? requiredMember(element, member) : pointerMember(element, member);
  }
  return operation;
}
const operationMembers = new Map([
  ["add", ["path", "value"]], ["remove", ["path"]], ["replace", ["path", "value"]],
  ["move", ["from", "path"]], ["copy", ["from", "path"]], ["test", ["path", "value"]],
]);
function requiredMember(element, key) {
  const value = element.get(key);
  if (value !== undefined) return value;
  throw new PatchError(`its member "${key}" is missing or of the wrong kind`);
}
function textMember(element, key) {
  const text = requiredMember(element, key);
  if (typeof text === "string") return text;
  throw new PatchError(`its member "${key}" is missing or of the wrong kind`);
}
function pointerMember(element, key) {
  const text = textMember(element, key);
  const tokens = pointerTokens(text);
  if (tokens) return tokens;
  throw new PatchError(`"${text}" is not a JSON Pointer`);
}
function applyPatch(state, operations, owned = new Set()) {
  const edit = new Edit(state, owned);
  operations.forEach((operation, index) => {
    try {
      edit.apply(operation);
    } catch (error) {
      if (!(error instanceof PatchError)) throw error;
      throw new PatchError(error.reason, { operation: index, path: error.path });
    }
  });
  return edit.root;
}
class Edit {
  constructor(root, owned) {
    Object.assign(this, {
      root, owned, copiedBytesLeft: patchLimits.copiedBytes, shiftedElements: 0,
    });
  }
  apply({ op, path, from, value }) {
    switch (op) {
      case "add":
        this.checkDepth(value, path);
        return this.add(path, value);
      case "remove":
        this.remove(path);
        return;
      case "replace":
        this.checkDepth(value, path);
        return this.replace(path, value);
      case "move": return this.move(from, path);
      case "copy": return this.copy(from, path);
      default:
        if (isEqual(this.valueAt(path), value, { ignoresZeroSign: true })) return;
        throw new PatchError("the value is not the expected one", { path });
    }
  }
  add(path, value) {
    if (path.length === 0) return void (this.root = value);
    const [parent, token] = this.parent(path);
    if (parent instanceof Map) return void parent.set(token, value);
    const index = token === "-" ? parent.length : elementIndex(token, parent.length, path);
    this.countShift(parent.length - index, path);
    parent.splice(index, 0, value);
  }
  remove(path) {
    if (path.length === 0) throw new PatchError("the whole state cannot be removed", { path });
    const value = this.target(path);
    const [parent, token] = this.parent(path);
    if (parent instanceof Map) {
      parent.delete(token);
    } else {
      this.countShift(parent.length - arrayIndex(token), path);
      parent.splice(arrayIndex(token), 1);
    }
    return value;
  }
  replace(path, value) {
    if (path.length === 0) return void (this.root = value);
    this.target(path);
    const [parent, token] = this.parent(path);
    if (parent instanceof Map) parent.set(token, value);
    else parent[arrayIndex(token)] = value;
  }
  move(from, path) {
    if (isSamePath(from, path)) return void this.valueAt(path);
    if (path.length > from.length && isSamePath(from, path.slice(0, from.length))) {
      throw new PatchError("a value cannot be moved into itself", { path });
    }
    if (path.length > from.length) {
      const value = valueAt(this.root, from);
      this.countShift(roughBytes(value, patchLimits.shiftedElements - this.shiftedElements), path);
      this.checkDepth(value, path);
    }
    this.add(path, this.remove(from));
  }
  copy(from, path) {
    const value = this.valueAt(from);
    this.copiedBytesLeft += patchLimits.copiedBytesPerCopy;
    this.copiedBytesLeft -= roughBytes(value, this.copiedBytesLeft);
    if (this.copiedBytesLeft < 0) {
      throw new PatchError(`copies of more than ${patchLimits.copiedBytes} bytes`, { path });
    }
    this.checkDepth(value, path);
    disown(value, this.owned);
    this.add(path, value);
  }
  parent(path) {
    this.root = this.own(this.root, path);
    let parent = this.root;
    for (const token of path.slice(0, -1)) {
      const key = Array.isArray(parent) ? elementIndex(token, parent.length - 1, path) : token;
      const inner = this.own(child(parent, token), path);
      if (Array.isArray(parent)) parent[key] = inner;
      else parent.set(token, inner);
      parent = inner;
    }
    return [parent, path.at(-1)];
  }
  own(value, path) {
    if (!isContainer(value)) throw new PatchError("there is no value", { path });
    if (this.owned.has(value)) return value;
    const copy = Array.isArray(value) ? value.slice() : new Map(value);
    this.owned.add(copy);
    return copy;
  }
  target(path) {
    let value = this.root;
    for (const token of path) {
      if (Array.isArray(value)) elementIndex(token, value.length - 1, path);
      value = child(value, token);
      if (value === undefined) throw new PatchError("there is no value", { path });
    }
    return value;
  }
  valueAt(path) {
    const value = valueAt(this.root, path);
    if (value !== undefined) return value;
    throw new PatchError("there is no value", { path });
  }
  countShift(count, path) {
    this.shiftedElements += Math.max(0, count);
    const limit = patchLimits.shiftedElements;
    if (this.shiftedElements <= limit) return;
    throw new PatchError(`more than ${limit} elements of arrays would be shifted`, { path });
  }
  checkDepth(value, path) {
    if (fits(value, patchLimits.depth - path.length)) return;
    throw new PatchError(`the state would nest deeper than ${patchLimits.depth}`, { path });
  }
}
function elementIndex(token, last, path) {
  const index = arrayIndex(token);
  if (index < 0) throw new PatchError(`"${token}" is not an array index`, { path });
  if (index > last) throw new PatchError(`index ${index} is beyond ${last}`, { path });
  return index;
}
function isSamePath(left, right) {
  return left.length === right.length && left.every((token, index) => token === right[index]);
}
function fits(value, depth) {
  if (!isContainer(value)) return depth >= 0;
  return depth > 0 && Array.from(value.values()).every((inner) => fits(inner, depth - 1));
}
function disown(value, owned) {
  if (!isContainer(value)) return;
  owned.delete(value);
  for (const inner of value.values()) disown(inner, owned);
}
function roughBytes(value, limit) {
  if (typeof value === "string") return 8 + utf8Length(value, limit);
  if (!isContainer(value)) return 8 + (isNumber(value) ? writeJSON(value).length : 0);
  let bytes = 8;
  for (const [key, inner] of value.entries()) {
    if (value instanceof Map) bytes += utf8Length(key, limit);
    bytes += roughBytes(inner, limit - bytes);
    if (bytes > limit) return bytes;
  }
  return bytes;
}
function utf8Length(text, limit) {
  return text.length > limit ? text.length : new TextEncoder().encode(text).length;
}
function touches({ op, path, from }, tokens) {
  return isRelated(path, tokens) || (op === "move" && isRelated(from, tokens));
}
function isRelated(left, right) {
  const depth = Math.min(left.length, right.length);
  return isSamePath(left.slice(0, depth), right.slice(0, depth));
}
class EntryError extends Error {
  constructor(problem, { column = 1, first, isAtEnd = false } = {}) {
    super(problem);
    Object.assign(this, { column, first, isAtEnd });
  }
}
function readEntry(bytes) {
  return entryOf(parseLine(bytes));
}
function entryOrDamage(bytes) {
  try {
    return readEntry(bytes);
  } catch (error) {
    if (!(error instanceof EntryError)) throw error;
    return { kind: "damage", problem: error.message, text: decodeText(bytes.subarray(0, 2000)) };
  }
}
function withoutValues({ line, action, state, data, change, ...facts }) {
  const patch = change?.patch;
  return { ...facts, leftOut: change?.leftOut, isUnrecorded: patch === null };
}
function parseLine(bytes) {
  try {
    return parseJSON(bytes, limits.lineDepth);
  } catch (error) {
    if (!(error instanceof JSONError)) throw error;
    const { message, offset, first, isAtEnd } = error;
    throw new EntryError(message, { column: offset + 1, first, isAtEnd });
  }
}
function entryOf(line) {
  const [key, kind] = line instanceof Map ? (line.entries().next().value ?? []) : [];
  if (key !== "kind" || typeof kind !== "string") throw new EntryError("this line is not an entry");
  const members = new Members(line, "");
  if (!Object.hasOwn(readers, kind)) return { kind: "unknown", line };
  return { kind, line, ...readers[kind](members) };
}
const readers = {
  session: (members) => {
    const version = members.required("rexlog");
    if (natural(version) !== 1) {
      const text = isNumber(version) ? numberText(version) : "of another kind";
      throw new EntryError(`version ${text} of the log format cannot be read`);
    }
    const app = members.object("app");
    return {
      app: {
        name: app.string("name"), version: app.optional("version", "string"),
        build: app.optional("build", "string"),
      },
      id: members.string("id"),
      startedAt: members.string("startedAt"),
      timeZone: members.line.get("timeZone"),
      types: names(members, "types", ["state", "action"]),
      system: names(members, "system", ["os", "arch", "swift"]),
      redacted: members.optional("redacted", "object") !== undefined,
      truncates: members.line.get("failures") === "truncated",
      isInBackground: members.line.get("diffing") === "background",
      after: members.optionalNatural("after", 0) ?? 0,
      segment: members.optionalNatural("segment", 1),
      origin: origin(members.line.get("origin")),
    };
  },
  keyframe: (members) => {
    const [seq, timeMs] = [members.natural("seq"), members.number("timeMs")];
    const state = members.required("state");
    if (fits(state, limits.stateDepth)) return { seq, timeMs, state };
    throw new EntryError(`nested deeper than ${limits.stateDepth}`);
  },
  action: (members) => {
    const seq = members.natural("seq");
    const action = {
      seq,
      timeMs: members.number("timeMs"),
      cause: validCause(natural(members.line.get("cause")), seq),
      type: members.label("type"),
      ...payload(members),
      source: source(members.optional("source", "object")),
      inputs: inputs(members.line.get("inputs")),
      originSeq: natural(members.line.get("originSeq")),
      isEdited: members.line.get("edited") === true,
    };
    if (!members.line.has("patch") && !members.line.has("tookMs")) return action;
    return {
      ...action,
      tookMs: members.number("tookMs"),
      change: readChange(members),
      error: members.optional("error", "string"),
      isExact: members.line.get("exact") !== false,
    };
  },
  mark: (members) => ({
    seq: members.natural("seq"), timeMs: members.number("timeMs"), label: members.string("label"),
    data: members.line.get("data"),
  }),
  gap: (members) => {
    const [from, to] = [members.natural("from"), members.natural("to")];
    const reason = members.string("reason");
    if (from > to) throw new EntryError(`the gap from ${from} to ${to} runs backwards`);
    return { from, to, reason };
  },
  end: (members) => {
    const end = {
      seq: members.natural("seq"), timeMs: members.number("timeMs"),
      reason: members.string("reason"),
    };
    checkStatistics(members.optional("statistics", "object"));
    return end;
  },
};
function validCause(cause, seq) {
  return cause > 0 && cause < seq ? cause : undefined;
}
function needsKeyframe(action) {
  if (action.change?.patch !== null) return false;
  return action.change.leftOut !== undefined || action.opaque !== undefined || !action.isExact;
}
function readChange(members) {
  const value = members.required("patch");
  if (value !== null) return { patch: checkedPatch(value) };
  const leftOut = members.optional("leftOut", "object");
  if (!leftOut) return { patch: null };
  return {
    patch: null,
    leftOut: { bytes: leftOut.natural("bytes"), fingerprint: leftOut.string("fingerprint") },
  };
}
function checkedPatch(value) {
  try {
    return readPatch(value);
  } catch (error) {
    throw error instanceof PatchError ? new EntryError(error.message) : error;
  }
}
function payload(members) {
  const action = members.line.get("action");
  if (action !== undefined) return { action };
  const opaque = members.optional("opaque", "string");
  if (opaque === undefined) throw new EntryError("/action is missing");
  return { opaque, seen: members.line.get("seen") };
}
function source(members) {
  return members && {
    file: members.string("file"), line: members.natural("line"),
    function: members.optional("function", "string"), info: members.optional("info", "string"),
  };
}
function inputs(value) {
  return Array.isArray(value) ? value.filter((input) => input instanceof Map) : [];
}
function names(members, key, parts) {
  const object = members.optional(key, "object");
  return object && Object.fromEntries(parts.map((part) => [part, object.string(part)]));
}
function origin(value) {
  if (!(value instanceof Map)) return undefined;
  const [id, from] = [value.get("id"), natural(value.get("from"))];
  return typeof id === "string" && from !== undefined ? { id, from } : undefined;
}
function checkStatistics(statistics) {
  if (!statistics) return;
  for (const key of ["actions", "opaque", "gaps", "lost", "redacted", "bytes"]) {
    statistics.optionalNatural(key, 0);
  }
  for (const key of ["reducersMs", "ownMs", "ownMsP50", "ownMsP99"]) {
    if (statistics.line.has(key)) statistics.number(key);
  }
}
class Members {
  constructor(line, path) {
    Object.assign(this, { line, path });
  }
  required(key) {
    const value = this.line.get(key);
    if (value === undefined) throw new EntryError(`${this.path}/${key} is missing`);
    return value;
  }
  string(key) {
    return this.checked(key, (value) => typeof value === "string", "a string");
  }
  label(key) {
    const text = this.string(key);
    const limit = 1024;
    if (new TextEncoder().encode(text).length <= limit) return text;
    throw new EntryError(`longer than ${limit} bytes`);
  }
  number(key) {
    const isFinite = (value) => isNumber(value) && Number.isFinite(Number(numberText(value)));
    return Number(numberText(this.checked(key, isFinite, "a number that a Double holds")));
  }
  natural(key, least = 0) {
    const isNatural = (value) => natural(value) >= least;
    return natural(
      this.checked(key, isNatural, `an integer from ${least} to ${Number.MAX_SAFE_INTEGER}`));
  }
  optionalNatural(key, least) {
    return this.line.has(key) ? this.natural(key, least) : undefined;
  }
  object(key) {
    const value = this.checked(key, (member) => member instanceof Map, "an object");
    return new Members(value, `${this.path}/${key}`);
  }
  optional(key, type) {
    return this.line.has(key) ? this[type](key) : undefined;
  }
  checked(key, isValid, expected) {
    const value = this.required(key);
    if (isValid(value)) return value;
    throw new EntryError(`${this.path}/${key} is ${kindText(value)}, not ${expected}`);
  }
}
function kindText(value) {
  if (value === null) return "null";
  if (isNumber(value)) {
    const text = numberText(value);
    return text.length > 100 ? `${text.slice(0, 99)}…` : text;
  }
  if (Array.isArray(value)) return "an array";
  if (value instanceof Map) return "an object";
  return typeof value === "string" ? "a string" : "a boolean";
}
function numberText(number) {
  return number instanceof Digits ? number.text : String(number);
}
function recoverTornLine(bytes) {
  const line = completeMembers(bytes);
  const kind = line?.get("kind");
  const torn = { byteCount: bytes.length, kind: typeof kind === "string" ? kind : undefined };
  if (kind !== "action") return torn;
  const seq = natural(line.get("seq"));
  const [type, opaque] = [line.get("type"), line.get("opaque")];
  return {
    ...torn, seq, line,
    cause: validCause(natural(line.get("cause")), seq ?? 0),
    timeMs: isNumber(line.get("timeMs")) ? Number(numberText(line.get("timeMs"))) : undefined,
    type: typeof type === "string" ? type : undefined,
    action: line.get("action"),
    opaque: typeof opaque === "string" ? opaque : undefined,
    seen: line.get("seen"),
    source: recoverSource(line.get("source")),
    inputs: inputs(line.get("inputs")),
  };
}
function recoverSource(value) {
  if (!(value instanceof Map)) return undefined;
  try {
    return source(new Members(value, "/source"));
  } catch {
    return undefined;
  }
}
function completeMembers(bytes) {
  const isCutInNumber = bytes.at(-1) >= 0x30 && bytes.at(-1) <= 0x39;
  const ends = completeEnds(bytes).reverse();
  if (!isCutInNumber) ends.unshift({ end: bytes.length, closing: "}" });
  const candidates = ends.map(({ end, closing }) => decodeText(bytes.subarray(0, end)) + closing);
  for (const text of [decodeText(bytes), ...candidates]) {
    try {
      const value = parseJSON(new TextEncoder().encode(text));
      if (value instanceof Map) return value;
    } catch (error) {
      if (!(error instanceof JSONError)) throw error;
    }
  }
  return undefined;
}
function completeEnds(bytes) {
  const ends = [];
  let [depth, isInString, isInArray] = [0, false, false];
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at];
    if (isInString) {
      if (byte === 0x5c) at += 1;
      isInString = byte !== 0x22;
    } else if (byte === 0x22) {
      isInString = true;
    } else if (byte === 0x7b || byte === 0x5b) {
      depth += 1;
      if (depth === 2) isInArray = byte === 0x5b;
    } else if (byte === 0x7d || byte === 0x5d) {
      depth -= 1;
      if (depth === 2 && isInArray) ends.push({ end: at + 1, closing: "]}" });
    } else if (byte === 0x2c && depth === 1) {
      ends.push({ end: at, closing: "}" });
    }
    if (ends.length > 32) ends.splice(0, 16);
  }
  return ends.slice(-16);
}
function isTorn(bytes) {
  try {
    const entry = readEntry(bytes);
    return entry.kind === "action" && entry.change === undefined;
  } catch (error) {
    if (!(error instanceof EntryError)) throw error;
    return error.isAtEnd;
  }
}
class Files {
  constructor(sources) {
    this.files = [];
    this.append(sources);
  }
  append(sources) {
    let start = this.files.at(-1)?.end ?? 0;
    for (const source of sources) {
      const { name, size } = source;
      this.files.push({ name, size, source, start, end: start + size });
      start += size;
    }
    this.size = start;
  }
  grow(size, sources) {
    const last = this.files.at(-1);
    last.source.size = size;
    Object.assign(last, { size, end: last.start + size });
    this.append(sources);
  }
  forked() {
    const sources = this.files.map(({ source }) => source.forked());
    const isShared = sources.every((source, index) => source === this.files[index].source);
    return isShared ? this : new Files(sources);
  }
  isReady(offset) {
    const { source, start } = this.files[this.indexAt(offset)];
    return source.isReady(offset - start);
  }
  async prepare(offset) {
    const { source, start } = this.files[this.indexAt(offset)];
    await source.prepare(offset - start);
  }
  indexAt(offset) {
    return Math.max(this.files.findLastIndex((file) => file.start <= offset), 0);
  }
  read(start, end) {
    const bytes = new Uint8Array(end - start);
    this.copy(start, end, bytes, 0);
    return bytes;
  }
  copy(start, end, target, at) {
    const file = this.files[this.indexAt(start)];
    file.source.copy(start - file.start, end - file.start, target, at);
  }
  lineNumber(offset) {
    const file = this.files[this.indexAt(offset)];
    let number = 1;
    for (let start = file.start; start < offset; start += blockBytes) {
      const bytes = this.read(start, Math.min(start + blockBytes, offset));
      for (let at = bytes.indexOf(lineFeed); at >= 0; at = bytes.indexOf(lineFeed, at + 1)) {
        number += 1;
      }
    }
    return number;
  }
}
const lineFeed = 0x0a;
const firstBlockBytes = 2 ** 16;
const blockBytes = 2 ** 20;
class LineReader {
  constructor(files, start = 0, end = files.size, number = 1) {
    Object.assign(this, { files, end, number, blockStart: start, at: 0 });
    this.fileIndex = files.indexAt(start);
    this.file = files.files[this.fileIndex];
    this.buffer = new Uint8Array(firstBlockBytes);
    this.block = this.buffer.subarray(0, 0);
    this.nextBytes = firstBlockBytes;
  }
  get offset() {
    return this.blockStart + this.at;
  }
  next() {
    let searched = this.at;
    for (;;) {
      const feed = this.block.indexOf(lineFeed, searched);
      if (feed >= 0) return this.take(feed, true);
      const fileEnd = Math.min(this.file.end, this.end);
      const readEnd = this.blockStart + this.block.length;
      if (readEnd < fileEnd) {
        if (this.block.length - this.at > limits.lineBytes) return this.skipLongLine(fileEnd);
        searched = this.block.length - this.at;
        this.fill(fileEnd);
      } else if (this.at < this.block.length) {
        return this.take(this.block.length, false);
      } else if (readEnd >= this.end || this.fileIndex + 1 >= this.files.files.length) {
        return null;
      } else {
        this.enterNextFile();
        searched = 0;
      }
    }
  }
  enterNextFile() {
    this.fileIndex += 1;
    this.file = this.files.files[this.fileIndex];
    Object.assign(this, { number: 1, blockStart: this.file.start, at: 0 });
    this.block = this.buffer.subarray(0, 0);
  }
  take(lineEnd, isEnded) {
    const line = {
      bytes: this.block.subarray(this.at, lineEnd),
      offset: this.offset,
      end: this.blockStart + lineEnd + (isEnded ? 1 : 0),
      file: this.fileIndex,
      number: this.number,
      isEnded,
      isTooLong: false,
    };
    this.at = lineEnd + (isEnded ? 1 : 0);
    if (isEnded) this.number += 1;
    return line;
  }
  fill(fileEnd) {
    const rest = this.block.subarray(this.at);
    const start = this.blockStart + this.block.length;
    const count = Math.min(Math.max(this.nextBytes, rest.length), fileEnd - start);
    if (rest.length + count > this.buffer.length) {
      this.buffer = new Uint8Array(Math.max(rest.length + count, this.nextBytes));
    }
    this.buffer.set(rest);
    this.files.copy(start, start + count, this.buffer, rest.length);
    this.block = this.buffer.subarray(0, rest.length + count);
    this.nextBytes = Math.min(4 * this.nextBytes, blockBytes);
    this.blockStart += this.at;
    this.at = 0;
  }
  skipLongLine(fileEnd) {
    const { offset, number } = this;
    let feed = -1;
    while (feed < 0 && this.blockStart + this.block.length < fileEnd) {
      this.at = this.block.length;
      this.fill(fileEnd);
      feed = this.block.indexOf(lineFeed);
    }
    this.at = feed < 0 ? this.block.length : feed + 1;
    this.number += 1;
    return {
      bytes: new Uint8Array(), offset, end: this.offset, file: this.fileIndex, number,
      isEnded: feed >= 0, isTooLong: true,
    };
  }
}
function lineAt(offset, reader) {
  let line = reader.next();
  while (line && line.offset < offset) line = reader.next();
  return line?.bytes ?? new Uint8Array();
}
function restStart(files) {
  const file = files.files.at(-1);
  for (let end = file.end; end > file.start; end -= Math.min(end - file.start, blockBytes)) {
    const start = Math.max(file.start, end - blockBytes);
    const feed = files.read(start, end).lastIndexOf(lineFeed);
    if (feed >= 0) return start + feed + 1;
  }
  return file.start;
}
function lineMembers(bytes) {
  return new MemberScanner(bytes).members();
}
function memberBytes(members, name, bytes) {
  const range = members?.get(name);
  return range && bytes.subarray(range[0], range[1]);
}
function memberValue(members, name, bytes) {
  try {
    const text = memberBytes(members, name, bytes);
    return text && parseJSON(text);
  } catch (error) {
    if (error instanceof JSONError) return undefined;
    throw error;
  }
}
function lineHead(bytes) {
  for (const { kind, prefix } of commonBeginnings) {
    const seq = seqAfter(prefix, bytes);
    if (seq >= 0) return { kind, seq, first: seq };
  }
  const members = lineMembers(bytes);
  return members && headOf(members, bytes);
}
const kinds = ["session", "keyframe", "action", "mark", "gap", "end"];
const commonBeginnings = ["action", "keyframe"].map((kind) => ({
  kind, prefix: new TextEncoder().encode(`{"kind":"${kind}","seq":`),
}));
function seqAfter(prefix, bytes) {
  if (bytes.length < prefix.length + 3 || bytes[bytes.length - 1] !== 0x7d) return -1;
  for (let at = prefix.length - 1; at >= 0; at -= 1) if (bytes[at] !== prefix[at]) return -1;
  let [at, value] = [prefix.length, 0];
  for (let digit; at < bytes.length && (digit = bytes[at] - 0x30) >= 0 && digit < 10; at += 1) {
    value = value * 10 + digit;
  }
  const count = at - prefix.length;
  const isPlain = count === 1 || (count > 1 && count <= 15 && bytes[prefix.length] !== 0x30);
  return isPlain && bytes[at] === 0x2c ? value : -1;
}
function headOf(members, bytes) {
  const name = memberValue(members, "kind", bytes);
  if (typeof name !== "string") return null;
  const kind = kinds.includes(name) ? name : "unknown";
  if (kind === "session" || kind === "unknown") return { kind, seq: 0, first: 0 };
  const seq = natural(memberValue(members, kind === "gap" ? "to" : "seq", bytes));
  const first = kind === "gap" ? natural(memberValue(members, "from", bytes)) : seq;
  return seq === undefined || first === undefined ? null : { kind, seq, first };
}
class MemberScanner {
  constructor(bytes) {
    Object.assign(this, { bytes, at: 0 });
  }
  members() {
    const members = new Map();
    if (!this.takes(0x7b)) return null;
    do {
      this.skipSpace();
      const key = this.string();
      if (!key || !this.takes(0x3a)) return null;
      this.skipSpace();
      const name = this.keyText(key);
      if (members.size === 0 && name !== "kind") return null;
      const start = this.at;
      if (!this.skipValue()) return null;
      members.set(name, [start, this.at]);
    } while (this.takes(0x2c));
    if (!this.takes(0x7d)) return null;
    this.skipSpace();
    return this.at === this.bytes.length ? members : null;
  }
  keyText([start, end]) {
    const key = this.bytes.subarray(start, end);
    if (!key.includes(0x5c)) return decodeText(key);
    return memberValue(new Map([["key", [start - 1, end + 1]]]), "key", this.bytes);
  }
  skipValue() {
    const byte = this.bytes[this.at];
    if (byte === 0x22) return this.string() !== null;
    if (byte === 0x7b || byte === 0x5b) return this.skipContainer();
    const start = this.at;
    while (this.at < this.bytes.length && !endsScalar(this.bytes[this.at])) this.at += 1;
    return this.at > start;
  }
  skipContainer() {
    const { bytes } = this;
    let depth = 0;
    for (; this.at < bytes.length; this.at += 1) {
      const byte = bytes[this.at];
      if (byte === 0x22) {
        if (!this.string()) return false;
        this.at -= 1;
      } else if (byte === 0x7b || byte === 0x5b) {
        depth += 1;
      } else if (byte === 0x7d || byte === 0x5d) {
        depth -= 1;
        if (depth === 0) {
          this.at += 1;
          return true;
        }
      }
    }
    return false;
  }
  string() {
    const { bytes } = this;
    if (bytes[this.at] !== 0x22) return null;
    const start = this.at + 1;
    for (let at = start; at < bytes.length; at += 1) {
      if (bytes[at] === 0x5c) {
        at += 1;
      } else if (bytes[at] === 0x22) {
        this.at = at + 1;
        return [start, at];
      }
    }
    this.at = bytes.length;
    return null;
  }
  takes(byte) {
    this.skipSpace();
    if (this.bytes[this.at] !== byte) return false;
    this.at += 1;
    return true;
  }
  skipSpace() {
    while (isSpace(this.bytes[this.at])) this.at += 1;
  }
}
function isSpace(byte) {
  return byte === 0x20 || (byte >= 0x09 && byte <= 0x0d);
}
function endsScalar(byte) {
  return byte === 0x2c || byte === 0x7d || byte === 0x5d || byte <= 0x20;
}
const [trusted, doubtful, foreign] = ["trusted", "doubtful", "foreign"];
class LineOrder {
  constructor({ seq, segment, expectation = "firstKeyframe" }) {
    this.lastSeq = seq;
    this.lastReadSeq = seq;
    this.segment = segment;
    this.expectation = expectation;
    this.isStateKnown = false;
    this.isEnded = false;
    this.trust = trusted;
    Object.assign(this, { reach: 0, last: 0 });
  }
  static ofSession(session) {
    return new LineOrder({ seq: session.after, segment: session.segment ?? Infinity });
  }
  static after(seq, segment) {
    return new LineOrder({ seq, segment, expectation: null });
  }
  get isTrusted() {
    return this.trust === trusted;
  }
  copy() {
    return Object.assign(Object.create(LineOrder.prototype), this);
  }
  loseState() {
    this.isStateKnown = false;
  }
  take({ kind, seq, first }) {
    if (this.trust === foreign) return null;
    if (this.isEnded) return this.leave("a line after the end");
    if (kind === "unknown") return null;
    this.isEnded = kind === "end";
    if (first > seq) {
      this.doubt();
      return `the gap from ${first} to ${seq} runs backwards`;
    }
    const start = kind === "action" || kind === "gap" ? first - 1 : seq;
    if (!this.isExpected(start, kind)) {
      const problem = this.isTrusted
        ? problems.outOfOrder(this.lastSeq + (first - start), first) : null;
      this.doubt(seq);
      return problem;
    }
    this.lastSeq = seq;
    this.lastReadSeq = kind === "gap" ? start : seq;
    this.trust = trusted;
    if (kind === "action" && this.expectation !== "beforePatch") return this.missKeyframe();
    if (kind === "keyframe") this.expectState(true, null);
    if (kind === "gap") this.expectState(false, "afterGap");
    return null;
  }
  isExpected(start, kind) {
    if (this.isTrusted) return start === this.lastSeq;
    return start >= this.lastReadSeq
      && (start <= this.reach || start === this.last || kind === "keyframe");
  }
  expectState(isStateKnown, expectation) {
    Object.assign(this, { isStateKnown, expectation });
  }
  doubt(seq) {
    if (this.trust !== foreign) {
      this.reach = (this.isTrusted ? this.lastSeq : this.reach) + 1;
      this.last = seq ?? this.reach;
      this.trust = doubtful;
    }
    this.expectState(false, null);
  }
  missKeyframe() {
    if (this.expectation === null) return null;
    const problem = problems[this.expectation];
    this.expectState(false, null);
    return problem;
  }
  leave(what) {
    this.trust = foreign;
    return problems.misplaced(what);
  }
  takeSession(next, first) {
    if (this.trust === foreign) return {};
    if (this.isEnded) return { problem: this.leave("a line after the end") };
    const { lastSeq: last, segment: previous = next.segment } = this;
    const isSame = next.id === first.id;
    if (!isSame || !(next.segment > (this.segment ?? 0))) {
      this.doubt(next.after);
      const what = "a second session line";
      return { problem: isSame ? problems.misplaced(what) : this.leave(what) };
    }
    this.segment = next.segment;
    if (next.after < (this.isTrusted ? last : this.lastReadSeq)) {
      const problem = this.isTrusted ? problems.outOfOrder(last, next.after) : null;
      this.doubt(next.after);
      return { problem };
    }
    this.lastSeq = next.after;
    this.trust = trusted;
    this.expectation = "firstKeyframe";
    if (next.after <= last) return {};
    this.isStateKnown = false;
    const place = next.segment > previous + 1 ? "a segment" : "the end of a segment";
    return { missing: { from: last + 1, to: next.after, reason: `${place} is missing` } };
  }
  takeChange(change, needsKeyframe) {
    if (change && change.patch !== null) {
      return this.expectation === "beforePatch" ? this.missKeyframe() : null;
    }
    this.isStateKnown = false;
    if (!change) return problems.unfinishedInside;
    this.expectation = needsKeyframe ? "afterOmission" : "beforePatch";
    return null;
  }
}
const problems = {
  outOfOrder: (expected, found) => `seq is ${found} where ${expected} is expected`,
  misplaced: (what) => `${what} is not allowed here`,
  unfinishedInside: "this action has no patch, and is not the last line",
  firstKeyframe: "an action comes before the first state",
  afterGap: "an action follows a gap",
  afterOmission: "the state before this action is not known",
  beforePatch: "the state before this action is not known",
};
class LogError extends Error {
  constructor(problem, place) {
    super(problem);
    Object.assign(this, place, { problem });
  }
}
class Log {
  constructor(files) {
    this.files = files;
    const { session, start } = findSession(files);
    Object.assign(this, { session, start, end: files.size });
    const rest = restStart(files);
    this.rest = rest > start && rest < files.size && files.size - rest <= limits.lineBytes
      ? files.read(rest, files.size) : null;
    if (this.rest) this.end = rest;
  }
  forked() {
    return Object.assign(Object.create(Log.prototype), this, { files: this.files.forked() });
  }
  reader({ offset, order } = {}) {
    if (offset === undefined) {
      const lines = new LineReader(this.files, this.start, this.end);
      return new LogReader(this, lines, LineOrder.ofSession(this.session));
    }
    return new LogReader(this, new LineReader(this.files, offset, this.end, NaN), order);
  }
  finish(order, lastHasPatch) {
    if (!this.rest) return null;
    const torn = !order.isEnded && isTorn(this.rest) ? recoverTornLine(this.rest) : null;
    const isNext = torn && (torn.seq === undefined || torn.seq === order.lastSeq + 1);
    if (!isNext) {
      this.end = this.files.size;
      return null;
    }
    const { truncates, isInBackground } = this.session;
    const isCertain = truncates && lastHasPatch !== false && !isInBackground;
    return { ...torn, mayHaveFinished: torn.kind === "action" && !isCertain };
  }
  error(problem, record) {
    const { file, offset, number } = record.line;
    const { text, column, first } = withColumn(problem);
    const line = number || this.files.lineNumber(offset);
    const known = first === undefined ? text : `${text}; it first appears at ${line}:${first + 1}`;
    return new LogError(known, { file: this.files.files[file].name, line, column });
  }
}
function findSession(files) {
  const last = files.files.at(-1);
  if (files.size === 0) throw new LogError("the file is empty", place(last));
  for (const file of files.files) {
    const line = file.size > 0 ? new LineReader(files, file.start, file.end).next() : null;
    if (!line) continue;
    const text = new TextDecoder().decode(line.bytes.subarray(0, sessionBeginning.length));
    const isBeginning = sessionBeginning.startsWith(text);
    if (!line.isEnded && file !== last && isBeginning && isTorn(line.bytes)) continue;
    return { session: readSession(line, file), start: file.start };
  }
  throw new LogError(notALog, place(last));
}
const notALog = "not a rexreplay log: the first line is not a session line";
const sessionBeginning = '{"kind":"session",';
function place(file) {
  return { file: file?.name ?? "", line: 1, column: 1 };
}
const foreignFiles = [
  [[0x50, 0x4b, 3, 4], "the file is a zip archive; unpack it first"],
  [[0x1f, 0x8b], "the file is compressed; unpack it first"],
  [[0xef, 0xbb, 0xbf], "the file begins with a byte order mark; remove it first"],
  [[0xff, 0xfe], "the file is UTF-16; convert it to UTF-8 first"],
  [[0xfe, 0xff], "the file is UTF-16; convert it to UTF-8 first"],
];
function readSession(line, file) {
  const foreign = foreignFiles.find(([beginning]) =>
    beginning.every((byte, index) => line.bytes[index] === byte),
  );
  if (foreign) throw new LogError(foreign[1], place(file));
  try {
    const entry = line.isTooLong ? null : readEntry(line.bytes);
    if (entry?.kind === "session") return entry;
  } catch (error) {
    if (!(error instanceof EntryError)) throw error;
    const isJSON = error.column === 1 && !error.isAtEnd;
    throw new LogError(isJSON ? error.message : notALog, { ...place(file), column: error.column });
  }
  throw new LogError(notALog, place(file));
}
class LogReader {
  constructor(log, lines, order) {
    Object.assign(this, { log, lines, order });
  }
  grow() {
    this.log.end = this.log.files.size;
    this.lines.end = this.log.end;
  }
  next() {
    const line = this.lines.next();
    return line && this.record(line);
  }
  record(line) {
    const { log, order } = this;
    if (line.offset === log.start) {
      return { line, head: { kind: "session", seq: log.session.after }, session: log.session };
    }
    if (!line.isEnded && line.file < log.files.files.length - 1 && isTorn(line.bytes)) {
      return { line, head: { kind: "unknown", seq: 0 }, isTornSegment: true };
    }
    const head = line.isTooLong ? null : lineHead(line.bytes);
    if (!head) return this.unreadable(line);
    if (head.kind !== "session") return { line, head, problem: order.take(head) };
    const session = this.entryOr(line, (error) => error);
    if (session instanceof EntryError) {
      order.doubt();
      return { line, head: null, problem: problemOf(session) };
    }
    const { problem, missing } = order.takeSession(session, log.session);
    return { line, head: { kind: "session", seq: session.after }, session, problem, missing };
  }
  unreadable(line) {
    this.order.doubt();
    if (line.isTooLong) {
      return { line, head: null, problem: `longer than ${limits.lineBytes} bytes` };
    }
    const problem = this.entryOr(line, problemOf);
    return { line, head: null, problem: problem.text ? problem : "this line is not an entry" };
  }
  entryOr(line, recover) {
    try {
      return readEntry(line.bytes);
    } catch (error) {
      if (!(error instanceof EntryError)) throw error;
      return recover(error);
    }
  }
  entry(record) {
    if (record.problem) throw this.log.error(record.problem, record);
    if (record.isTornSegment) return { kind: "unknown" };
    const entry = this.entryOr(record.line, (error) => {
      if (record.head?.kind === "action") this.order.loseState();
      throw this.log.error(problemOf(error), record);
    });
    const problem = entry.kind === "action"
      && this.order.takeChange(entry.change, needsKeyframe(entry));
    if (!problem) return entry;
    this.order.loseState();
    throw this.log.error(problem, record);
  }
  gap(record) {
    if (record.missing) return record.missing;
    return record.head?.kind === "gap" && !record.problem ? this.entry(record) : undefined;
  }
}
function withColumn(problem) {
  return typeof problem === "string" ? { text: problem, column: 1 } : problem;
}
function problemOf(error) {
  return { text: error.message, column: error.column ?? 1, first: error.first };
}
const rowKinds = ["start", "action", "mark", "gap", "damage", "unfinished"];
const rowsMax = 6_000_000;
const blockRows = 2 ** 14;
const typesMax = 65_535;
const damagesMax = 100_000;
class Column {
  constructor(Type) {
    Object.assign(this, { Type, blocks: [] });
  }
  set(row, value) {
    const block = Math.floor(row / blockRows);
    if (block === this.blocks.length) this.blocks.push(new this.Type(blockRows));
    this.blocks[block][row % blockRows] = value;
  }
  get(row) {
    return this.blocks[Math.floor(row / blockRows)][row % blockRows];
  }
}
class Rows {
  constructor(log) {
    this.log = log;
    this.count = 0;
    this.kinds = new Column(Uint8Array);
    this.types = new Column(Uint16Array);
    this.times = new Column(Float64Array);
    this.seqs = new Column(Float64Array);
    this.offsets = new Column(Float64Array);
    this.typeNames = [];
    this.typeCounts = [];
    this.typeIds = new Map();
    this.keyframes = [];
    this.gaps = [];
    this.damages = [];
    this.lastMs = 0;
    this.torn = null;
    this.end = null;
    this.lastHasPatch = undefined;
    this.lastAction = null;
    this.reader = log.forked().reader();
    this.isComplete = false;
  }
  get isFull() {
    return this.count >= rowsMax;
  }
  get lastSeq() {
    return this.reader.order.lastSeq;
  }
  get firstSeq() {
    return this.keyframes[0]?.seq;
  }
  get files() {
    return this.reader.log.files;
  }
  get offset() {
    return this.reader.lines.offset;
  }
  work(isLate) {
    for (let count = 0; !this.isComplete; count += 1) {
      if (count % 64 === 63 && isLate()) return;
      const record = this.reader.next();
      if (record) this.add(record);
      else this.finish();
    }
  }
  grow() {
    this.reader.grow();
    this.log.end = this.log.files.size;
    this.isComplete = false;
  }
  finish() {
    const { order } = this.reader;
    const isRest = this.log.end < this.log.files.size;
    this.torn = isRest ? this.log.finish(order, this.readLastHasPatch()) : null;
    if (isRest && !this.torn) {
      this.reader.log.end = this.log.end;
      this.reader.lines.end = this.log.end;
      return;
    }
    if (this.torn?.kind === "action") {
      const type = this.typeId(this.torn.type ?? "");
      this.append("unfinished", order.lastSeq + 1, this.log.end, this.torn.timeMs, type);
    }
    this.isComplete = true;
  }
  add(record) {
    const { head, line, problem, missing } = record;
    if (missing) this.appendGap(missing, line.offset);
    if (problem) this.addDamage(problem, record);
    const { order } = this.reader;
    const isRow = head?.kind === "action" || head?.kind === "mark";
    if (!head || (isRow && !order.isTrusted)) {
      this.append("damage", order.lastSeq, line.offset);
      return;
    }
    switch (head.kind) {
      case "action": {
        const { timeMs, type } = actionHead(line.bytes);
        this.lastAction = line.offset;
        this.append("action", head.seq, line.offset, timeMs, this.typeId(type));
        return;
      }
      case "keyframe":
        if (problem || !order.isStateKnown) return;
        if (this.keyframes.length === 0) this.append("start", head.seq, line.offset);
        this.keyframes.push({ seq: head.seq, offset: line.offset, segment: order.segment });
        return;
      case "mark":
        this.append("mark", head.seq, line.offset, this.timeOf(line.bytes));
        return;
      case "gap":
        if (order.isTrusted) this.appendGap(this.entryOf(record), line.offset);
        return;
      case "end":
        if (!problem && line.bytes.length <= 65_536) this.end = this.entryOf(record);
        this.lastMs = Math.max(this.lastMs, this.end?.timeMs ?? 0);
        return;
      default:
    }
  }
  appendGap(gap, offset) {
    if (!gap) return;
    this.gaps.push({ ...gap, row: this.count });
    this.append("gap", gap.from, offset);
  }
  entryOf(record) {
    try {
      return this.reader.entry(record);
    } catch (error) {
      if (!(error instanceof LogError)) throw error;
      this.addDamage({ text: error.problem, column: error.column }, record);
      return null;
    }
  }
  append(kind, seq, offset, timeMs = this.lastMs, type = typesMax) {
    if (Number.isFinite(timeMs)) this.lastMs = Math.max(this.lastMs, timeMs);
    if (this.isFull) return;
    const row = this.count;
    this.kinds.set(row, rowKinds.indexOf(kind));
    this.types.set(row, type);
    this.times.set(row, this.lastMs);
    this.seqs.set(row, seq);
    this.offsets.set(row, offset);
    this.count += 1;
  }
  addDamage(problem, record) {
    if (this.damages.length >= damagesMax) return;
    const { text, column } = withColumn(problem);
    const { file, number } = record.line;
    const name = this.log.files.files[file].name;
    this.damages.push({ file: name, line: number, column, problem: text, row: this.count });
  }
  typeId(name) {
    const known = this.typeIds.get(name);
    const id = known ?? Math.min(this.typeNames.length, typesMax - 1);
    if (known === undefined && id < typesMax - 1) {
      this.typeIds.set(name, id);
      this.typeNames.push(name);
      this.typeCounts.push(0);
    }
    this.typeCounts[id] = (this.typeCounts[id] ?? 0) + 1;
    return id;
  }
  timeOf(bytes) {
    return memberValue(lineMembers(bytes), "timeMs", bytes);
  }
  readLastHasPatch() {
    if (this.lastAction === null) return undefined;
    const { bytes } = new LineReader(this.log.files, this.lastAction).next();
    const patch = memberBytes(lineMembers(bytes), "patch", bytes);
    return patch ? patch[0] !== 0x6e : true;
  }
  gapAt(row) {
    return this.gaps.find((gap) => gap.row === row);
  }
  damageAt(row) {
    return this.damages.find((damage) => damage.row === row);
  }
  takeDamages(damages) {
    this.damages = damages.map((damage) => ({ ...damage, row: this.rowOfOffset(damage.offset) }));
  }
  kind(row) {
    return rowKinds[this.kinds.get(row)];
  }
  typeName(row) {
    return this.typeNames[this.types.get(row)] ?? "";
  }
  frameSeq(row) {
    const isFrame = ["start", "action", "unfinished"].includes(this.kind(row));
    return isFrame ? this.seqs.get(row) : undefined;
  }
  rowOfSeq(seq) {
    const first = firstIndex(this.count, (row) => this.seqs.get(row) >= seq);
    for (let row = first; row < Math.min(first + 64, this.count); row += 1) {
      if (this.frameSeq(row) === seq) return row;
    }
    return Math.min(first, this.count - 1);
  }
  rowOfOffset(offset) {
    return Math.max(0, firstIndex(this.count, (row) => this.offsets.get(row) > offset) - 1);
  }
}
function actionHead(bytes) {
  const common = commonHead(bytes);
  if (common) return common;
  const members = lineMembers(bytes);
  const [timeMs, type] = ["timeMs", "type"].map((name) => memberValue(members, name, bytes));
  return { timeMs, type: typeof type === "string" ? type.slice(0, 1024) : "" };
}
const [seqKey, timeKey, causeKey, typeKey] = [
  '{"kind":"action","seq":', ',"timeMs":', ',"cause":', ',"type":"',
].map((text) => new TextEncoder().encode(text));
const typeBytesMax = 200;
function commonHead(bytes) {
  if (!startsWith(bytes, 0, seqKey)) return null;
  let at = bytes.indexOf(0x2c, seqKey.length);
  if (!startsWith(bytes, at, timeKey)) return null;
  const timeAt = at + timeKey.length;
  const timeEnd = bytes.indexOf(0x2c, timeAt);
  at = startsWith(bytes, timeEnd, causeKey) ? bytes.indexOf(0x2c, timeEnd + 1) : timeEnd;
  if (!startsWith(bytes, at, typeKey)) return null;
  const typeAt = at + typeKey.length;
  const typeEnd = bytes.indexOf(0x22, typeAt);
  if (typeEnd < 0 || typeEnd - typeAt > typeBytesMax || timeEnd - timeAt > 30) return null;
  const type = asciiText(bytes, typeAt, typeEnd);
  return type === null ? null : { timeMs: Number(asciiText(bytes, timeAt, timeEnd)), type };
}
function startsWith(bytes, at, beginning) {
  return at >= 0 && beginning.every((byte, index) => bytes[at + index] === byte);
}
function asciiText(bytes, start, end) {
  let text = "";
  for (let at = start; at < end; at += 1) {
    if (bytes[at] >= 0x7f || bytes[at] < 0x20 || bytes[at] === 0x5c) return null;
    text += String.fromCharCode(bytes[at]);
  }
  return text;
}
const placeholder = /redacted[0-9a-f]{8}/;
class Check {
  constructor(log) {
    Object.assign(this, { log, reader: log.reader(), damages: [], isComplete: false });
    Object.assign(this, { state: undefined, isKnown: false });
    Object.assign(this, { seq: 0, isRedacted: false });
    this.owned = new Set();
  }
  get files() {
    return this.log.files;
  }
  get offset() {
    return this.reader.lines.offset;
  }
  work(isLate) {
    for (let count = 0; !this.isComplete; count += 1) {
      if (count % 16 === 15 && isLate()) return;
      const record = this.reader.next();
      if (record) this.add(record);
      this.isComplete = !record || this.damages.length >= damagesMax;
    }
  }
  grow() {
    this.reader.grow();
    this.isComplete = false;
  }
  add(record) {
    if (record.missing) this.loseState();
    if (this.log.session.redacted && !this.isRedacted) {
      this.isRedacted = placeholder.test(decodeText(record.line.bytes));
    }
    try {
      if (record.problem) throw this.log.error(record.problem, record);
      if (record.head.kind !== "session") this.take(this.reader.entry(record), record);
    } catch (error) {
      if (!(error instanceof LogError)) throw error;
      const { file, line, column, problem } = error;
      this.damages.push({ file, line, column, problem, offset: record.line.offset });
    }
    if (!this.reader.order.isStateKnown) this.loseState();
  }
  take(entry, record) {
    if (entry.kind === "keyframe") this.takeKeyframe(entry, record);
    if (entry.kind === "gap") this.loseState();
    if (entry.kind !== "action" || !this.isKnown || !entry.change.patch) return;
    try {
      this.state = applyPatch(this.state, entry.change.patch, this.owned);
      this.seq = entry.seq;
    } catch (error) {
      if (!(error instanceof PatchError)) throw error;
      this.state = undefined;
      this.reader.order.loseState();
      const problem = `the patch does not fit the state before it: ${error.message}`;
      throw this.log.error(problem, record);
    }
  }
  takeKeyframe(keyframe, record) {
    if (!this.reader.order.isStateKnown) return;
    const before = keyframe.seq === this.seq ? this.state : undefined;
    this.loseState();
    Object.assign(this, { state: keyframe.state, isKnown: true, seq: keyframe.seq });
    if (before === undefined) return;
    const path = firstDifference(keyframe.state, before);
    if (path === null) return;
    const place = path === "" ? "the root" : path;
    throw this.log.error(`the keyframe differs from the state before it at ${place}`, record);
  }
  loseState() {
    this.isKnown = false;
    this.owned = new Set();
  }
}
function firstDifference(left, right) {
  if (isEqual(left, right)) return null;
  const isSameKind = isContainer(left) && isContainer(right)
    && Array.isArray(left) === Array.isArray(right);
  if (!isSameKind) return "";
  const get = (value, key) => (Array.isArray(value) ? value[key] : value.get(key));
  for (const [key, member] of left.entries()) {
    const other = get(right, key);
    const inner = other === undefined ? "" : firstDifference(member, other);
    if (inner !== null) return `/${escapedToken(key)}${inner}`;
  }
  for (const key of right.keys()) {
    if (get(left, key) === undefined) return `/${escapedToken(key)}`;
  }
  return "";
}
function differences(old, now, limit = Infinity) {
  const walk = new Walk(limit);
  walk.compare(old, now, { path: "", tokens: [] });
  return walk.found;
}
class Walk {
  constructor(limit) {
    Object.assign(this, { limit, found: [] });
  }
  compare(old, now, place) {
    if (old === now || this.found.length >= this.limit) return;
    if (old === undefined) this.report(place, { change: "added", new: now });
    else if (now === undefined) this.report(place, { change: "removed", old });
    else if (old instanceof Map && now instanceof Map) this.compareMembers(old, now, place);
    else if (Array.isArray(old) && Array.isArray(now)) this.compareElements(old, now, place);
    else if (!isEqual(old, now)) this.report(place, { change: "replaced", old, new: now });
  }
  report({ path, tokens }, difference) {
    if (this.found.length < this.limit) this.found.push({ path, tokens, ...difference });
  }
  compareMembers(old, now, place) {
    for (const [key, value] of old) {
      if (!now.has(key)) this.compare(value, undefined, member(place, key));
    }
    for (const [key, value] of now) this.compare(old.get(key), value, member(place, key));
  }
  compareElements(old, now, place) {
    const range = differingRange(old, now);
    const oldNames = new ElementNames(old, range.start, range.oldEnd);
    const names = new ElementNames(now, range.start, range.end);
    oldNames.dropSharedIDs(names);
    const pairs = pairElements(oldNames, names);
    for (let index = range.start; index < range.oldEnd; index += 1) {
      if (pairs.isPaired.has(index)) continue;
      this.compare(old[index], undefined, element(place, oldNames.text(index), index));
    }
    for (let index = range.start; index < range.end; index += 1) {
      const before = pairs.before.get(index);
      if (before !== undefined && old[before] === now[index] && !pairs.moved.has(index)) continue;
      const at = element(place, names.text(index), index);
      if (pairs.moved.has(index)) this.report(at, { change: "moved", from: before, to: index });
      this.compare(before === undefined ? undefined : old[before], now[index], at);
    }
  }
}
function differingRange(old, now) {
  const { head, tail } = commonEnds(old, now);
  return { start: head, oldEnd: old.length - tail, end: now.length - tail };
}
function commonEnds(old, now) {
  const common = Math.min(old.length, now.length);
  let [head, tail] = [0, 0];
  while (head < common && old[head] === now[head]) head += 1;
  while (tail < common - head && old.at(-1 - tail) === now.at(-1 - tail)) tail += 1;
  return { head, tail };
}
function member({ path, tokens }, key) {
  return { path: `${path}/${escapedToken(key)}`, tokens: [...tokens, key] };
}
function element({ path, tokens }, name, index) {
  const base = path === "" && !name.startsWith("/") ? "/" : path;
  return { path: base + name, tokens: [...tokens, String(index)] };
}
class ElementNames {
  constructor(elements, start = 0, end = elements.length) {
    Object.assign(this, { elements, start, end });
    this.counts = new Map();
    for (const index of this.indexes()) {
      const key = elementKey(elements[index]);
      if (key !== undefined) this.counts.set(key, (this.counts.get(key) ?? 0) + 1);
    }
  }
  dropSharedIDs(other) {
    if (this.counts.size + other.counts.size === 0) return;
    const [shared, outside] = [new Set(), new Set()];
    for (const [key, count] of [...this.counts, ...other.counts]) if (count > 1) shared.add(key);
    this.elements.forEach((value, index) => {
      if (index >= this.start && index < this.end) return;
      const key = elementKey(value);
      outside.add(key);
      if (this.counts.has(key) || other.counts.has(key)) shared.add(key);
    });
    for (const { counts } of [this, other]) {
      for (const key of [...counts.keys(), ...outside]) {
        const number = key === undefined ? undefined : idNumberKey(key);
        if (!counts.has(number) && !outside.has(number)) continue;
        if (number !== undefined) shared.add(key).add(number);
      }
    }
    for (const names of [this, other]) for (const key of shared) names.counts.delete(key);
  }
  key(index) {
    const key = elementKey(this.elements[index]);
    return this.counts.has(key) ? key : undefined;
  }
  text(index) {
    const hasKey = this.key(index) !== undefined;
    return (hasKey && idText(elementID(this.elements[index]))) || `/${index}`;
  }
  *indexes() {
    for (let index = this.start; index < this.end; index += 1) yield index;
  }
}
function elementKey(value) {
  const id = elementID(value);
  return id === undefined ? undefined : idKey(id);
}
function pairElements(oldNames, names) {
  const [before, isPaired] = [new Map(), new Set()];
  const pair = (oldIndex, index) => {
    before.set(index, oldIndex);
    isPaired.add(oldIndex);
  };
  const oldIndexes = new Map();
  for (const index of oldNames.indexes()) {
    const key = oldNames.key(index);
    if (key !== undefined) oldIndexes.set(key, index);
  }
  for (const index of names.indexes()) {
    const oldIndex = oldIndexes.get(names.key(index));
    if (oldIndex !== undefined) pair(oldIndex, index);
  }
  const moved = movedElements(before);
  pairRest(oldNames, names, pair);
  return { before, moved, isPaired };
}
function movedElements(before) {
  const paired = Array.from(before.keys());
  const kept = longestIncreasing(Array.from(before.values()));
  const moved = new Set(paired);
  for (const position of kept) moved.delete(paired[position]);
  return moved;
}
function longestIncreasing(numbers) {
  const tops = [];
  const previous = new Int32Array(numbers.length).fill(-1);
  numbers.forEach((number, position) => {
    const low = firstIndex(tops.length, (index) => numbers[tops[index]] >= number);
    if (low > 0) previous[position] = tops[low - 1];
    tops[low] = position;
  });
  const positions = [];
  for (let at = tops.at(-1) ?? -1; at >= 0; at = previous[at]) positions.push(at);
  return positions.reverse();
}
function pairRest(oldNames, names, pair) {
  const withoutID = (list) => Array.from(list.indexes()).filter((index) => !list.key(index));
  const [oldRest, rest] = [withoutID(oldNames), withoutID(names)];
  const [oldTexts, texts] = [[oldRest, oldNames], [rest, names]].map(
    ([indexes, { elements }]) => indexes.map((index) => writeJSON(elements[index])));
  let [oldStart, start] = [0, 0];
  const end = [oldRest.length, rest.length];
  for (const [oldNext, next] of [...commonSubsequence(oldTexts, texts), end]) {
    while (oldStart < oldNext && start < next) pair(oldRest[oldStart++], rest[start++]);
    if (next < rest.length) pair(oldRest[oldNext], rest[next]);
    [oldStart, start] = [oldNext + 1, next + 1];
  }
}
const comparedMax = 2 ** 20;
function commonSubsequence(old, now) {
  const width = now.length + 1;
  if (old.length * now.length === 0 || old.length * now.length > comparedMax) return [];
  const lengths = new Uint32Array((old.length + 1) * width);
  for (let row = old.length - 1; row >= 0; row -= 1) {
    for (let at = now.length - 1; at >= 0; at -= 1) {
      const cell = row * width + at;
      lengths[cell] = old[row] === now[at]
        ? lengths[cell + width + 1] + 1 : Math.max(lengths[cell + width], lengths[cell + 1]);
    }
  }
  const positions = [];
  for (let [row, at] = [0, 0]; row < old.length && at < now.length;) {
    const cell = row * width + at;
    if (old[row] === now[at]) positions.push([row++, at++]);
    else if (lengths[cell + width] >= lengths[cell + 1]) row += 1;
    else at += 1;
  }
  return positions;
}
function logsIn(files) {
  const logs = [];
  const sessions = new Map();
  let last = null;
  const add = (log) => {
    logs.push(log);
    return log;
  };
  for (const { name, blob } of files) {
    const source = new FileSource(name, blob);
    const page = pageParts(source);
    const header = page ? undefined : firstEntry(source);
    if (page) {
      add({ name, ...page });
    } else if (header === null && last) {
      last.files.push(Object.assign(source, { segment: last.files.at(-1).segment }));
    } else if (header?.segment === undefined) {
      add({ name, files: [source], header });
      last = null;
    } else {
      last = sessions.get(header.id) ?? add({ name, files: [], header });
      sessions.set(header.id, last);
      last.files.push(Object.assign(source, { segment: header.segment }));
    }
  }
  for (const log of logs) log.files.sort((left, right) => left.segment - right.segment || 0);
  return logs;
}
function firstEntry(source) {
  const limit = 2 ** 16;
  const files = new Files([source]);
  const line = new LineReader(files, 0, Math.min(files.size, limit)).next();
  if (!line || (!line.isEnded && source.size < limit)) return null;
  try {
    const entry = readEntry(line.bytes);
    return entry.kind === "session" ? entry : undefined;
  } catch {
    return undefined;
  }
}
const pageBeginning = "<!DOCTYPE html>";
function pageParts(source) {
  const files = new Files([source]);
  const ascii = new TextDecoder("latin1");
  const beginning = files.read(0, Math.min(pageBeginning.length, files.size));
  if (ascii.decode(beginning) !== pageBeginning) return null;
  const text = ascii.decode(files.read(0, files.size));
  const parts = Array.from(text.matchAll(partPattern), ([, name, base64]) => ({ name, base64 }));
  if (parts.length === 0) throw new Error(`${source.name} is a page without a log.`);
  try {
    return embedded(parts);
  } catch {
    throw new Error(`The log in ${source.name} is damaged.`);
  }
}
const partPattern =
  /<script type="application\/octet-stream" data-name="([^"]*)">([^<]*)<\/script>/g;
function served({ files, isFollowed }) {
  return { files: files.map((file) => new ServedSource(file)), isFollowed };
}
const foundParts = new Map([["verdict:", "verdict"], ["rules:", "rules"], ["when:", "when"]]);
function embedded(parts) {
  const files = [];
  const found = {};
  for (const [name, pieces] of Map.groupBy(parts, ({ name: partName }) => partName)) {
    const bytes = concatenated(pieces.map(({ base64 }) => decodeBase64(base64)));
    if (foundParts.has(name)) found[foundParts.get(name)] = bytes;
    else files.push(new MemorySource(decodeURIComponent(name), bytes));
  }
  return { files, ...found };
}
function concatenated(arrays) {
  const all = new Uint8Array(arrays.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const array of arrays) {
    all.set(array, at);
    at += array.length;
  }
  return all;
}
function decodeBase64(text) {
  const binary = atob(text);
  const bytes = new Uint8Array(binary.length);
  for (let at = 0; at < binary.length; at += 1) bytes[at] = binary.charCodeAt(at);
  return bytes;
}
class UnknownState extends Error {}
const keptSpacing = 64;
const keptMax = 256;
const keptSlotsMax = 2 ** 22;
class States {
  constructor(rows, dates) {
    Object.assign(this, { rows, dates, log: rows.log });
    this.kept = new Map();
    this.keptSlots = 0;
  }
  at(seq) {
    return this.cursorAt(seq).state;
  }
  *each(reader, state) {
    const { order } = reader;
    for (let record = reader.next(); record; record = reader.next()) {
      if (!order.isStateKnown) state = undefined;
      if (!order.isTrusted) continue;
      const { kind, seq, first } = record.head;
      const lost = record.missing?.from ?? (kind === "gap" ? first : undefined);
      if (lost !== undefined) yield { seq: lost, state };
      if (kind !== "keyframe" && kind !== "action") continue;
      try {
        const isKeyframe = kind === "keyframe";
        state = isKeyframe ? reader.entry(record).state : this.next(state, record, reader);
      } catch (error) {
        if (!(error instanceof UnknownState || error instanceof LogError)) throw error;
        state = undefined;
      }
      yield { seq, state };
    }
  }
  next(state, record, reader) {
    const { patch } = this.change(record, reader);
    if (patch === null || state === undefined) return undefined;
    return this.apply(patch, state, new Set(), record);
  }
  cursorAt(seq) {
    const kept = this.kept.get(seq);
    if (kept) return this.keep(kept);
    const { firstSeq, lastSeq } = this.rows;
    if (!(firstSeq <= lastSeq)) throw new UnknownState("The log has no state.");
    if (seq < firstSeq || seq > lastSeq) {
      throw new UnknownState(`This log has states ${firstSeq} to ${lastSeq}.`);
    }
    const { cursor, damage } = this.start(seq);
    try {
      return this.walk(cursor, seq);
    } catch (error) {
      throw damage && error instanceof UnknownState ? damage : error;
    }
  }
  start(seq) {
    const { keyframes } = this.rows;
    let damage = null;
    let last = keyframes.findLastIndex((keyframe) => keyframe.seq <= seq);
    for (; last >= 0; last -= 1) {
      const keyframe = keyframes[last];
      const kept = this.lastKept(keyframe.seq, seq);
      if (kept) return { cursor: kept, damage };
      try {
        return { cursor: this.keep(this.read(keyframe)), damage };
      } catch (error) {
        if (!(error instanceof LogError)) throw error;
        damage ??= unknownBecause(error);
      }
    }
    throw damage ?? new UnknownState(`The state after action ${seq} is not recorded.`);
  }
  lastKept(from, to) {
    let last = null;
    for (const cursor of this.kept.values()) {
      if (cursor.seq >= (last?.seq ?? from) && cursor.seq <= to) last = cursor;
    }
    return last;
  }
  read(keyframe) {
    const order = LineOrder.after(keyframe.seq, keyframe.segment);
    const reader = this.log.reader({ offset: keyframe.offset, order });
    const { state, line } = reader.entry(reader.next());
    this.dates.learn((name) => line.get(name));
    return { seq: keyframe.seq, state, offset: reader.lines.offset, order, slots: 1000 };
  }
  walk(from, seq) {
    const order = from.order.copy();
    const reader = this.log.reader({ offset: from.offset, order });
    let [cursor, owned, problem] = [from, new Set(), null];
    while (cursor.seq < seq) {
      const record = reader.next();
      if (!record) break;
      const gap = reader.gap(record);
      if (gap) throw lost(seq, gap);
      if (record.problem) problem = this.log.error(record.problem, record);
      if (!order.isStateKnown) break;
      if (record.head?.kind !== "action") continue;
      const { patch } = this.change(record, reader);
      if (patch === null) throw this.unrecorded(seq);
      const state = this.apply(patch, cursor.state, owned, record);
      const [last, offset] = [order.lastSeq, reader.lines.offset];
      cursor = { seq: last, state, offset, order, slots: 0 };
      problem = null;
      if (last >= seq - 1 || last % keptSpacing === 0) {
        cursor.order = order.copy();
        cursor.slots = slotsOf(owned);
        this.keep(cursor);
        owned = new Set();
      }
    }
    if (cursor.seq >= seq) return cursor;
    throw problem ? unknownBecause(problem) : new UnknownState(`There is no action ${seq}.`);
  }
  change(record, reader) {
    try {
      if (record.problem) throw this.log.error(record.problem, record);
      const { bytes } = record.line;
      const members = lineMembers(bytes);
      const change = changeOf(members, bytes) ?? wholeChange(reader, record);
      this.dates.learn((name) => memberValue(members, name, bytes));
      const problem = reader.order.takeChange(change, false);
      if (problem) throw this.log.error(problem, record);
      return change;
    } catch (error) {
      if (!(error instanceof LogError)) throw error;
      reader.order.loseState();
      throw unknownBecause(error);
    }
  }
  apply(patch, state, owned, record) {
    try {
      return applyPatch(state, patch, owned);
    } catch (error) {
      if (!(error instanceof PatchError)) throw error;
      const text = `the patch does not fit the state before it: ${error.message}`;
      throw unknownBecause(this.log.error(text, record));
    }
  }
  unrecorded(seq) {
    const next = this.rows.keyframes.find((keyframe) => keyframe.seq > seq);
    const hint = next ? ` The next known state is after action ${next.seq}.` : "";
    return new UnknownState(`The state after action ${seq} is not recorded.${hint}`);
  }
  keep(cursor) {
    if (!this.kept.delete(cursor.seq)) this.keptSlots += cursor.slots;
    this.kept.set(cursor.seq, cursor);
    for (const [seq, oldest] of this.kept) {
      const isTooMuch = this.kept.size > keptMax || this.keptSlots > keptSlotsMax;
      if (!isTooMuch || this.kept.size <= 2) break;
      this.kept.delete(seq);
      this.keptSlots -= oldest.slots;
    }
    return cursor;
  }
}
function changeOf(members, bytes) {
  const patch = members && memberBytes(members, "patch", bytes);
  if (!patch || patch[0] !== 0x5b) return null;
  try {
    return { patch: readPatch(parseJSON(patch, limits.lineDepth)) };
  } catch (error) {
    if (error instanceof RangeError) throw error;
    return null;
  }
}
function wholeChange(reader, record) {
  const entry = reader.entryOr(record.line, (error) => {
    throw reader.log.error(problemOf(error), record);
  });
  return entry.change;
}
function slotsOf(owned) {
  let slots = 0;
  for (const container of owned) slots += container.length ?? 4 * container.size;
  return slots;
}
function unknownBecause({ file, line, column, problem }) {
  return new UnknownState(`${file}:${line}:${column}: ${problem}`);
}
function lost(seq, { from, to, reason }) {
  return new UnknownState(
    `The state after action ${seq} was lost in a gap from ${from} to ${to}: ${reason}`);
}
class ChangeTexts {
  constructor(states) {
    this.reader = states.log.forked().reader();
    Object.assign(this, { source: states, frames: states.each(this.reader) });
    Object.assign(this, { before: undefined, frame: { seq: -1 } });
  }
  grow() {
    this.reader.grow();
    this.frames = this.source.each(this.reader, this.frame.state);
  }
  of(seq, bytes) {
    this.walk(seq);
    const { before, frame } = this;
    if (frame.seq !== seq) return { paths: [], values: [] };
    const { patch = [] } = changeOf(lineMembers(bytes), bytes) ?? {};
    const written = patch.filter(({ op }) => op === "replace" || op === "remove");
    return {
      paths: patch.flatMap(({ path }) => [before, frame.state].map((state) => (
        shownPath(state, path)))),
      values: written.map(({ path }) => valueAt(before, path)),
    };
  }
  walk(seq) {
    while (this.frame.seq < seq) {
      const { done, value } = this.frames.next();
      if (done) return;
      if (value.seq !== this.frame.seq) this.before = this.frame.state;
      this.frame = value;
    }
  }
}
function shownPath(state, tokens) {
  let [text, value] = ["", state];
  for (const token of tokens) {
    const inner = child(value, token);
    const id = Array.isArray(value) ? elementID(inner) : undefined;
    text += (id !== undefined && idText(id)) || `/${escapedToken(token)}`;
    value = inner;
  }
  return text;
}
const walkedBytesMax = 64 * 2 ** 20;
class Matching {
  constructor({ rows, states }, filter) {
    const { types = null, text = "", path = "", isChange = false, isError = false } = filter;
    Object.assign(this, { rows, row: filter.startRow ?? 0, found: [], isComplete: false });
    this.seqs = filter.seqs && new Set(filter.seqs);
    this.cause = filter.cause;
    this.files = rows.log.files.forked();
    this.lines = null;
    this.types = types && new Set(types);
    this.text = text.toLowerCase();
    this.path = path;
    this.isChange = isChange;
    this.isError = isError;
    this.pathTokens = path.startsWith("/") ? pointerTokens(path) : null;
    const steps = this.pathTokens && stepsOfPath(path);
    this.history = steps?.some(({ keys }) => keys) ? new History(states, steps) : null;
    const isText = this.text !== "" || (path !== "" && !this.pathTokens);
    this.changes = isText && this.files.size <= walkedBytesMax ? new ChangeTexts(states) : null;
  }
  get offset() {
    return this.lines?.offset ?? 0;
  }
  work(isLate) {
    for (let count = 0; this.row < this.rows.count; count += 1) {
      if (count % 16 === 15 && isLate()) return;
      this.history?.workThrough(this.rows.seqs.get(this.row));
      if (this.matches(this.row)) this.found.push(this.row);
      this.row += 1;
    }
    this.isComplete = this.rows.isComplete;
  }
  grow() {
    this.lines = null;
    this.history?.grow();
    this.changes?.grow();
    this.isComplete = false;
  }
  matches(row) {
    const kind = this.rows.kind(row);
    if (this.seqs && !this.seqs.has(this.rows.frameSeq(row))) return false;
    if (this.types) {
      if (kind !== "action" && kind !== "unfinished") return false;
      if (!this.types.has(this.rows.typeName(row))) return false;
    }
    if (this.cause !== undefined) return kind === "action" && this.isCaused(this.line(row));
    if (this.isError) return kind === "action" && hasError(this.line(row));
    if (this.isChange && kind === "action" && isWithoutChange(this.line(row))) return false;
    if (!this.text && !this.path) return kind !== "start" || !this.types;
    const bytes = this.line(row);
    return (!this.text || this.hasText(row, bytes)) && (!this.path || this.hasPath(row, bytes));
  }
  line(row) {
    const offset = this.rows.offsets.get(row);
    if (!this.lines || this.lines.offset > offset) this.lines = new LineReader(this.files, offset);
    return lineAt(offset, this.lines);
  }
  isCaused(bytes) {
    return natural(memberValue(lineMembers(bytes), "cause", bytes)) === this.cause;
  }
  hasText(row, bytes) {
    const isIn = (texts) => texts.some((text) => text.toLowerCase().includes(this.text));
    const mayHave = bytes.includes(0x5c) || decodeText(bytes).toLowerCase().includes(this.text);
    if (mayHave && isIn(textsOf(bytes))) return true;
    const { paths, values } = this.changesOf(row, bytes);
    return isIn([...paths, ...values.flatMap(textsIn)]);
  }
  changesOf(row, bytes) {
    const isAction = this.changes && this.rows.kind(row) === "action";
    return isAction ? this.changes.of(this.rows.seqs.get(row), bytes) : { paths: [], values: [] };
  }
  hasPath(row, bytes) {
    if (this.history) {
      return this.rows.kind(row) === "action" && this.history.hasChangeAt(this.rows.seqs.get(row));
    }
    const patch = entryOrDamage(bytes).change?.patch ?? [];
    if (this.pathTokens) return patch.some((operation) => touches(operation, this.pathTokens));
    const { paths } = this.changesOf(row, bytes);
    return [...patch.map(({ path }) => pointerText(path)), ...paths].some((path) => (
      path.includes(this.path)));
  }
}
function hasError(bytes) {
  return memberBytes(lineMembers(bytes), "error", bytes) !== undefined;
}
function isWithoutChange(bytes) {
  const patch = memberBytes(lineMembers(bytes), "patch", bytes);
  return patch?.length === 2 && patch[0] === 0x5b;
}
function textsOf(bytes) {
  const entry = entryOrDamage(bytes);
  if (entry.problem) return [decodeText(bytes)];
  const { type, action, opaque, seen, error, label, data, reason } = entry;
  const values = [type, action, opaque, seen, error, label, data, reason];
  if (entry.source) {
    const { file, line, function: name, info } = entry.source;
    values.push(`${file}:${line}`, name, info);
  }
  for (const { path, value } of entry.change?.patch ?? []) values.push(pointerText(path), value);
  return values.flatMap(textsIn);
}
function textsIn(value) {
  const texts = [];
  const add = (inner) => {
    if (typeof inner === "string") texts.push(inner);
    else if (inner !== undefined && !isContainer(inner)) texts.push(writeJSON(inner));
    if (!isContainer(inner)) return;
    for (const key of inner instanceof Map ? inner.keys() : []) texts.push(key);
    for (const each of inner.values()) add(each);
  };
  add(value);
  return texts;
}
class History {
  constructor(states, steps) {
    Object.assign(this, { steps, seq: -1, found: [], isComplete: false });
    this.reader = states.log.forked().reader();
    Object.assign(this, { source: states, states: states.each(this.reader), state: undefined });
    this.tokens = null;
    Object.assign(this, { last: null, isUnknown: false });
  }
  get files() {
    return this.reader.log.files;
  }
  get offset() {
    return this.reader.lines.offset;
  }
  work(isLate) {
    for (let count = 0; !this.isComplete; count += 1) {
      if (count % 8 === 7 && isLate()) return;
      this.step();
    }
  }
  grow() {
    this.reader.grow();
    this.states = this.source.each(this.reader, this.state);
    this.isComplete = false;
  }
  workThrough(seq) {
    while (!this.isComplete && this.seq <= seq) this.step();
  }
  hasChangeAt(seq) {
    return this.found.slice(-4).some((change) => change.seq === seq && "old" in change);
  }
  step() {
    const { done, value: frame } = this.states.next();
    const { pending } = this;
    this.pending = undefined;
    if (pending && (done || frame.seq !== pending.seq)) this.loseAt(pending.seq);
    this.isComplete = done;
    if (done) return;
    Object.assign(this, { seq: frame.seq, state: frame.state });
    if (frame.state === undefined) this.pending = frame;
    else this.take(frame.seq, this.find(frame.state));
  }
  take(seq, value) {
    const { last } = this;
    if (last && seq - last.seq > 1) this.loseAt(last.seq + 1);
    if (this.isUnknown || (!last && value !== undefined)) {
      this.found.push({ seq, isFirst: true, now: value, tokens: this.tokens });
    } else if (last && !isSame(last.value, value)) {
      this.found.push({ seq, old: last.value, now: value, tokens: this.tokens });
    }
    Object.assign(this, { last: { seq, value }, isUnknown: false });
  }
  loseAt(seq) {
    if (!this.isUnknown) this.found.push({ seq, isUnknown: true });
    this.isUnknown = true;
  }
  find(state) {
    const steps = this.tokens
      ? this.steps.map((step, depth) => ({ ...step, token: this.tokens[depth] })) : this.steps;
    const tokens = tokensIn(state, steps);
    if (!tokens) return undefined;
    this.tokens = tokens;
    return valueAt(state, tokens);
  }
}
function isSame(left, right) {
  return left === right || (left !== undefined && right !== undefined && isEqual(left, right));
}
const datesMax = 256;
const referenceSeconds = 978_307_200;
class Dates {
  constructor({ line }) {
    this.secrets = line.get("redacted")?.get("numbers") ?? [];
    this.places = new Map([["dates", new Map()], ["actionDates", new Map()]]);
    this.learn((name) => line.get(name));
    [this.ofStates, this.ofPayloads] = Array.from(
      this.places.values(), (places) => (value, tokens) => this.date(value, tokens, places));
  }
  learn(member) {
    for (const [name, places] of this.places) {
      const told = member(name);
      for (const text of Array.isArray(told) ? told : []) {
        if (places.size < datesMax) places.set(text, pointerTokens(String(text)));
      }
    }
  }
  date(value, tokens, places) {
    const seconds = isNumber(value) ? Number(value.text ?? value) : NaN;
    const isSecret = seconds >= this.secrets[0] && seconds < Number(this.secrets[1]) + 1;
    if (!(Math.abs(seconds) < 1e11) || isSecret) return undefined;
    for (const place of places.values()) {
      if (place?.length === tokens.length
        && place.every((token, depth) => token === "*" || token === tokens[depth])) {
        return new Date(Math.round((seconds + referenceSeconds) * 1000)).toISOString();
      }
    }
    return undefined;
  }
}
const dayMs = 86_400_000;
function rowOfPlace(text, { rows, session, labelOf }) {
  const first = rows.firstSeq ?? 0;
  const [, seq] = /^#?(\d{1,15})$/.exec(text) ?? [];
  if (seq !== undefined) {
    const isThere = Number(seq) >= first && Number(seq) <= rows.lastSeq;
    return isThere ? { row: rows.rowOfSeq(Number(seq)) }
      : { problem: `This log has actions ${first} to ${rows.lastSeq}.` };
  }
  if (text === "last") return { row: rows.count - 1 };
  const [, seconds] = /^(\d{1,9}(?:\.\d+)?)\s*s$/.exec(text) ?? [];
  if (seconds !== undefined) return { row: rowAtTime(rows, 1000 * Number(seconds)) };
  const clock = /^(\d{1,2}):([0-5]\d)(?::([0-5]\d))?$/.exec(text);
  if (clock) return rowAtClock(rows, session, clock.slice(1).map((part) => Number(part ?? 0)));
  return rowOfMark(rows, labelOf, text.toLowerCase());
}
function rowAtTime(rows, timeMs) {
  return Math.max(0, firstIndex(rows.count, (row) => rows.times.get(row) > timeMs) - 1);
}
function rowAtClock(rows, { startedAt, timeZone }, [hours, minutes, seconds]) {
  const [, sign, zoneHours, zoneMinutes] = /^([+-])(\d\d):([0-5]\d)$/.exec(timeZone) ?? [];
  const zone = sign ? Number(`${sign}1`) * (Number(zoneHours) * 60 + Number(zoneMinutes)) : 0;
  const start = Date.parse(startedAt) + zone * 60_000;
  if (Number.isNaN(start)) return { problem: "The log does not say when it was recorded." };
  const wanted = ((hours * 60 + minutes) * 60 + seconds) * 1000;
  const timeMs = (wanted - (start % dayMs) + dayMs) % dayMs;
  const row = firstIndex(rows.count, (at) => rows.times.get(at) >= timeMs);
  return row < rows.count ? { row } : { problem: "The session ended before that." };
}
function rowOfMark(rows, labelOf, text) {
  for (let row = 0; row < rows.count; row += 1) {
    if (rows.kind(row) === "mark" && labelOf(row).toLowerCase().startsWith(text)) return { row };
  }
  return { problem: "Type a number, 12.5s, 14:05, or the label of a mark." };
}
const piecesMax = 24;
const pieceMax = 60;
const rowChangesMax = 3;
function payloadPieces(payload, type, dateOf) {
  const pieces = [];
  let value = payload;
  let [rest, path] = [type.split("."), []];
  while (value instanceof Map && value.size === 1) {
    const [[key, inner]] = value;
    const isType = key === rest.join(".") || key === rest[0];
    if (!isType && key !== "_0") break;
    if (isType) rest = key === rest[0] ? rest.slice(1) : [];
    [value, path] = [inner, [...path, key]];
  }
  if (!(value instanceof Map)) return [valuePiece(value, path, dateOf)];
  for (const [key, member] of value) {
    if (pieces.length >= piecesMax) return [...pieces, ["quiet", "…"]];
    if (!/^_\d+$/.test(key)) pieces.push(["name", cut(key, pieceMax)]);
    pieces.push(valuePiece(member, [...path, key], dateOf));
  }
  return pieces;
}
function valuePiece(value, tokens, dateOf) {
  const date = dateOf(value, tokens);
  return date ? ["date", shortDate(date)] : ["value", swiftText(value)];
}
function shortDate(text) {
  return text.replace("T", " ").replace(/(:00)?(\.000)?Z$/, "Z");
}
function swiftText(value) {
  const [[name, inner] = []] = value instanceof Map && value.size === 1 ? value : [];
  if (!(inner instanceof Map) || !/^[a-z_]\w*$/i.test(name)) return preview(value, pieceMax);
  const isCase = Array.from(inner.keys()).every((key, index) => key === `_${index}`);
  if (!isCase) return preview(value, pieceMax);
  const values = Array.from(inner.values()).slice(0, piecesMax).map(swiftText).join(", ");
  return cut(`.${name}${values && `(${values})`}`, pieceMax);
}
function changePieces(changes, dateOf) {
  const byDepth = changes.toSorted(({ tokens: left }, { tokens: right }) => (
    left.length - right.length));
  const shown = byDepth.slice(0, rowChangesMax);
  return {
    changes: shown.map((change) => piecesOf(change, dateOf, shown.length > 1)),
    more: changes.length - shown.length,
  };
}
const signPieces = { added: ["new", "+ "], removed: ["old", "− "], moved: ["moved", "> "] };
function piecesOf({ path, tokens, change, old, new: now, from, to }, dateOf, isShort) {
  const sign = signPieces[change];
  const pieces = [...(sign ? [sign] : []), ["path", path || "the whole state"]];
  if (change === "moved") return [...pieces, ["quiet", `${from} → ${to}`]];
  const text = (value) => {
    const date = dateOf(value, tokens);
    return date ? shortDate(date) : preview(value, pieceMax);
  };
  if (change === "added") return isContainer(now) ? pieces : [...pieces, ["new", text(now)]];
  if (change === "removed") return isContainer(old) ? pieces : [...pieces, ["old", text(old)]];
  const difference = differenceText(old, now);
  if (isShort && difference) return [...pieces, differencePiece(difference)];
  const isLong = !difference && (isContainer(old) || isContainer(now));
  pieces.push(["old", isLong ? "…" : text(old)], ["quiet", "→"], ["new", isLong ? "…" : text(now)]);
  return difference ? [...pieces, differencePiece(difference)] : pieces;
}
function differencePiece(text) {
  return [text.startsWith("−") ? "less" : "more", text];
}
function differenceText(old, now) {
  if (!isNumber(old) || !isNumber(now)) return undefined;
  const places = Math.max(...[old, now].map(decimalPlaces));
  const [before, after] = [old, now].map((number) => Number(number.text ?? number));
  const difference = after - before;
  const largest = Math.max(Math.abs(before), Math.abs(after)) * 10 ** places;
  if (!(largest < 2 ** 53) || difference === 0) return undefined;
  const text = places === 0
    ? String(Math.abs(difference)) : withoutNoise(difference, before, after);
  return `${difference < 0 ? "−" : "+"}${text}`;
}
const doubleDigits = 14;
function withoutNoise(difference, before, after) {
  const size = (number) => Math.floor(Math.log10(Math.abs(number)));
  const lost = Math.max(...[before, after].filter((number) => number !== 0).map(size))
    - size(difference);
  const digits = Math.max(1, Math.min(12, doubleDigits - lost));
  return String(Number(Math.abs(difference).toPrecision(digits)));
}
function decimalPlaces(number) {
  const [, fraction = "", exponent = "0"] =
    /^-?\d+(?:\.(\d+))?(?:e([+-]?\d+))?$/i.exec(writeJSON(number)) ?? [];
  return Math.max(0, fraction.length - Number(exponent));
}
const turnMax = 20_000;
function followed(selection, seq, stateOf) {
  const { steps, seq: last, removedBy, addedBy } = selection;
  const state = stateOf(seq);
  if (state === undefined) return { steps, seq: last, isUnknown: true };
  const tokens = tokensIn(state, steps);
  if (tokens) {
    const text = preview(valueAt(state, tokens));
    return { steps: stepsAt(state, tokens), seq, tokens, text };
  }
  if (last === undefined) return { steps };
  if (last < seq) {
    const isStill = removedBy <= seq;
    return { steps, seq: last, removedBy: isStill ? removedBy : turnOf(steps, last, seq, stateOf) };
  }
  const isStill = addedBy > seq;
  return { steps, seq: last, addedBy: isStill ? addedBy : turnOf(steps, seq, last, stateOf) };
}
function turnOf(steps, first, last, stateOf) {
  if (last - first > turnMax) return undefined;
  const has = (seq) => {
    const state = stateOf(seq);
    return state === undefined ? undefined : tokensIn(state, steps) !== undefined;
  };
  let [low, high] = [first, last];
  const atFirst = has(first);
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    const isThere = has(middle);
    if (isThere === undefined) return undefined;
    if (isThere === atFirst) low = middle;
    else high = middle;
  }
  return high;
}
const shownChangesMax = 500;
const changeTextMax = 400;
function shownChanges(changes, { limit = shownChangesMax, dateOf = () => undefined }) {
  return {
    changes: changes.slice(0, limit).map((change) => ({
      ...change, ...shownValues(change, dateOf),
    })),
    hasMoreChanges: changes.length > limit,
  };
}
function shownValues({ old, new: now, tokens }, dateOf) {
  if (typeof old === "string" && typeof now === "string") {
    const parts = differingParts(old, now);
    if (parts) return parts;
  }
  const text = (value) => {
    const date = dateOf(value, tokens);
    const shown = value === undefined ? undefined : preview(value, changeTextMax);
    return date ? `${shown} (${date})` : shown;
  };
  return { old: text(old), new: text(now), difference: differenceText(old, now) };
}
function differingParts(old, now) {
  if (Math.min(old.length, now.length) <= 60) return null;
  const { head, tail } = commonEnds(old, now);
  if (Math.max(head, tail) <= 20) return null;
  const part = (text) => {
    const start = endAt(text, Math.max(head - 10, 0));
    const end = endAt(
      text, Math.min(text.length - tail + Math.min(tail, 10), start + changeTextMax));
    const middle = JSON.stringify(text.slice(start, end));
    return `${start > 0 ? "…" : ""}${middle}${end < text.length ? "…" : ""}`;
  };
  return { old: part(old), new: part(now) };
}
const pausePart = 0.08;
const pauseFactor = 6;
const foldPart = 0.025;
const foldsMax = 12;
const edgesMax = 2000;
const timeSteps = [
  1, 2, 5, 10, 20, 50, 100, 200, 500, 1e3, 2e3, 5e3, 10e3, 20e3, 30e3, 60e3, 120e3, 300e3, 600e3,
  1200e3, 3600e3, 7200e3, 18_000e3, 43_200e3, 86_400e3, 604_800e3,
];
const timeTicksMax = 8;
class TimeScale {
  constructor(rows, from, to) {
    Object.assign(this, { rows, from, to });
    [this.first, this.last] = [rows.times.get(from), rows.times.get(to - 1)];
    this.folds = [];
    let active = this.last - this.first;
    for (const pause of this.longestPauses()) {
      const [length, others] = [pause.end - pause.start, to - from - this.folds.length];
      if (length <= Math.max(pausePart * active, (pauseFactor * active) / others)) break;
      this.folds.push(pause);
      active -= pause.end - pause.start;
    }
    this.folds.sort((left, right) => left.start - right.start);
    this.foldMs = foldPart * active;
    this.length = active + this.folds.length * this.foldMs;
  }
  get isUseful() {
    return this.length > 0;
  }
  longestPauses() {
    const { rows: { times }, from, to } = this;
    let pauses = [];
    for (let row = from + 1; row < to; row += 1) {
      const [start, end] = [times.get(row - 1), times.get(row)];
      const least = pauses.length < foldsMax ? 0 : pauses.at(-1).end - pauses.at(-1).start;
      if (end - start <= least) continue;
      pauses = [...pauses, { start, end }]
        .sort((left, right) => right.end - right.start - left.end + left.start).slice(0, foldsMax);
    }
    return pauses;
  }
  partOf(timeMs) {
    let at = timeMs - this.first;
    for (const { start, end } of this.folds) {
      if (timeMs <= start) break;
      const inside = Math.min(timeMs, end) - start;
      at += (inside / (end - start)) * this.foldMs - inside;
    }
    return Math.max(0, at / this.length);
  }
  edges() {
    const { rows: { times }, from, to } = this;
    const edges = new Uint32Array(edgesMax + 1).fill(to);
    let next = 0;
    for (let row = from; row < to; row += 1) {
      const place = Math.min(edgesMax - 1, Math.floor(this.partOf(times.get(row)) * edgesMax));
      for (; next <= place; next += 1) edges[next] = row;
    }
    return edges;
  }
  ticks() {
    const visible = this.length - this.folds.length * this.foldMs;
    const step = timeSteps.find((ms) => visible / ms <= timeTicksMax) 
      ?? Math.max(timeSteps.at(-1), visible / timeTicksMax);
    const ticks = [];
    let timeMs = Math.ceil(this.first / step) * step;
    while (timeMs <= this.last && ticks.length < 4 * timeTicksMax) {
      const fold = this.folds.find(({ start, end }) => start < timeMs && timeMs < end);
      if (fold) {
        timeMs = Math.ceil(fold.end / step) * step;
        continue;
      }
      const part = this.partOf(timeMs);
      if (timeMs + step === timeMs) break;
      if (part - (ticks.at(-1)?.part ?? -1) > 0.08) ticks.push({ part, timeMs });
      timeMs += step;
    }
    return ticks;
  }
  foldParts() {
    return this.folds.map(({ start, end }) => (
      { from: this.partOf(start), to: this.partOf(end), ms: end - start }));
  }
}
const longLineBytes = 2 ** 18;
const pathsMax = 4;
const placesMax = 500;
function summaryOf(rows, row, line) {
  const kind = rows.kind(row);
  const summary = {
    row, kind, seq: rows.seqs.get(row), timeMs: rows.times.get(row), type: rows.typeName(row),
    damage: rows.damageAt(row)?.problem,
  };
  switch (kind) {
    case "action": return { ...summary, ...actionSummary(line()) };
    case "mark": return { ...summary, label: entryOrDamage(line()).label ?? "" };
    case "gap": return { ...summary, gap: rows.gapAt(row) };
    case "unfinished": return { ...summary, cause: rows.torn.cause };
    default: return summary;
  }
}
function actionSummary(bytes) {
  if (bytes.length > longLineBytes) return longSummary(bytes);
  const entry = entryOrDamage(bytes);
  if (entry.problem) return { damage: entry.problem };
  const { timeMs, cause, error, change, isExact, opaque } = entry;
  return {
    timeMs, cause, error, isExact, isOpaque: opaque !== undefined, hasPatch: change?.patch != null,
    payload: shownPayload(entry),
    ...changedPaths(change?.patch ?? []),
  };
}
function shownPayload({ action, opaque, seen }) {
  const value = action ?? seen ?? opaque;
  return value === undefined ? undefined : { value };
}
function longSummary(bytes) {
  const members = lineMembers(bytes);
  const [seq, cause] = ["seq", "cause"].map((name) => natural(memberValue(members, name, bytes)));
  return { cause: validCause(cause, seq), byteCount: bytes.length };
}
function changedPaths(patch) {
  const paths = [];
  for (const { op, path } of patch) {
    const text = pointerText(path);
    if (op !== "test" && paths.at(-1) !== text) paths.push(text);
  }
  return { paths: paths.slice(0, pathsMax), pathCount: paths.length };
}
function densityOf(rows, findings, { lanes, from, to, buckets, isByTime }) {
  const scale = isByTime ? new TimeScale(rows, from, to) : null;
  const isScaled = Boolean(scale?.isUseful);
  const partOf = (row) => (
    isScaled ? scale.partOf(rows.times.get(row)) : (row - from) / (to - from));
  const numbers = laneNumbers(lanes);
  const laneOfType = rows.typeNames.map((name) => numbers.get(name) ?? 0);
  const counts = Array.from(lanes.length > 0 ? lanes : [null], () => new Uint32Array(buckets));
  const marks = [];
  for (let row = from; row < to; row += 1) {
    const kind = rows.kind(row);
    if (kind === "mark" && marks.length < placesMax) marks.push(row);
    if (kind !== "action" && kind !== "unfinished") continue;
    const bucket = Math.min(buckets - 1, Math.floor(partOf(row) * buckets));
    counts[laneOfType[rows.types.get(row)] ?? 0][bucket] += 1;
  }
  const places = (list) => list.filter((row) => row >= from && row < to).slice(0, placesMax);
  return {
    counts, from, to, marks, gaps: places(rows.gaps.map(({ row }) => row)),
    damages: places(rows.damages.map(({ row }) => row)),
    findings: places(findings.map(({ seq }) => rows.rowOfSeq(seq))),
    edges: isScaled ? scale.edges() : null, folds: isScaled ? scale.foldParts() : [],
    ticks: isScaled ? scale.ticks() : ticksOf(rows, from, to),
  };
}
const ticksMax = 8;
function ticksOf(rows, from, to) {
  const [first, last] = [rows.seqs.get(from), rows.seqs.get(Math.max(from, to - 1))];
  const step = roundStep((last - first) / ticksMax);
  const ticks = [];
  for (let seq = Math.ceil(first / step) * step; seq <= last; seq += step) {
    const row = rows.rowOfSeq(seq);
    if (row < from || row >= to) continue;
    ticks.push({ part: (row - from + 0.5) / (to - from), seq, timeMs: rows.times.get(row) });
  }
  return ticks;
}
function roundStep(least) {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, least)));
  return [1, 2, 5, 10].map((factor) => factor * power).find((step) => step >= least) ?? power;
}
const shownPlacesMax = 1000;
const rowChangesMs = 20;
class Session {
  constructor(log, { verdict, rules, when }) {
    this.log = log;
    this.rows = new Rows(log);
    this.dates = new Dates(log.session);
    this.states = new States(this.rows, this.dates);
    Object.assign(this, { rules: [], verified: [], findings: [], verdict: undefined });
    if (verdict) this.takeVerdict(documentOf(verdict));
    if (rules) this.takeRules(documentsOf(rules));
    this.conditions = when ? conditionsIn(documentsOf(when)) : [];
    this.lastEntry = null;
    Object.assign(this, { isRedacted: false, isChecked: false });
  }
  takeFound({ text }) {
    const line = documentOf(new TextEncoder().encode(text));
    if (line.has("verdict")) this.takeVerdict(line.get("verdict"));
    if (line.has("rules")) this.takeRules(line.get("rules"));
    return this.overview();
  }
  forgetFound() {
    Object.assign(this, { verified: [], verdict: undefined, rules: [] });
    this.showFound();
  }
  takeVerdict(document) {
    this.verified = findingsIn(document);
    this.verdict = document.get("verdict");
    this.showFound();
  }
  takeRules(documents) {
    this.rules = rulesIn(documents);
    this.showFound();
  }
  showFound() {
    this.findings = [...this.verified, ...brokenRules(this.rules)]
      .sort((left, right) => left.seq - right.seq);
  }
  takeCheck({ damages, isRedacted }) {
    Object.assign(this, { isRedacted, isChecked: true });
    this.rows.takeDamages(damages);
  }
  overview() {
    const { rows, log, findings, verdict } = this;
    return {
      session: withoutValues(log.session),
      files: log.files.files.map(({ name }) => name),
      byteCount: log.files.size,
      readBytes: rows.offset,
      isChecked: this.isChecked,
      isRedacted: this.isRedacted,
      isComplete: rows.isComplete,
      isFull: rows.isFull,
      rowCount: rows.count,
      lastSeq: rows.lastSeq,
      lastMs: rows.lastMs,
      types: rows.typeNames.map((name, id) => ({ name, count: rows.typeCounts[id] })),
      gaps: rows.gaps.slice(0, shownPlacesMax),
      damages: rows.damages.slice(0, shownPlacesMax),
      damageCount: rows.damages.length,
      end: rows.end && { reason: rows.end.reason },
      torn: rows.torn && withoutValues(rows.torn),
      findings: findings.slice(0, shownPlacesMax),
      rules: this.rules,
      conditions: this.conditions,
      verdict: typeof verdict === "string" ? verdict : undefined,
    };
  }
  summaries({ numbers }) {
    let reader = null;
    return Array.from(numbers, (row) => {
      const summary = summaryOf(this.rows, row, () => {
        const offset = this.rows.offsets.get(row);
        const ahead = reader ? offset - reader.offset : -1;
        if (ahead < 0 || ahead > 2 ** 16) reader = new LineReader(this.log.files, offset);
        return lineAt(offset, reader);
      });
      const { payload, ...shown } = summary;
      const finding = this.findings.find(({ seq }) => seq === summary.seq);
      return {
        ...shown,
        deltaMs: row > 0 ? shown.timeMs - this.rows.times.get(row - 1) : 0,
        payload: payload && payloadPieces(payload.value, shown.type, this.dates.ofPayloads),
        finding: shown.kind === "action" && finding ? badgeOf(finding) : undefined,
      };
    });
  }
  rowChanges({ numbers }) {
    const end = performance.now() + rowChangesMs;
    const found = [];
    for (const row of numbers) {
      if (found.length > 0 && performance.now() > end) break;
      found.push({ row, ...this.rowChange(row) });
    }
    return found;
  }
  rowChange(row) {
    const state = this.stateOrNothing(this.seqOf(row));
    if (state === undefined) return { isUnknown: true };
    const { changes, isBeforeUnknown } = this.changesOf(row, state);
    return isBeforeUnknown ? { isUnknown: true } : changePieces(changes, this.dates.ofStates);
  }
  density({ from, to = this.rows.count, ...wanted }) {
    const end = Math.max(from + 1, Math.min(to, this.rows.count));
    return densityOf(this.rows, this.findings, { from, to: end, ...wanted });
  }
  rowOfSeq({ seq }) {
    return this.rows.rowOfSeq(seq);
  }
  rowsOfSeqs({ seqs }) {
    const { rows } = this;
    const isKnown = rows.isComplete || seqs.at(-1) <= rows.lastSeq;
    return { isKnown, rows: isKnown ? Uint32Array.from(seqs, (seq) => rows.rowOfSeq(seq)) : null };
  }
  rowOfText({ text }) {
    const { rows, log: { session } } = this;
    return rowOfPlace(text, { rows, session, labelOf: (row) => this.entry(row).label ?? "" });
  }
  nextPlace({ row, step, isMark = false }) {
    const { rows } = this;
    const kinds = isMark ? ["mark"] : ["gap", "damage", "unfinished"];
    const found = new Set(isMark ? [] : rows.damages.map((damage) => damage.row));
    for (const { seq } of isMark ? [] : this.findings) found.add(rows.rowOfSeq(seq));
    for (let at = row + step; at >= 0 && at < rows.count; at += step) {
      if (found.has(at) || kinds.includes(rows.kind(at))) return at;
    }
    return row;
  }
  frame({ row, state, selection }) {
    const { rows } = this;
    const entry = this.entry(row);
    const [kind, seq] = [rows.kind(row), rows.seqs.get(row)];
    const shown = this.stateOf(row, entry, state);
    this.dates.learn((name) => entry.line?.get?.(name));
    return {
      row, kind, seq, timeMs: rows.times.get(row), type: rows.typeName(row),
      entry: withoutValues(entry),
      findings: kind === "action" ? this.findings.filter((finding) => finding.seq === seq) : [],
      payload: payloadTree(payloadOf(entry), this.dates.ofPayloads),
      written: changedPaths(entry.change?.patch ?? []),
      damage: this.damageOf(row, entry),
      causeRow: this.rowOfFrame(entry.cause),
      ...shown,
      selection: selection
        && followed(selection, this.seqOf(row), (state) => this.stateOrNothing(state)),
    };
  }
  rowOfFrame(seq) {
    const row = seq === undefined ? -1 : this.rows.rowOfSeq(seq);
    return row >= 0 && this.rows.seqs.get(row) === seq ? row : undefined;
  }
  nameOfFrame(seq) {
    const row = this.rowOfFrame(seq);
    const isAction = row !== undefined && this.rows.kind(row) === "action";
    return { seq, row, type: isAction ? this.rows.typeName(row) : "" };
  }
  damageOf(row, { problem, text }) {
    const damage = this.rows.damageAt(row);
    if (!damage) return problem && { text: problem, line: text };
    const { file, line, column } = damage;
    return { text: `${file}:${line}:${column}: ${damage.problem}`, line: text };
  }
  stateOf(row, entry, tree) {
    const seq = this.seqOf(row);
    try {
      if (entry.problem && this.rows.kind(row) === "action") throw new UnknownState(entry.problem);
      const state = this.states.at(seq);
      const { changes, isBeforeUnknown } = this.changesOf(row, state);
      return {
        stateSeq: seq,
        isBeforeUnknown,
        ...shownChanges(changes, { dateOf: this.dates.ofStates }),
        state: partOfTree(
          state, { ...tree, marks: marksOf(changes), dateOf: this.dates.ofStates }),
      };
    } catch (error) {
      if (!(error instanceof UnknownState)) throw error;
      return { stateSeq: seq, unknown: error.message, changes: [] };
    }
  }
  changesOf(row, state) {
    if (this.rows.kind(row) !== "action") return { changes: [] };
    const before = this.stateOrNothing(this.seqOf(row) - 1);
    if (before === undefined) return { changes: [], isBeforeUnknown: true };
    return { changes: differences(before, state, shownChangesMax + 1) };
  }
  stateOrNothing(seq) {
    try {
      return this.states.at(seq);
    } catch (error) {
      if (error instanceof UnknownState) return undefined;
      throw error;
    }
  }
  seqOf(row) {
    const [kind, seq] = [this.rows.kind(row), this.rows.seqs.get(row)];
    if (kind === "unfinished") return seq - 1;
    return kind === "gap" ? this.rows.gapAt(row).to : seq;
  }
  tree({ row, source, open, from, count, tokens, filter }) {
    if (source === "payload") {
      return partOfTree(
        payloadOf(this.entry(row)), { open, from, count, dateOf: this.dates.ofPayloads });
    }
    const state = this.stateOrNothing(this.seqOf(row));
    if (state === undefined) return null;
    const marks = marksOf(this.changesOf(row, state).changes);
    const dateOf = this.dates.ofStates;
    if (!tokens) return partOfTree(state, { open, from, count, marks, dateOf, filter });
    if (valueAt(state, tokens) === undefined) return null;
    const revealed = reveal(state, open, tokens);
    const start = Math.max(0, revealed.row - Math.floor(count / 2));
    const part = partOfTree(state, { open: revealed.open, from: start, count, marks, dateOf });
    return { ...part, open: revealed.open, found: revealed.row };
  }
  text({ row, source, tokens }) {
    const isPayload = source === "payload";
    const whole = isPayload ? payloadOf(this.entry(row)) : this.stateOrNothing(this.seqOf(row));
    const value = valueAt(whole, tokens);
    return value === undefined ? null : writeJSON(value);
  }
  difference({ first, second }) {
    const [old, now] = [first, second].map((row) => this.stateOrNothing(this.seqOf(row)));
    if (old === undefined || now === undefined) return { isUnknown: true, changes: [] };
    const changes = differences(old, now, shownChangesMax + 1);
    return shownChanges(changes, { dateOf: this.dates.ofStates });
  }
  entry(row) {
    if (this.lastEntry?.row !== row) this.lastEntry = { row, entry: this.readEntry(row) };
    return this.lastEntry.entry;
  }
  readEntry(row) {
    const { rows } = this;
    switch (rows.kind(row)) {
      case "start": return { kind: "start" };
      case "gap": return { kind: "gap", ...rows.gapAt(row) };
      case "unfinished": return rows.torn;
      default: {
        const offset = rows.offsets.get(row);
        return entryOrDamage(lineAt(offset, new LineReader(this.log.files, offset)));
      }
    }
  }
}
function badgeOf({ outcome, rule }) {
  return rule === undefined ? outcome : `breaks ${rule}`;
}
const shownMembers = new Set([
  "kind", "seq", "timeMs", "cause", "type", "opaque", "source", "originSeq", "edited", "tookMs",
  "error", "exact", "patch", "leftOut", "label", "from", "to", "reason", "state", "dates",
  "actionDates",
]);
function payloadOf({ line }) {
  const members = line instanceof Map ? Array.from(line) : [];
  const values = members.filter(([key]) => !shownMembers.has(key));
  return values.length === 1 ? values[0][1] : new Map(values);
}
const openedRowsMax = 40;
function payloadTree(value, dateOf) {
  const isEmpty = value instanceof Map && value.size === 0;
  return isEmpty ? null : partOfTree(value, { open: null, from: 0, count: openedRowsMax, dateOf });
}
function partOfTree(value, { open, from, count, anchor, marks, dateOf, filter }) {
  if (open === null) {
    const opened = openToDepth(value, openedRowsMax);
    const rows = treeRows(value, { open: opened, from: 0, count, marks, dateOf });
    return { ...rows, from: 0, open: opened };
  }
  const window = { open, from, count, marks, dateOf };
  if (filter) return { ...filteredRows(value, { ...filter, ...window }), from };
  if (anchor) from = Math.max(0, reveal(value, open, anchor.tokens).row - anchor.offset);
  return { ...treeRows(value, { ...window, from }), from };
}
const turnMs = 12;
const reportMs = 100;
const checkedBytesMax = 64 * 2 ** 20;
function startWorker() {
  const work = new Work((message) => postMessage(message));
  onmessage = ({ data }) => work.take(data);
}
class Work {
  constructor(post) {
    Object.assign(this, { post, logs: [], session: null, isWorking: false });
    Object.assign(this, { isFollowed: false, followers: new Map() });
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
  async work() {
    if (this.isWorking) return;
    this.isWorking = true;
    while (this.jobs.size > 0) {
      const job = this.jobs.values().next().value;
      try {
        await this.advance(job);
      } catch (error) {
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
function pause() {
  return new Promise((resolve) => {
    channel.port1.onmessage = resolve;
    channel.port2.postMessage(null);
  });
}
const innerMax = 3;
function shownOfHistory({ isFirst, isUnknown, old, now, tokens = [] }, dateAt) {
  const dateOf = (value, inside = []) => dateAt(value, [...tokens, ...inside]);
  const hasInner = !isFirst && isContainer(old) && isContainer(now)
    && Array.isArray(old) === Array.isArray(now);
  const inner = hasInner
    ? shownChanges(differences(old, now, innerMax + 1), { limit: innerMax, dateOf }) : undefined;
  const text = (value) => shortText(value, dateOf(value));
  return { isFirst, isUnknown, inner, old: text(old), new: text(now) };
}
function measureOf(value) {
  if (isContainer(value)) return childCount(value);
  return isNumber(value) ? Number(value.text ?? value) : undefined;
}
const labelMax = 40;
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
function start() {
  if (globalThis.document) new Page().start();
  else startWorker();
}
class Page {
  constructor() {
    Object.assign(this, { channel: null, viewer: null, tool: null, served: null });
    this.root = el("div", { id: "page" });
  }
  start() {
    showKeptTheme();
    document.body.append(this.root);
    addEventListener("dragover", (event) => event.preventDefault());
    addEventListener("drop", (event) => this.drop(event));
    addEventListener("keydown", (event) => this.viewer?.commands.press(event));
    addEventListener("hashchange", () => this.followAddress());
    addEventListener("unhandledrejection", (event) => this.takeRejection(event));
    addEventListener("DOMContentLoaded", () => this.openOwnLog());
  }
  openOwnLog() {
    const parts = Array.from(document.querySelectorAll("script[data-name]"), (element) => {
      element.remove();
      return { name: element.dataset.name, base64: element.textContent };
    });
    if (parts.length === 0) this.showWelcome();
    else if (parts[0].name === "served:") this.openServed();
    else this.openWith("openEmbedded", { parts }, "the log");
  }
  async openServed() {
    this.tool = new Tool(document.URL.replace(/#.*$/s, ""));
    this.following = new Following(this.tool, {
      grow: (files) => this.channel.ask("grow", { files }),
      reopen: (served) => this.showServed(served), lose: () => this.viewer?.loseTool(),
      tell: (served) => {
        this.served = served;
        this.viewer?.takeServed(served);
      },
    });
    try {
      await this.showServed(await this.tool.describe());
    } catch (problem) {
      this.showWelcome(problem);
    }
  }
  async showServed(served) {
    this.served = served;
    this.tool.log = served.log;
    this.viewer?.trail.write();
    await this.openWith("openServed", served, served.name);
    this.following.begin(served);
  }
  takeRejection(event) {
    if (event.reason?.name === "AbortError") event.preventDefault();
    if (!event.reason?.isGone) return;
    event.preventDefault();
    this.viewer?.loseTool();
  }
  async drop(event) {
    event.preventDefault();
    const files = await droppedFiles(event.dataTransfer);
    if (files.length > 0) this.open(files);
  }
  open(files) {
    if (files.length === 0) return;
    history.replaceState(null, "", "#");
    if (this.following) this.following.number += 1;
    this.tool = null;
    this.openWith("open", { files }, files.length === 1 ? files[0].name : `${files.length} files`);
  }
  async openWith(ask, request, name) {
    this.viewer = null;
    this.root.replaceChildren(reading(name));
    this.channel?.worker.terminate();
    this.channel = new Channel((report) => this.take(report));
    await this.showAnswer(this.channel.ask(ask, request));
  }
  async showAnswer(answer) {
    try {
      const overview = await answer;
      if (overview.choices) this.showChoices(overview.choices);
      else this.showLog(overview);
    } catch (problem) {
      this.showWelcome(problem);
    }
  }
  opening(close) {
    const open = (files) => {
      close();
      this.open(files);
    };
    return welcome({ open, isBrief: true });
  }
  showWelcome(problem) {
    document.title = "rexreplay";
    this.root.replaceChildren(welcome({ open: (files) => this.open(files), problem }));
  }
  showChoices(logs) {
    if (logs.length === 0) return this.showWelcome(new Error("The folder contains no logs."));
    this.root.replaceChildren(choices(logs, (index) => {
      this.showAnswer(this.channel.ask("choose", { index }));
    }));
  }
  showLog(overview) {
    document.title = `${shown(overview.session.app.name)} – rexreplay`;
    this.viewer = new Viewer({
      channel: this.channel, overview, opening: (close) => this.opening(close),
      tool: this.tool, served: this.tool && this.served,
    });
    this.root.replaceChildren(this.viewer.element);
    this.viewer.list.element.focus();
    this.viewer.begin(location.hash);
  }
  take(report) {
    if (report.job === "gone") this.viewer?.loseTool();
    else if (report.job === "error") this.showWelcome(new Error(report.message));
    else this.viewer?.take(report);
  }
  followAddress() {
    const place = placeOf(location.hash);
    if (!this.viewer || place.seq === undefined) return;
    this.viewer.trail.drop();
    this.viewer.goToPlace(place);
  }
}
start();
}
</script>
</body>
</html>

"""#
}
