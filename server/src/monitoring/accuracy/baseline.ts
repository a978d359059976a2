import type { ModelPackageRow } from '#deployments';
import type { Platform } from '#platform/context.ts';
import { loadLayout } from '../profiles/load-layout.ts';
import { baselineOf } from '../profiles/prediction-summary.rules.ts';

/** What a model scored where it was judged in training, and on how many rows. */
export interface ScoreBaseline {
  scoreOf(metric: string): number | null;
  readonly sampleSize: number | null;
}

export async function baselineScores(platform: Platform, model: ModelPackageRow | undefined): Promise<ScoreBaseline> {
  if (!model?.bundle) return { scoreOf: () => null, sampleSize: null };
  const { baselineScores: scores } = model.bundle;
  const scoreOf = (metric: string) => scores[metric] ?? null;
  return { scoreOf, sampleSize: baselineOf(model.target, await loadLayout(platform, model), false)?.rowCount ?? null };
}

/** In percent of where it began; null where there is nothing to compare, or it began with nothing. */
export function percentChange(value: number | null, before: number | null): number | null {
  if (value === null || before === null || before === 0) return null;
  return (100 * (value - before)) / Math.abs(before);
}
