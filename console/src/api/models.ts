import { type ApiCall, get, patch, post, remove } from './call.ts';
import { projectKeys, projectPath } from './projects.ts';
import { ask } from './queries.ts';
import type { Page } from './types.ts';

const segment = encodeURIComponent;

/** Scores by one metric. What is not known, or hidden with the holdout, is null. */
export interface Scores {
  readonly validation: number | null;
  readonly crossValidation: number | null;
  readonly holdout: number | null;
  readonly backtesting?: number | null;
  readonly backtestingScores?: readonly (number | null)[];
}

export interface ModelRecord {
  readonly id: string;
  readonly projectId: string;
  readonly blueprintId: string;
  readonly modelType: string;
  readonly modelCategory: 'model' | 'blend' | 'prime' | 'combined';
  readonly modelNumber: number;
  readonly modelFamily: string;
  readonly metrics: Readonly<Record<string, Scores>>;
  readonly isFrozen: boolean;
  readonly isStarred: boolean;
  readonly isTrainedIntoValidation: boolean;
  readonly isTrainedIntoHoldout: boolean;
  readonly processes: readonly string[];
  readonly featurelistId: string | null;
  readonly featurelistName: string | null;
  readonly samplePct: number | null;
  readonly trainingRowCount: number | null;
  readonly trainingDuration: string | null;
  readonly trainingStartDate: string | null;
  readonly trainingEndDate: string | null;
  readonly parentModelId: string | null;
}

export interface Model extends ModelRecord {
  readonly modelFamilyFullName: string;
  readonly predictionThreshold: number;
  readonly predictionThresholdReadOnly: boolean;
}

export interface Recommendation {
  readonly modelId: string;
  readonly recommendationType: string;
}

export interface Graph {
  readonly nodes: readonly { readonly id: string; readonly label: string }[];
  readonly edges: readonly (readonly [string, string])[];
}

export interface ModelStep {
  readonly title: string;
  readonly task: string;
  readonly description: string;
  readonly parameters: readonly { readonly name: string; readonly type: string; readonly description: string }[];
}

export interface Blueprint {
  readonly id: string;
  readonly modelType: string;
  readonly processes: readonly string[];
  readonly blueprintCategory: string;
}

export const modelPath = (projectId: string, id: string): string => `${projectPath(projectId)}models/${segment(id)}/`;
const blueprintPath = (projectId: string, id: string) => `${projectPath(projectId)}blueprints/${segment(id)}/`;

export const modelCalls = {
  list: (projectId: string): ApiCall<Page<ModelRecord>> =>
    get(`${projectPath(projectId)}modelRecords/`, { limit: 1000 }),
  count: (projectId: string): ApiCall<Page<ModelRecord>> => get(`${projectPath(projectId)}modelRecords/`, { limit: 1 }),
  one: (projectId: string, id: string): ApiCall<Model> => get(modelPath(projectId, id)),
  star: (projectId: string, id: string, isStarred: boolean): ApiCall<void> =>
    patch(modelPath(projectId, id), { isStarred }),
  threshold: (projectId: string, id: string, predictionThreshold: number): ApiCall<void> =>
    patch(modelPath(projectId, id), { predictionThreshold }),
  remove: (projectId: string, id: string): ApiCall<void> => remove(modelPath(projectId, id)),
  recommended: (projectId: string): ApiCall<readonly Recommendation[]> =>
    get(`${projectPath(projectId)}recommendedModels/`),
  prepare: (projectId: string, modelId: string): ApiCall<unknown> =>
    post(`${projectPath(projectId)}deploymentReadyModels/`, { modelId }),
  /** On every backtest, or every fold. */
  judge: (projectId: string, id: string, dated: boolean): ApiCall<unknown> =>
    post(
      dated
        ? `${projectPath(projectId)}datetimeModels/${segment(id)}/backtests/`
        : `${modelPath(projectId, id)}crossValidation/`,
    ),
  graph: (projectId: string, id: string): ApiCall<Graph> => get(`${modelPath(projectId, id)}blueprintChart/`),
  steps: (projectId: string, id: string): ApiCall<readonly ModelStep[]> =>
    get(`${modelPath(projectId, id)}blueprintDocs/`),
  blueprints: (projectId: string): ApiCall<readonly Blueprint[]> => get(`${projectPath(projectId)}blueprints/`),
  blueprintGraph: (projectId: string, id: string): ApiCall<Graph> =>
    get(`${blueprintPath(projectId, id)}blueprintChart/`),
  blueprintSteps: (projectId: string, id: string): ApiCall<readonly ModelStep[]> =>
    get(`${blueprintPath(projectId, id)}blueprintDocs/`),
  train: (projectId: string, dated: boolean, wish: { blueprintId: string; featurelistId?: string }): ApiCall<unknown> =>
    post(`${projectPath(projectId)}${dated ? 'datetimeModels' : 'models'}/`, wish),
};

/** Everything that changes while models are trained lies below this. */
export const modelsKey = (projectId: string) => [...projectKeys.one(projectId), 'models'];

const key = (projectId: string, ...more: readonly string[]) => [...modelsKey(projectId), ...more];

export const modelQueries = {
  list: (projectId: string) => ask(key(projectId, 'list'), modelCalls.list(projectId)),
  count: (projectId: string) => ask(key(projectId, 'count'), modelCalls.count(projectId)),
  one: (projectId: string, id: string) => ask(key(projectId, 'one', id), modelCalls.one(projectId, id)),
  recommended: (projectId: string) => ask(key(projectId, 'recommended'), modelCalls.recommended(projectId)),
  graph: (projectId: string, id: string) => ask(key(projectId, 'graph', id), modelCalls.graph(projectId, id)),
  steps: (projectId: string, id: string) => ask(key(projectId, 'steps', id), modelCalls.steps(projectId, id)),
  blueprints: (projectId: string) =>
    ask([...projectKeys.one(projectId), 'blueprints'], modelCalls.blueprints(projectId)),
  blueprintGraph: (projectId: string, id: string) =>
    ask([...projectKeys.one(projectId), 'blueprints', id, 'graph'], modelCalls.blueprintGraph(projectId, id)),
  blueprintSteps: (projectId: string, id: string) =>
    ask([...projectKeys.one(projectId), 'blueprints', id, 'steps'], modelCalls.blueprintSteps(projectId, id)),
};
