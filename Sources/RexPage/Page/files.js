// Files and folders that a person drops or picks.

/// The files in what was dropped; those in folders are named by their paths.
export async function droppedFiles(transfer) {
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
    // A folder is listed in parts of a hundred entries.
    const part = await new Promise((resolve, reject) => reader.readEntries(resolve, reject));
    if (part.length === 0) return;
    for (const inner of part) await collect(inner, found);
  }
}

/// Files that were picked.
export function named(files) {
  const isFolder = Array.from(files).some((file) => file.webkitRelativePath);
  return Array.from(files, (file) => ({ name: file.webkitRelativePath || file.name, blob: file }))
    .filter(({ name }) => !isFolder || name.endsWith(".jsonl"))
    .sort(byName);
}

function byName(left, right) {
  if (left.name === right.name) return 0;
  return left.name < right.name ? -1 : 1;
}
