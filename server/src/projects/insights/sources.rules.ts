import { isDated, type ProjectPlan, partNames } from '../core/partitioning/plan.ts';

/** A part of the data as clients name it, and the parts of the plan that it is. */
export interface Source {
  readonly name: string;
  readonly parts: readonly string[];
}

/**
 * All sources of a plan. `validation` is the first fold or the newest backtest, which clients also know as backtest 1:
 * they count from one here, the parts of a plan from zero.
 */
export function sourcesOf(plan: ProjectPlan): Source[] {
  const { judged, holdout } = partNames(plan);
  const sources: Source[] = [{ name: 'validation', parts: judged.slice(0, 1) }];
  if (isDated(plan)) {
    judged.slice(1).forEach((part, i) => {
      sources.push({ name: `backtest_${i + 2}`, parts: [part] });
    });
    if (judged.length > 1) sources.push({ name: 'allBacktests', parts: judged });
  } else if (judged.length > 1) sources.push({ name: 'crossValidation', parts: judged });
  if (holdout) sources.push({ name: 'holdout', parts: ['holdout'] });
  return sources;
}

const ALIASES: Readonly<Record<string, string>> = { backtest_1: 'validation' };

export const sourceNamed = (plan: ProjectPlan, name: string): Source | undefined =>
  sourcesOf(plan).find((source) => source.name === (ALIASES[name] ?? name));
