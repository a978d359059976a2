import { problem } from '#platform/http/problem.ts';
import { IngestProblems } from './ingest.problems.ts';

export const MOST_COLUMNS = 10_000;
const LONGEST_NAME = 255;

/**
 * Names that are all present and all different, whatever the file says. Spaces around a name and control characters go;
 * a name that is not there becomes `Column 3` (counted from 1); the second `price` becomes `price_1`. Names that differ
 * in case only count as the same, because SQL cannot tell them apart.
 */
export function repairNames(found: readonly string[]): string[] {
  if (found.length > MOST_COLUMNS) throw problem(IngestProblems.tooManyColumns, found.length, MOST_COLUMNS);
  const cleaned = found.map((name, index) => clean(name) || `Column ${index + 1}`);
  const original = new Set(cleaned.map(key));
  const taken = new Set<string>();
  const next = new Map<string, number>();
  return cleaned.map((name) => {
    if (!taken.has(key(name))) {
      taken.add(key(name));
      return name;
    }
    let number = next.get(key(name)) ?? 1;
    // A number that some other column of the file has in its name already is left to that column.
    while (taken.has(key(`${name}_${number}`)) || original.has(key(`${name}_${number}`))) number += 1;
    next.set(key(name), number + 1);
    const renamed = `${name}_${number}`;
    taken.add(key(renamed));
    return renamed;
  });
}

const key = (name: string) => name.toLowerCase();

function clean(name: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: those are what is removed
  const text = name.replace(/[\u0000-\u001f\u007f\ufeff]+/g, ' ').trim();
  if (text.length <= LONGEST_NAME) return text;
  // Not through the middle of a character that takes two code units.
  return [...text.slice(0, LONGEST_NAME + 1)].slice(0, -1).join('').slice(0, LONGEST_NAME).trimEnd();
}
