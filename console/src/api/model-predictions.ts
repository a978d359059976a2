import { type ApiCall, get, post, postFile } from './call.ts';
import type { About } from './model-insights.ts';
import { insightKey } from './model-insights.ts';
import { projectKeys, projectPath } from './projects.ts';
import { ask } from './queries.ts';
import type { Page } from './types.ts';

const segment = encodeURIComponent;

export interface PredictionDataset {
  readonly id: string;
  readonly name: string;
  readonly created: string;
  readonly numRows: number;
  readonly forecastPoint: string | null;
  readonly dataEndDate: string | null;
}

export interface PredictionsMade {
  readonly id: string;
  readonly modelId: string;
  readonly predictionDatasetId: string;
  readonly predictionIntervalsSize: number | null;
  readonly forecastPoint: string | null;
}

export interface Predicted {
  readonly predictions: readonly {
    readonly rowId: number;
    readonly prediction: number | string;
    readonly positiveProbability?: number | null;
    readonly timestamp?: string | null;
    readonly seriesId?: string | null;
    readonly forecastDistance?: number | null;
    readonly predictionIntervalLowerBound?: number | null;
    readonly predictionIntervalUpperBound?: number | null;
  }[];
}

interface Wish extends Readonly<Record<string, unknown>> {
  readonly datasetId: string;
  readonly includePredictionIntervals?: boolean;
  readonly predictionIntervalsSize?: number;
}

const at = (projectId: string, id: string) => `${projectPath(projectId)}predictions/${segment(id)}/`;

export const modelPredictionCalls = {
  upload: (projectId: string, fileName: string): ApiCall<{ readonly statusId: string }> =>
    postFile(`${projectPath(projectId)}predictionDatasets/fileUploads/`, fileName),
  datasets: (projectId: string): ApiCall<Page<PredictionDataset>> =>
    get(`${projectPath(projectId)}predictionDatasets/`, { limit: 0 }),
  request: ({ projectId, modelId }: About, wish: Wish): ApiCall<unknown> =>
    post(`${projectPath(projectId)}predictions/`, { modelId, ...wish }),
  list: ({ projectId, modelId }: About): ApiCall<Page<PredictionsMade>> =>
    get(`${projectPath(projectId)}predictions/`, { modelId }),
  one: (projectId: string, id: string): ApiCall<Predicted> => get(at(projectId, id)),
};

/** Every forecast of the project begins with data, whichever model is asked. */
export const predictionDataKey = (projectId: string) => [...projectKeys.one(projectId), 'prediction-data'];

export const modelPredictionQueries = {
  datasets: (projectId: string) => ask(predictionDataKey(projectId), modelPredictionCalls.datasets(projectId)),
  list: (of: About) => ask(insightKey(of, 'predictions'), modelPredictionCalls.list(of)),
  one: (projectId: string, id: string) =>
    ask([...projectKeys.one(projectId), 'predictions', id], modelPredictionCalls.one(projectId, id)),
};
