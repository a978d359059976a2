import { EnsembleModel } from '../gbdt/ensemble-model.ts';
import { continueGbdt, gbdt } from '../gbdt/gbdt.ts';
import { EngineProblem } from '../problems/engine-problem.ts';
import { checkParams } from './check-params.ts';
import type { Fitted, Run, TrainingData } from './estimator.ts';

/** Whether models of an estimator can learn from more rows without those they learned from. */
export const canContinue = (estimator: string): boolean => estimator === gbdt.name;

/**
 * A model after more rows: boosting goes on from the answers of the trees there are, `params.rounds` rounds long, over
 * the features of the first fit (Friedman 2001, stage-wise). Categories it never met count as missing.
 */
export function continueModel(
  { name, model }: { readonly name: string; readonly model: Fitted },
  data: TrainingData,
  params: Readonly<Record<string, unknown>>,
  run: Run,
): Promise<Fitted> {
  if (!canContinue(name) || !(model instanceof EnsembleModel)) {
    throw new EngineProblem(
      'model.cannot-continue',
      `A model of "${name}" cannot go on learning. Train it anew on all rows, or go on with a model of "${gbdt.name}".`,
    );
  }
  return continueGbdt(model, data, checkParams(gbdt.params, params), run);
}
