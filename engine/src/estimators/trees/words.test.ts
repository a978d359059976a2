import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../core/random.ts';
import { explainTrees } from '../../explain/explain-rows.ts';
import { numericColumn, textColumn } from '../../frame/build-columns.ts';
import { frame } from '../../frame/frame.ts';
import type { TrainingData } from '../estimator.ts';
import { defaultParams } from '../parameters.ts';
import type { EnsembleModel } from './ensemble-model.ts';
import { gbdt } from './gbdt.ts';

const random = seededRandom(2);
const words = ['late', 'broken', 'perfect', 'quick', 'again'];
const notes = Array.from({ length: 400 }, (_, row) =>
  row % 20 === 0 ? null : `${words[random.int(5)]} ${words[random.int(5)]} delivery`,
);
const data: TrainingData = {
  x: frame([
    numericColumn(
      'n',
      Array.from(notes, () => random.normal()),
    ),
    textColumn('note', notes),
  ]),
  y: Float64Array.from(notes, (note) => (note === null ? -2 : note.includes('broken') ? 5 : 1)),
  task: 'regression',
};

describe('texts in trees', () => {
  it('are learned from their words, and a missing text is an answer of its own', async () => {
    const model = (await gbdt.fit(data, defaultParams(gbdt.params), { random: seededRandom(1) })) as EnsembleModel;
    const x = frame([numericColumn('n', [0, 0, 0]), textColumn('note', ['Broken, again', 'quick delivery', null])]);
    const [broken, fine, missing] = model.predict(x) as unknown as [number, number, number];
    expect(broken).toBeCloseTo(5, 1);
    expect(fine).toBeCloseTo(1, 1);
    expect(missing).toBeCloseTo(-2, 1);
    expect(model.importance().get('note')).toBeGreaterThan(0.99);
  });

  it('are explained as one column', async () => {
    const model = (await gbdt.fit(data, defaultParams(gbdt.params), { random: seededRandom(1) })) as EnsembleModel;
    const { columns, base, values } = explainTrees(model, data.x);
    expect(columns).toEqual(['n', 'note']);
    expect((base[0] as number) + (values[0] as number) + (values[1] as number)).toBeCloseTo(-2, 1);
  });
});
