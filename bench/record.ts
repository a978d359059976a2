import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const RESULTS = join(import.meta.dirname, 'results');

/** Prints a figure and keeps it in bench/results, from where the README's table is filled. */
export function record(name: string, figures: Readonly<Record<string, unknown>>): void {
  mkdirSync(RESULTS, { recursive: true });
  writeFileSync(join(RESULTS, `${name}.json`), `${JSON.stringify(figures, null, 2)}\n`);
  console.table(Object.fromEntries(Object.entries(figures).map(([key, value]) => [key, { value }])));
}
