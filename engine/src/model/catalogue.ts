import { baseline, readBaseline } from '../baseline/baseline.ts';
import { extraTrees, randomForest } from '../forest/forest.ts';
import { isolationForest } from '../forest/isolation-forest.ts';
import { type ModelReaders, type ReadModel, readModelFile } from '../format/model-file.ts';
import { readEnsembleModel } from '../gbdt/ensemble-model.ts';
import { gbdt } from '../gbdt/gbdt.ts';
import { elasticNet, glm, logistic, ridge } from '../linear/linear-estimators.ts';
import { readLinear } from '../linear/linear-model.ts';
import { nearestNeighbours } from '../neighbours/nearest-neighbours.ts';
import { readNeighbours } from '../neighbours/neighbours-model.ts';
import { EngineProblem } from '../problems/engine-problem.ts';
import { checkParams } from './check-params.ts';
import type { Constraint } from './constraint.ts';
import type { Estimator, Fitted, Run, Task, TrainingData } from './estimator.ts';

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

/** Every model for rows of a table. The laws hold for each of them. */
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
