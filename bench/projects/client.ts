import { setTimeout as pause } from 'node:timers/promises';

/** How often something is asked after: often enough not to be part of the figure. */
const LOOK_MS = 50;

/** A client of one server that makes projects and waits for what it starts. */
export function projectClient(url: string, key: string) {
  const headers = { authorization: `Bearer ${key}` };
  const send = async (method: string, target: string, body?: FormData | object): Promise<Response> => {
    const json = body === undefined || body instanceof FormData ? {} : { 'content-type': 'application/json' };
    const reply = await fetch(target.startsWith('http') ? target : `${url}/api/v2/${target}`, {
      method,
      redirect: 'manual',
      headers: { ...headers, ...json },
      ...(body === undefined ? {} : { body: body instanceof FormData ? body : JSON.stringify(body) }),
    });
    if (reply.status >= 400) throw new Error(`${method} ${target}: ${reply.status} ${await reply.text()}`);
    return reply;
  };
  // biome-ignore lint/suspicious/noExplicitAny: answers of any route
  const get = async (target: string): Promise<any> => (await send('GET', target)).json();
  /** Follows a status or a job to the address of what it made. */
  const ended = async (started: Response): Promise<string> => {
    const at = started.headers.get('location') ?? '';
    for (;;) {
      const seen = await send('GET', at);
      if (seen.status === 303) return seen.headers.get('location') ?? '';
      const { status, message } = (await seen.json()) as { status: string; message: string };
      if (!['INITIALIZED', 'RUNNING', 'queue', 'inprogress'].includes(status)) throw new Error(`${status}: ${message}`);
      await pause(LOOK_MS);
    }
  };
  const file = (content: string, name: string): FormData => {
    const form = new FormData();
    form.append('file', new Blob([content]), name);
    return form;
  };
  return {
    get,
    /** From a file to a project that has no target yet; answers its address. */
    project: async (csv: string): Promise<string> => ended(await send('POST', 'projects/', file(csv, 'series.csv'))),
    /** Tells series apart, sets the target, and waits until the leaderboard is there. */
    async model(project: string, columns: object, aim: object): Promise<void> {
      await send('PATCH', project, { workerCount: -1 });
      await ended(await send('POST', `${project}multiseriesProperties/`, columns));
      await ended(await send('PATCH', `${project}aim/`, { ...aim, ...columns }));
      while (!(await get(`${project}status/`)).autopilotDone) await pause(LOOK_MS);
    },
    /** What a model says about rows that are uploaded for it. */
    async predict(project: string, modelId: string, csv: string, asked: object): Promise<readonly Forecast[]> {
      const made = await ended(await send('POST', `${project}predictionDatasets/fileUploads/`, file(csv, 'ahead.csv')));
      const datasetId = made.split('/').at(-2);
      const at = await ended(await send('POST', `${project}predictions/`, { modelId, datasetId, ...asked }));
      return (await get(at)).predictions;
    },
  };
}

export interface Forecast {
  readonly seriesId: string;
  readonly forecastDistance: number;
  readonly prediction: number;
}
