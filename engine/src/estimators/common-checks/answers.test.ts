import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../core/random.ts';
import type { Run } from '../../core/run.ts';
import { categoricalColumn } from '../../frame/build-columns.ts';
import { type Column, type Frame, frame } from '../../frame/frame.ts';
import { catalogue } from '../catalogue.ts';
import { everyCase, PATIENCE, sampleData } from './samples.fixtures.ts';

/** Models whose fit is one pass over the rows: there is nothing to interrupt. */
const AT_ONCE = new Set(['baseline', 'nearest-neighbours']);

function withoutCells(column: Column): Column {
  if (column.kind === 'categorical') return { ...column, codes: column.codes.map(() => -1) };
  if (column.kind === 'text') return { ...column, values: column.values.map(() => null) };
  return { ...column, values: column.values.map(() => Number.NaN) };
}

function expectAnswers(answers: Float64Array, x: Frame, task: string): void {
  expect(answers.length).toBe(x.rows * (task === 'multiclass' ? 3 : 1));
  expect(answers.every(Number.isFinite)).toBe(true);
  if (task === 'binary' || task === 'multiclass')
    expect(answers.every((chance) => chance >= 0 && chance <= 1)).toBe(true);
  if (task === 'multiclass') {
    for (let row = 0; row < x.rows; row += 1) {
      const [a, b, c] = answers.subarray(3 * row, 3 * row + 3) as unknown as [number, number, number];
      expect(a + b + c).toBeCloseTo(1, 9);
    }
  }
}

describe.each(everyCase(catalogue))('$title', { timeout: PATIENCE }, ({ entry, task }) => {
  const data = sampleData(task);
  const run: Run = { random: seededRandom(11) };

  it('answers rows with every cell missing', async () => {
    const model = await entry.fit(data, {}, run);
    const x = frame(data.x.columns.map(withoutCells));
    expectAnswers(model.predict(x), x, task);
  });

  it('answers categories it has never seen', async () => {
    const model = await entry.fit(data, {}, run);
    const cells = Array.from({ length: data.x.rows }, (_, row) => (row % 2 === 0 ? 'Kyoto' : 'Bern'));
    const x = frame(data.x.columns.map((one) => (one.name === 'store' ? categoricalColumn('store', cells) : one)));
    expectAnswers(model.predict(x), x, task);
  });

  it('reads categories by name, not by their code', async () => {
    const model = await entry.fit(data, {}, run);
    const recoded = data.x.columns.map((one): Column => {
      if (one.kind !== 'categorical') return one;
      const last = one.levels.length - 1;
      const codes = one.codes.map((code) => (code < 0 ? -1 : last - code));
      return { ...one, levels: [...one.levels].reverse(), codes };
    });
    expect(model.predict(frame(recoded))).toEqual(model.predict(data.x));
  });

  it.each(task === 'regression' ? [0.1, 7, 123456.789] : [])(
    'predicts a constant target of %s exactly',
    async (target) => {
      const y = data.y.map(() => target);
      const model = await entry.fit({ ...data, y }, {}, run);
      expect(model.predict(data.x)).toEqual(y);
    },
  );

  if (entry.name !== 'baseline') {
    it('answers different rows differently', async () => {
      const model = await entry.fit(data, {}, run);
      const spread = new Set(Array.from(model.predict(data.x), (value) => value.toFixed(6)));
      expect(spread.size).toBeGreaterThan(10);
    });
  }

  it('stops soon after its time budget is spent, with a model that answers', async () => {
    let [time, late] = [0, 0];
    const now = () => {
      time += 1;
      if (time > 8) late += 1;
      return time;
    };
    const model = await entry.fit(data, {}, { ...run, now, deadline: 8 });
    expectAnswers(model.predict(data.x), data.x, task);
    expect(late).toBeLessThanOrEqual(12);
    expect(time > 0).toBe(!AT_ONCE.has(entry.name));
  });

  if (!AT_ONCE.has(entry.name)) {
    it('ends with a problem when cancelled', async () => {
      const fit = entry.fit(data, {}, { ...run, cancelled: () => true });
      await expect(fit).rejects.toMatchObject({ code: 'run.cancelled' });
    });
  }
});
