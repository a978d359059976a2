import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const RESULTS = join(import.meta.dirname, 'results');
const pathOf = (name: string) => join(RESULTS, `${name}.json`);

function write(name: string, text: string): void {
  mkdirSync(RESULTS, { recursive: true });
  writeFileSync(pathOf(name), `${text}\n`);
}

/** Prints figures and keeps them in bench/results, from where the README's table is filled. */
export function record(name: string, figures: Readonly<Record<string, unknown>>): void {
  write(name, JSON.stringify(figures, null, 2));
  console.table(Object.fromEntries(Object.entries(figures).map(([key, value]) => [key, { value }])));
}

/** The lines of a result that has one JSON object a line. */
export function recorded<T>(name: string): T[] {
  if (!existsSync(pathOf(name))) return [];
  const lines = readFileSync(pathOf(name), 'utf8').trim().split('\n');
  return lines.filter(Boolean).map((line) => JSON.parse(line) as T);
}

export function recordLines(name: string, lines: readonly object[]): void {
  write(name, lines.map((line) => JSON.stringify(line)).join('\n'));
}
