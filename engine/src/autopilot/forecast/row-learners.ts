import { estimatorNamed } from '../../model/catalogue.ts';
import type { BoostingSettings } from './blueprint.ts';
import type { RowLearner } from './global-panel.ts';

/** Boosted trees with the settings of a blueprint. */
export function boostingLearner(settings: BoostingSettings): RowLearner {
  const { loss, rounds, leaves, learningRate, minChildRows, columnShare, rowShare, huberBend } = settings;
  const params = {
    loss,
    huberBend,
    rounds,
    leaves,
    rate: learningRate,
    minRows: minChildRows,
    columnShare,
    rowShare,
  };
  return learner('gbdt', params);
}

/** Elastic net, its penalty chosen by cross-validation. */
export const linearLearner = (): RowLearner => learner('elastic-net', {});

function learner(name: string, params: Readonly<Record<string, unknown>>): RowLearner {
  return { name, fit: (x, y, run) => estimatorNamed(name).fit({ x, y, task: 'regression' }, params, run) };
}
