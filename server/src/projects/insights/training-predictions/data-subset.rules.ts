import { type ProjectPlan, partNames } from '../../core/partitioning/plan.ts';

export const DATA_SUBSETS = ['all', 'validationAndHoldout', 'holdout', 'allBacktests'] as const;
export type DataSubset = (typeof DATA_SUBSETS)[number];

/**
 * The parts a subset is made of; every row in them was predicted by a model that had not seen it. Undefined: the
 * project has no such data.
 */
export function partsOfSubset(plan: ProjectPlan, subset: DataSubset): string[] | undefined {
  const { judged, holdout } = partNames(plan);
  const held = holdout ? ['holdout'] : [];
  const backtests = judged[0]?.startsWith('backtest') ?? false;
  switch (subset) {
    case 'all':
      return [...judged, ...held];
    case 'validationAndHoldout':
      return [...judged.slice(0, 1), ...held];
    case 'holdout':
      return holdout ? held : undefined;
    case 'allBacktests':
      return backtests ? [...judged] : undefined;
  }
}

/** How clients call a part in the rows of predictions. */
export const partitionId = (part: string): string =>
  part === 'holdout' ? 'Holdout' : `${part.slice(part.indexOf('_') + 1)}.0`;
