import { estimatorNamed } from '../estimators/catalogue.ts';
import { type Constraint, oneOf } from '../estimators/parameters.ts';
import { readTuning, type Tunable } from '../estimators/tuning.ts';
import type { BoostingSettings, ForecastBlueprint } from './blueprint.ts';

interface Setting {
  readonly step: string;
  readonly name: string;
  /** The parameter of boosting whose rule holds. */
  readonly as: string;
}

const SETTINGS: Readonly<Record<keyof BoostingSettings, Setting>> = {
  rounds: { step: 'Boosting over all series', name: 'n_estimators', as: 'rounds' },
  learningRate: { step: 'Boosting over all series', name: 'learning_rate', as: 'rate' },
  loss: { step: 'Loss', name: 'loss', as: 'loss' },
  huberBend: { step: 'Loss', name: 'huber_delta', as: 'huberBend' },
  rowShare: { step: 'Sampling of rows and columns', name: 'subsample', as: 'rowShare' },
  columnShare: { step: 'Sampling of rows and columns', name: 'colsample_bytree', as: 'columnShare' },
  leaves: { step: 'Tree growth', name: 'num_leaves', as: 'leaves' },
  minChildRows: { step: 'Tree growth', name: 'min_child_samples', as: 'minRows' },
};

const LOSSES = oneOf<string>(['squared', 'huber', 'absolute'], 'squared');

/** What can be tuned of a forecasting recipe: the boosting of those that boost, nothing of others. */
export function tunableForecast(blueprint: ForecastBlueprint): Tunable[] {
  if (blueprint.kind !== 'boosting') return [];
  const rules = estimatorNamed('gbdt').params;
  return Object.entries(SETTINGS).map(([param, { step, name, as }]) => {
    const current = blueprint.boosting[param as keyof BoostingSettings];
    const rule = as === 'loss' ? LOSSES : (rules[as] as Constraint);
    return { id: `boosting.${name}`, name, step, param, rule, auto: false, current, usual: current };
  });
}

export function tuneForecast(
  blueprint: ForecastBlueprint,
  chosen: Iterable<readonly [id: string, value: unknown]>,
): ForecastBlueprint {
  const read = readTuning(tunableForecast(blueprint), chosen);
  if (blueprint.kind !== 'boosting') return blueprint;
  return { ...blueprint, boosting: { ...blueprint.boosting, ...Object.fromEntries(read) } };
}
