import { describe, expect, it } from 'vitest';
import { EngineProblem } from '../../core/engine-problem.ts';
import { seededRandom } from '../../core/random.ts';
import type { Task } from '../../core/run.ts';
import { categoricalColumn, dateColumn, numericColumn, textColumn } from '../../frame/build-columns.ts';
import { type Column, frame } from '../../frame/frame.ts';
import { catalogue } from '../catalogue.ts';
import { everyCase, PATIENCE } from './samples.fixtures.ts';

const cells = <T>(draw: (row: number) => T, rows = 30): T[] => Array.from({ length: rows }, (_, row) => draw(row));

/** Nothing is wrong with these tables, but something divides by zero or overflows where nobody thought of them. */
const tables: [string, Column[]][] = [
  [
    'a column that never changes',
    [
      numericColumn(
        'still',
        cells(() => 3),
      ),
      numericColumn(
        'a',
        cells((row) => row),
      ),
    ],
  ],
  [
    'nothing but a column that never changes',
    [
      numericColumn(
        'still',
        cells(() => 3),
      ),
    ],
  ],
  ['two rows', [numericColumn('a', [1, 2])]],
  [
    'huge numbers',
    [
      numericColumn(
        'a',
        cells((row) => row * 1e300),
      ),
    ],
  ],
  [
    'tiny numbers',
    [
      numericColumn(
        'a',
        cells((row) => row * 1e-300),
      ),
    ],
  ],
  [
    'duplicates',
    [
      numericColumn(
        'a',
        cells((row) => row),
      ),
      numericColumn(
        'b',
        cells((row) => row),
      ),
    ],
  ],
  [
    'a name of its own for every row',
    [
      categoricalColumn(
        'id',
        cells((row) => `id ${row}`),
      ),
    ],
  ],
  [
    'dates alone',
    [
      dateColumn(
        'day',
        cells((row) => Date.UTC(2024, 0, 1 + row)),
      ),
    ],
  ],
  [
    'more columns than rows',
    cells(
      (j) =>
        numericColumn(
          `c${j}`,
          cells((row) => Math.sin(row * j + j), 30),
        ),
      90,
    ),
  ],
  [
    'one value among missing ones',
    [
      numericColumn(
        'rare',
        cells((row) => (row === 4 ? 1 : null)),
      ),
    ],
  ],
];

const targets: Record<Task, (row: number) => number> = {
  regression: (row) => 1 + ((row * 7) % 5),
  binary: (row) => row % 2,
  multiclass: (row) => row % 3,
  anomaly: () => 0,
};

describe.each(everyCase(catalogue))('$title', { timeout: PATIENCE }, ({ entry, task }) => {
  const fit = (columns: readonly Column[]) => {
    const x = frame(columns);
    const y = Float64Array.from({ length: x.rows }, (_, row) => targets[task](row));
    return entry.fit({ x, y, task, ...(task === 'multiclass' ? { classes: 3 } : {}) }, {}, { random: seededRandom(1) });
  };

  it.each(tables)('answers %s with finite numbers', async (_, columns) => {
    const model = await fit(columns);
    expect([...model.predict(frame(columns))].filter((value) => !Number.isFinite(value))).toEqual([]);
  });

  it('answers texts alone, or says that it cannot read them', async () => {
    const columns = [
      textColumn(
        'note',
        cells((row) => `word${row} again`),
      ),
    ];
    const outcome = await fit(columns).catch((problem: unknown) => problem);
    if (outcome instanceof Error) expect(outcome).toBeInstanceOf(EngineProblem);
    else expect((outcome as Awaited<ReturnType<typeof fit>>).predict(frame(columns)).every(Number.isFinite)).toBe(true);
  });
});
