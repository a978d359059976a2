const MOST_SUGGESTIONS = 3;
const MOST_COMPARED = 2000;

/** The names someone probably meant: close in spelling, or the same but for case and spaces. */
export function nearNames(wrong: string, names: readonly string[]): readonly string[] {
  const plain = (name: string) => name.toLowerCase().replace(/[\s_-]+/g, '');
  const asked = plain(wrong).slice(0, 100);
  const allowed = Math.max(1, Math.floor(asked.length / 3));
  return names
    .slice(0, MOST_COMPARED)
    .map((name) => ({ name, far: distance(asked, plain(name).slice(0, 100)) }))
    .filter(({ far }) => far <= allowed)
    .sort((a, b) => a.far - b.far)
    .slice(0, MOST_SUGGESTIONS)
    .map(({ name }) => name);
}

/** How many letters to add, remove, change, or swap with the next (Damerau). */
function distance(a: string, b: string): number {
  let earlier: number[] = [];
  let before = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const change = (before[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      const swap = swapped ? (earlier[j - 2] ?? 0) + 1 : change;
      row.push(Math.min(change, swap, (before[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1));
    }
    [earlier, before] = [before, row];
  }
  return before[b.length] ?? 0;
}
