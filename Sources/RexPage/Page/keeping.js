// What the browser keeps between visits, if it is allowed to: the theme, and the panes' widths.

const prefix = "rexreplay ";

/// A kept text; null if there is none, or nothing may be kept.
export function kept(name) {
  try {
    return localStorage.getItem(prefix + name);
  } catch {
    return null;
  }
}

export function keep(name, text) {
  try {
    localStorage.setItem(prefix + name, text);
  } catch {
    // Then it lasts as long as the page.
  }
}

export function showKeptTheme() {
  const theme = kept("theme");
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
}
