import type { Installation } from '../../conformance/support/installation.ts';
import { apiClient, fileForm } from '../client.ts';

const EVERY_MS = 50;

/** A client of one server that makes projects and waits for what it starts. */
export function projectClient({ url, adminKey }: Installation) {
  const { send, json, ended, every } = apiClient(url, { authorization: `Bearer ${adminKey}` }, EVERY_MS);
  /** The address of what a request makes in the background. */
  const made = async (method: string, target: string, body: FormData | object): Promise<string> =>
    ended((await send(method, target, body)).headers.get('location') ?? '');
  const get = (target: string) => json('GET', target);
  return {
    get,
    /** From a file to a project that has no target yet; its address. */
    project: (csv: string): Promise<string> => made('POST', 'projects/', fileForm(new Blob([csv]), 'series.csv')),
    /** Tells series apart, sets the target, and waits until the leaderboard is there. */
    async model(project: string, columns: object, aim: object): Promise<void> {
      await send('PATCH', project, { workerCount: -1 });
      await made('POST', `${project}multiseriesProperties/`, columns);
      await made('PATCH', `${project}aim/`, { ...aim, ...columns });
      while (!(await get(`${project}status/`)).autopilotDone) await every();
    },
    /** What a model predicts for rows that are uploaded for it. */
    async predict(project: string, modelId: string, csv: string, options: object): Promise<readonly Forecast[]> {
      const file = fileForm(new Blob([csv]), 'ahead.csv');
      const dataset = await made('POST', `${project}predictionDatasets/fileUploads/`, file);
      const datasetId = dataset.split('/').at(-2);
      return (await get(await made('POST', `${project}predictions/`, { modelId, datasetId, ...options }))).predictions;
    },
  };
}

export interface Forecast {
  readonly seriesId: string;
  readonly forecastDistance: number;
  readonly prediction: number;
}
