import { describe, expect, it } from 'vitest';
import { EngineProblem } from '../../core/engine-problem.ts';
import { seededRandom } from '../../core/random.ts';
import { numericColumn } from '../../frame/build-columns.ts';
import { frame } from '../../frame/frame.ts';
import { catalogue } from '../catalogue.ts';
import type { TrainingData } from '../estimator.ts';
import { everyCase, PATIENCE, sampleData, someRows } from './samples.fixtures.ts';

function withColumn(data: TrainingData, name: string, values: Float64Array): TrainingData {
  return { ...data, x: frame([...data.x.columns, numericColumn(name, values)]) };
}

describe.each(everyCase(catalogue))('$title', { timeout: PATIENCE }, ({ entry, task }) => {
  const data = sampleData(task);
  const run = { random: seededRandom(1) };
  const rows = data.x.rows;
  const spoiled = (value: number) => Float64Array.from({ length: rows }, (_, row) => (row === 7 ? value : row));

  const refusals: [string, TrainingData, object][] = [
    ['an empty frame', { ...data, x: frame([]), y: new Float64Array(0) }, { code: 'data.empty' }],
    ['one row', someRows(data, Int32Array.of(3)), { code: 'data.too-few-rows', row: 0 }],
    [
      'a column without a single value',
      withColumn(data, 'void', new Float64Array(rows).fill(Number.NaN)),
      { code: 'data.all-missing', column: 'void', row: 0 },
    ],
    [
      'an infinite value',
      withColumn(data, 'ratio', spoiled(Number.NEGATIVE_INFINITY)),
      { code: 'data.infinite', column: 'ratio', row: 7 },
    ],
    ['a negative weight', { ...data, weight: spoiled(-1) }, { code: 'data.weight', row: 7 }],
  ];
  if (task !== 'anomaly') {
    const y = data.y.slice();
    y[4] = Number.NaN;
    refusals.push(['a missing target', { ...data, y }, { code: 'data.target', row: 4 }]);
    refusals.push(['a target of another length', { ...data, y: data.y.slice(1) }, { code: 'data.length' }]);
  }
  if (task === 'binary' || task === 'multiclass') {
    refusals.push([
      'one class',
      { ...data, y: data.y.map(() => 1) },
      { code: 'data.one-class', column: 'target', row: 0 },
    ]);
    refusals.push([
      'a class that does not exist',
      { ...data, y: spoiled(0.5).map((v) => (v === 0.5 ? v : 1)) },
      { code: 'data.no-such-class', row: 7 },
    ]);
  }

  it.each(refusals)('refuses %s with a problem that says where', async (_, bad, expected) => {
    const fit = entry.fit(bad, {}, run);
    await expect(fit).rejects.toBeInstanceOf(EngineProblem);
    await expect(fit).rejects.toMatchObject(expected);
  });

  it('refuses a parameter that does not exist', async () => {
    await expect(entry.fit(data, { wings: 2 }, run)).rejects.toMatchObject({ code: 'params.unknown' });
  });

  it('refuses infinite values in rows to predict', async () => {
    const model = await entry.fit(withColumn(data, 'ratio', spoiled(0)), {}, run);
    const bad = withColumn(data, 'ratio', spoiled(Number.POSITIVE_INFINITY)).x;
    expect(() => model.predict(bad)).toThrow(
      expect.objectContaining({ code: 'data.infinite', column: 'ratio', row: 7 }),
    );
  });

  if (entry.name !== 'baseline') {
    it('names a column that is absent from rows to predict', async () => {
      const model = await entry.fit(data, {}, run);
      const bad = frame(data.x.columns.filter(({ name }) => name !== 'price'));
      expect(() => model.predict(bad)).toThrow(
        expect.objectContaining({ code: 'frame.no-such-column', column: 'price' }),
      );
    });
  }
});
