import type { Blend } from '../blend/blend-data.ts';
import type { CellContribution, CellExplanation, PanelModel } from '../forecasting/panel-model.ts';
import { bySize } from '../forecasting/panel-model.ts';
import type { Panel } from '../series/panel.ts';

/** An explanation and its part in a sum of them. */
export interface WeightedExplanation {
  readonly weight: number;
  readonly cell: CellExplanation;
}

/** Why a blend forecasts what it does: the sum of what its members say, weighted as their forecasts are in each cell. */
export function explainBlend(
  blend: Blend,
  models: readonly PanelModel[],
  panel: Panel,
  seriesOf: (cell: number) => number,
): CellExplanation[] {
  const cells = models.map((model) => model.explain(panel));
  const weightsAt = weightsOf(blend, models, panel, seriesOf);
  return (cells[0] ?? []).map((_, cell) => {
    const weights = weightsAt(cell);
    return sumOfExplanations(
      cells.map((own, m) => ({ weight: weights[m] as number, cell: own[cell] as CellExplanation })),
    );
  });
}

function weightsOf(
  blend: Blend,
  models: readonly PanelModel[],
  panel: Panel,
  seriesOf: (cell: number) => number,
): (cell: number) => readonly number[] {
  if (blend.kind === 'weights') return () => blend.weights;
  if (blend.kind === 'per-series') return (cell) => blend.bySeries[seriesOf(cell)] ?? blend.weights;
  const forecasts = models.map((model) => model.forecast(panel));
  return (cell) => medianWeights(forecasts.map((own) => own[cell] as number));
}

/** A median is the answer of the model in the middle, or the mean of the two there. */
function medianWeights(answers: readonly number[]): number[] {
  const order = answers.map((_, m) => m).sort((a, b) => (answers[a] as number) - (answers[b] as number));
  const high = order[order.length >> 1];
  const low = order[(order.length - 1) >> 1];
  return answers.map((_, m) => (m === low ? 0.5 : 0) + (m === high ? 0.5 : 0));
}

/**
 * Contributions of the same name are one; its value is the mean of theirs, by weight, or the first where it is no
 * number.
 */
export function sumOfExplanations(all: readonly WeightedExplanation[]): CellExplanation {
  const sums = new Map<string, { one: CellContribution; contribution: number; value: number; weight: number }>();
  let base = 0;
  for (const { weight, cell } of all) {
    if (weight === 0) continue;
    base += weight * cell.base;
    for (const one of cell.contributions) {
      const sum = sums.get(one.feature) ?? { one, contribution: 0, value: 0, weight: 0 };
      sum.contribution += weight * one.contribution;
      sum.weight += weight;
      if (typeof one.value === 'number') sum.value += weight * one.value;
      sums.set(one.feature, sum);
    }
  }
  const contributions = [...sums.values()].map(
    ({ one, contribution, value, weight }): CellContribution => ({
      ...one,
      value: typeof one.value === 'string' ? one.value : value / weight,
      contribution,
    }),
  );
  return { base, contributions: bySize(contributions) };
}
