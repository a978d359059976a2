import { type Random, seededRandom } from '../../core/random.ts';
import type { Task } from '../../core/run.ts';
import { booleanColumn, categoricalColumn, dateColumn, numericColumn, textColumn } from '../../frame/build-columns.ts';
import { type Column, type Frame, frame, takeRows, takeValues } from '../../frame/frame.ts';
import type { CatalogueEntry } from '../catalogue.ts';
import type { TrainingData } from '../estimator.ts';

/** Milliseconds a check may take on a busy machine before it is taken for stuck. */
export const PATIENCE = 60_000;

const STORES = ['Oslo', 'Lima', 'Pune', 'Cork'];
const WORDS = ['quick', 'delivery', 'late', 'broken', 'perfect', 'again'];
const DAY = 86_400_000;

const cells = <T>(rows: number, draw: (row: number) => T): T[] => Array.from({ length: rows }, (_, row) => draw(row));

/** Every kind of column, most with missing cells. */
function mixedFrame(rows: number, random: Random): Frame {
  const word = () => WORDS[random.int(WORDS.length)] as string;
  return frame([
    numericColumn(
      'price',
      cells(rows, () => (random.next() < 0.1 ? null : Math.round(random.normal() * 100) / 100)),
    ),
    numericColumn(
      'size',
      cells(rows, () => random.int(20)),
    ),
    booleanColumn(
      'open',
      cells(rows, () => (random.next() < 0.05 ? null : random.next() < 0.6)),
    ),
    categoricalColumn(
      'store',
      cells(rows, () => (random.next() < 0.1 ? null : (STORES[random.int(4)] as string))),
    ),
    dateColumn(
      'day',
      cells(rows, () => Date.UTC(2024, 0, 1) + random.int(300) * DAY),
    ),
    textColumn(
      'note',
      cells(rows, () => (random.next() < 0.1 ? null : `${word()} ${word()}, ${word()}`)),
    ),
  ]);
}

function signal(x: Frame, row: number): number {
  const number = (name: string) => {
    const found = x.columns.find((column) => column.name === name) as Extract<Column, { values: Float64Array }>;
    const value = found.values[row] as number;
    return Number.isNaN(value) ? 0 : value;
  };
  return 0.8 * number('price') + 0.05 * number('size') + 0.4 * number('open');
}

function targetOf(task: Task, x: Frame, row: number, random: Random): number {
  const noisy = signal(x, row) + 0.3 * random.normal();
  if (task === 'regression') return Math.round(100 * Math.exp(0.5 * noisy)) / 100;
  if (task === 'binary') return Number(noisy > 0.7);
  if (task === 'multiclass') return noisy < 0.2 ? 0 : noisy < 1.1 ? 1 : 2;
  return 0;
}

/** Rows with something to learn in them. Regression targets are positive, so that every family accepts them. */
export function sampleData(task: Task, rows = 120, seed = 5): TrainingData {
  const random = seededRandom(seed);
  const x = mixedFrame(rows, random);
  const y = Float64Array.from({ length: rows }, (_, row) => targetOf(task, x, row, random));
  return { x, y, task, ...(task === 'multiclass' ? { classes: 3 } : {}) };
}

export function someRows(data: TrainingData, rows: Int32Array): TrainingData {
  const { weight, ...rest } = data;
  const kept = weight && takeValues(weight, rows);
  return { ...rest, x: takeRows(data.x, rows), y: takeValues(data.y, rows), ...(kept && { weight: kept }) };
}

/** Each estimator with each task it can learn. */
export function everyCase(entries: readonly CatalogueEntry[]): { title: string; entry: CatalogueEntry; task: Task }[] {
  return entries.flatMap((entry) => entry.tasks.map((task) => ({ title: `${entry.name}, ${task}`, entry, task })));
}
