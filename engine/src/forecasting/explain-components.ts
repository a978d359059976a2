import type { Component } from '../local/components.ts';
import { seasonName } from '../series/feature.ts';
import type { TimeGrid } from '../series/time-unit.ts';
import { bySize, type CellExplanation } from './panel-model.ts';

/** Components of the forecasts of one series, by distance. Nothing is left for a base: the level is a component. */
export function explainComponents(
  components: readonly Component[],
  distances: readonly number[],
  grid: TimeGrid,
): CellExplanation[] {
  return distances.map((k) => {
    const contributions = components.map((one) => {
      const contribution = one.values[k - 1] as number;
      return { feature: componentName(one, grid), kind: 'component', value: contribution, contribution } as const;
    });
    return { base: 0, contributions: bySize(contributions) };
  });
}

export function componentName({ kind, period }: Pick<Component, 'kind' | 'period'>, grid: TimeGrid): string {
  if (kind === 'season' && period !== undefined) return seasonName(grid, period);
  return { level: 'Level', trend: 'Trend', season: 'Season', recent: 'Recent values' }[kind];
}
