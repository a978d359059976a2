import { fitTabularOn, listTabularBlueprints, randomPartition, seededRandom } from '@almanac/engine';
import { expect, test } from 'vitest';
import { SYNTHETIC_AUC } from '../../core/models/metrics.rules.ts';
import type { TablePlan } from '../../core/partitioning/plan.ts';
import type { TableProblem } from '../../engine/table-problem.ts';
import { syntheticAuc } from './table-tasks.ts';

const ROWS = 600;
const rows = Int32Array.from({ length: ROWS }, (_, i) => i);

/** Four columns of a bell shape: what is far from the middle in all of them is rare. */
function cloud(): TableProblem {
  const random = seededRandom(3);
  const columns = ['a', 'b', 'c', 'd'].map((name) => {
    const draw = random.fork(name);
    const bell = () => Array.from({ length: 12 }, () => draw.next()).reduce((sum, value) => sum + value, 0);
    return { kind: 'numeric', name, values: Float64Array.from(rows, bell) } as const;
  });
  return {
    x: { rows: ROWS, columns },
    y: new Float64Array(ROWS),
    task: 'anomaly',
    classes: [],
    partition: randomPartition(ROWS, { kind: 'train-validation', validation: 0.3, holdout: 0 }, seededRandom(1)),
    numbers: rows,
    plan: { seed: 5 } as TablePlan,
  };
}

const scoreOf = (predict: Parameters<typeof syntheticAuc>[2]) => syntheticAuc(cloud(), rows, predict)[SYNTHETIC_AUC];

test('a score that knows where rows lie tells them from made-up ones; one that does not is chance', () => {
  const far = (x: TableProblem['x']) =>
    Float64Array.from({ length: x.rows }, (_, row) =>
      x.columns.reduce((sum, one) => sum + (one.kind === 'numeric' ? ((one.values[row] as number) - 6) ** 2 : 0), 0),
    );
  expect(scoreOf(far)).toBeGreaterThan(0.85);
  expect(scoreOf((x) => far(x).map((value) => -value))).toBeLessThan(0.15);
  expect(scoreOf((x) => new Float64Array(x.rows))).toBe(0.5);
});

test('models of the engine find made-up rows unusual', async () => {
  const problem = cloud();
  const { train, validation } = problem.partition.folds[0] as { train: Int32Array; validation: Int32Array };
  const blueprints = listTabularBlueprints(problem, 'quick');
  expect(blueprints.length).toBeGreaterThan(0);
  for (const blueprint of blueprints) {
    const model = await fitTabularOn(problem, blueprint, train, { random: seededRandom(0) });
    const score = syntheticAuc(problem, validation, (x) => model.predict(x))[SYNTHETIC_AUC];
    expect(score, blueprint.id).toBeGreaterThan(0.7);
  }
});
