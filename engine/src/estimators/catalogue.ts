import { EngineProblem } from '../core/engine-problem.ts';
import type { Run, Task } from '../core/run.ts';
import { baseline, readBaseline } from './baseline.ts';
import type { Estimator, Fitted, TrainingData } from './estimator.ts';
import { elasticNet, glm, logistic, ridge } from './linear/linear-estimators.ts';
import { readLinear } from './linear/linear-model.ts';
import { type ModelReaders, type ReadModel, readModelFile } from './model-file.ts';
import { nearestNeighbours, readNeighbours } from './neighbours/nearest-neighbours.ts';
import { type Constraint, checkParams } from './parameters.ts';
import { EnsembleModel, readEnsembleModel } from './trees/ensemble-model.ts';
import { extraTrees, randomForest } from './trees/forest.ts';
import { continueGbdt, gbdt } from './trees/gbdt.ts';
import { isolationForest } from './trees/isolation-forest.ts';

/** An estimator whose parameters come from outside (a blueprint, the console) and are checked before each fit. */
export interface CatalogueEntry {
  readonly name: string;
  readonly title: string;
  readonly tasks: readonly Task[];
  readonly params: Readonly<Record<string, Constraint>>;
  readonly read: ReadModel;
  fit(data: TrainingData, params: Readonly<Record<string, unknown>>, run: Run): Promise<Fitted>;
}

function entry<P extends object>(estimator: Estimator<P>, read: ReadModel): CatalogueEntry {
  const { name, title, tasks, params } = estimator;
  return {
    name,
    title,
    tasks,
    params: Object.fromEntries(Object.entries<Constraint>(params)),
    read,
    fit: async (data, given, run) => estimator.fit(data, checkParams(params, given as Partial<P>), run),
  };
}

/** Every model for rows of a table. The common checks hold for each of them. */
export const catalogue: readonly CatalogueEntry[] = [
  entry(baseline, readBaseline),
  entry(elasticNet, readLinear),
  entry(ridge, readLinear),
  entry(logistic, readLinear),
  entry(glm, readLinear),
  entry(nearestNeighbours, readNeighbours),
  entry(gbdt, readEnsembleModel),
  entry(randomForest, readEnsembleModel),
  entry(extraTrees, readEnsembleModel),
  entry(isolationForest, readEnsembleModel),
];

export function estimatorNamed(name: string): CatalogueEntry {
  const found = catalogue.find((candidate) => candidate.name === name);
  if (found === undefined) {
    throw new EngineProblem(
      'model.unknown',
      `There is no model "${name}". Choose one of: ${catalogue.map((candidate) => candidate.name).join(', ')}.`,
    );
  }
  return found;
}

/** What `readModelFile` needs to read any model of the catalogue. */
export const modelReaders: ModelReaders = new Map(catalogue.map(({ name, read }) => [name, read]));

/** A model from the bytes of its file. */
export function readModel(bytes: Uint8Array): { name: string; model: Fitted } {
  return readModelFile(bytes, modelReaders);
}

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
