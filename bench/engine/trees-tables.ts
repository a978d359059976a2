/**
 * Test error on two real tables against LightGBM with the same settings: five folds each, the fold of a row being its
 * number modulo five.
 */
import { join } from 'node:path';
import { seededRandom } from '../../engine/src/core/random.ts';
import { defaultParams } from '../../engine/src/estimators/parameters.ts';
import { gbdt } from '../../engine/src/estimators/trees/gbdt.ts';
import { categoricalColumn, numericColumn } from '../../engine/src/frame/build-columns.ts';
import { type Column, type Frame, frame, takeRows, takeValues } from '../../engine/src/frame/frame.ts';
import { record } from '../record.ts';
import { DATASETS, readDataset } from './competitions.ts';
import { peer, peerVersion } from './trees-bench.ts';

const FOLDS = 5;
const pathOf = (name: string) => join(DATASETS, 'tabular', `${name}.csv`);

interface Table {
  readonly x: Frame;
  readonly y: Float64Array;
}

/** A plain CSV without quoted commas. A column is numeric when every cell that is there is a number. */
function read(name: string, target: string, value: (cell: string) => number): Table {
  const [head = '', ...lines] = readDataset(`tabular/${name}.csv`).trim().split('\n');
  const names = head.split(',');
  const cells = lines.map((line) => line.split(','));
  const columns: Column[] = [];
  for (const [at, column] of names.entries()) {
    if (column === 'rownames' || column === target) continue;
    const raw = cells.map((row) => (row[at] === 'NA' || row[at] === '' ? null : (row[at] ?? null)));
    const numeric = raw.every((cell) => cell === null || Number.isFinite(Number(cell)));
    columns.push(
      numeric
        ? numericColumn(
            column,
            raw.map((cell) => (cell === null ? null : Number(cell))),
          )
        : categoricalColumn(column, raw),
    );
  }
  const at = names.indexOf(target);
  return { x: frame(columns), y: Float64Array.from(cells, (row) => value(row[at] ?? '')) };
}

async function errorOf({ x, y }: Table, task: 'regression' | 'binary'): Promise<number> {
  const params = { ...defaultParams(gbdt.params), rounds: 200, rate: 0.05, l2: 0 };
  let sum = 0;
  for (let fold = 0; fold < FOLDS; fold += 1) {
    const rows = Int32Array.from({ length: x.rows }, (_, row) => row);
    const [train, test] = [rows.filter((row) => row % FOLDS !== fold), rows.filter((row) => row % FOLDS === fold)];
    const model = await gbdt.fit({ x: takeRows(x, train), y: takeValues(y, train), task }, params, {
      random: seededRandom(1),
    });
    const truth = takeValues(y, test);
    model.predict(takeRows(x, test)).forEach((answer, i) => {
      const actual = truth[i] as number;
      if (task === 'regression') sum += (answer - actual) ** 2;
      else sum -= Math.log(actual === 1 ? answer : 1 - answer);
    });
  }
  return task === 'regression' ? Math.sqrt(sum / x.rows) : sum / x.rows;
}

async function compare(title: string, name: string, target: string, task: 'regression' | 'binary') {
  const value = (cell: string) => (task === 'binary' ? Number(cell === 'bad') : Math.log(Number(cell)));
  const almanac = await errorOf(read(name, target, value), task);
  const lightgbm = peer('trees-tables.py', [pathOf(name), target])[0]?.error ?? Number.NaN;
  return { table: title, almanac, lightgbm, ratio: almanac / lightgbm };
}

const seen = [
  await compare('diamonds, log price, RMSE', 'diamonds', 'price', 'regression'),
  await compare('credit, bad, log loss', 'credit_data', 'Status', 'binary'),
];
record({
  title: 'Test error of boosting on real tables, five folds',
  work: { folds: FOLDS, rounds: 200, leaves: 31, learningRate: 0.05 },
  figures: seen.map(({ table, almanac, lightgbm }) => ({
    id: table.split(',')[0] ?? '',
    what: table,
    value: almanac,
    unit: '',
    peer: { name: 'LightGBM', version: peerVersion('lightgbm'), value: lightgbm },
    mustRatio: '<= 1.01',
  })),
});
