import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { catalogue } from '../catalogue.ts';

const readme = readFileSync(new URL('../../../README.md', import.meta.url), 'utf8');
const TASKS = ['regression', 'binary', 'multiclass', 'anomaly'] as const;

/** Rows of the table of models: name, then a "yes" under each task. */
const rows = [...readme.matchAll(/^\| `([\w-]+)` \|(.*)\|$/gm)]
  .map(([, name, rest]) => ({ name, cells: (rest as string).split('|').map((cell) => cell.trim()) }))
  .filter(({ cells }) => cells.length === 7);

describe('the table of models in the README', () => {
  it('names exactly the models of the catalogue, with the tasks they can learn', () => {
    const written = rows.map(({ name, cells }) => ({ name, tasks: TASKS.filter((_, at) => cells[at] === 'yes') }));
    const real = catalogue.map(({ name, tasks }) => ({ name, tasks: TASKS.filter((task) => tasks.includes(task)) }));
    const byName = (a: { name: string | undefined }, b: { name: string | undefined }) =>
      `${a.name}`.localeCompare(`${b.name}`);
    expect(written.sort(byName)).toEqual(real.sort(byName));
  });
});
