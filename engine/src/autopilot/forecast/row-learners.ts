import { estimatorNamed } from '../../model/catalogue.ts';
import type { BoostingSettings } from './blueprint.ts';
import type { RowLearner } from './global-panel.ts';

/** Distances an origin contributes to training: more origins with fewer distances each tell more than the reverse. */
export const DISTANCES_PER_ORIGIN = 12;

/** Boosted trees with the settings of a blueprint. */
export const boostingLearner = (settings: BoostingSettings): RowLearner => learner('gbdt', boostingParams(settings));

export function boostingParams(settings: BoostingSettings): Readonly<Record<string, unknown>> {
  const { loss, rounds, leaves, learningRate, minChildRows, columnShare, rowShare, huberBend } = settings;
  return {
    loss,
    huberBend,
    rounds,
    leaves,
    rate: learningRate,
    minRows: minChildRows,
    columnShare,
    rowShare,
  };
}

/** Elastic net, its penalty chosen by cross-validation. */
export const linearLearner = (): RowLearner => learner('elastic-net', {});

function learner(name: string, params: Readonly<Record<string, unknown>>): RowLearner {
  return { name, fit: (x, y, run) => estimatorNamed(name).fit({ x, y, task: 'regression' }, params, run) };
}
