import type { Task } from '@almanac/engine';
import { type Confusion, confusion } from './confusion.rules.ts';
import { type LiftBin, liftBins, oneClass } from './lift.rules.ts';
import type { Outcomes } from './outcomes.ts';
import { type Residuals, residuals } from './residuals.rules.ts';
import { type RocCurve, rocCurve } from './roc.rules.ts';

export interface Charts {
  readonly liftChart: { readonly bins: readonly LiftBin[] };
  readonly rocCurve: RocCurve;
  readonly residuals: Residuals;
  readonly confusionMatrix: Confusion;
}

export type ChartName = keyof Charts;

/** Which tasks a chart says something about. */
export const CHART_TASKS: Readonly<Record<ChartName, readonly Task[]>> = {
  liftChart: ['regression', 'binary', 'multiclass'],
  rocCurve: ['binary'],
  residuals: ['regression'],
  confusionMatrix: ['binary', 'multiclass'],
};

export interface ChartQuestion<Name extends ChartName = ChartName> {
  readonly name: Name;
  readonly outcomes: Outcomes;
  readonly task: Task;
  readonly classes: readonly string[];
  readonly threshold: number;
}

export interface Drawn<Name extends ChartName = ChartName> {
  /** Lift of several classes is one chart a class. */
  readonly targetClass: string | null;
  readonly data: Charts[Name];
}

export function drawChart<Name extends ChartName>(question: ChartQuestion<Name>): Drawn<Name>[];
export function drawChart({ name, outcomes, task, classes, threshold }: ChartQuestion): Drawn[] {
  if (name === 'liftChart' && task === 'multiclass') {
    return classes.map((targetClass, index) => ({
      targetClass,
      data: { bins: liftBins(oneClass(outcomes, classes.length, index)) },
    }));
  }
  const draw = {
    liftChart: () => ({ bins: liftBins(outcomes) }),
    rocCurve: () => rocCurve(outcomes),
    residuals: () => residuals(outcomes),
    confusionMatrix: () => confusion(outcomes, classes, threshold),
  } as const;
  return [{ targetClass: null, data: draw[name]() }];
}
