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

/** How many letters to add, remove or change (Levenshtein). */
function distance(a: string, b: string): number {
  let before = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const change = (before[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      row.push(Math.min(change, (before[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1));
    }
    before = row;
  }
  return before[b.length] ?? 0;
}
