import type { Platform } from '#platform/context.ts';
import { refuse } from '#platform/http/problem.ts';
import type { ProjectPlan } from '../../core/partitioning/plan.ts';
import { AT_ONCE, onThread } from '../engine-question.ts';
import { InsightProblems } from '../insight.problems.ts';
import type { ScoredModel } from '../model-parts.ts';
import type { Source } from '../sources.rules.ts';
import { CHART_TASKS, type ChartName, type ChartQuestion, type Drawn, drawChart } from './draw-chart.rules.ts';
import { readOutcomes } from './read-outcomes.ts';

const TITLES: Readonly<Record<ChartName, string>> = {
  liftChart: 'A lift chart',
  rocCurve: 'An ROC curve',
  residuals: 'A chart of residuals',
  confusionMatrix: 'A confusion chart',
};

export const taskOf = (plan: ProjectPlan) => (plan.kind === 'series' ? 'regression' : plan.task);

export function requireTask(plan: ProjectPlan, name: ChartName): void {
  const task = taskOf(plan);
  const fits = CHART_TASKS[name];
  if (!fits.includes(task)) refuse(InsightProblems.notForTask, TITLES[name], fits.join(' or '), task);
}

export async function drawSource<Name extends ChartName>(
  platform: Pick<Platform, 'blobs'>,
  scored: ScoredModel,
  source: Source,
  name: Name,
  signal: AbortSignal | undefined,
): Promise<Drawn<Name>[]> {
  const { plan, model } = scored;
  const question: ChartQuestion<Name> = {
    name,
    outcomes: await readOutcomes(platform, scored, source),
    task: taskOf(plan),
    classes: plan.kind === 'table' ? plan.classes : [],
    threshold: model.prediction_threshold,
  };
  if (question.outcomes.predicted.length <= AT_ONCE) return drawChart(question);
  return (await onThread((thread) => thread.ask('drawChart', question), signal)) as Drawn<Name>[];
}
