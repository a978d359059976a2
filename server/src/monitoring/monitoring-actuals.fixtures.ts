import type { PredictionRecord } from '#deployments';
import { eventually } from '#platform/jobs/jobs.fixtures.ts';
import { startWorker } from '#platform/jobs/worker.ts';
import { afterFile } from '../../test/after-file.ts';
import { type Asked, movableClock, servedApp } from '../../test/served-app.ts';
import { DEFAULT_SETTINGS } from '../deployments/deployments.fixtures.ts';
import { type ADeployment, aDeployment, aRequest, ingestRecords } from './monitoring.fixtures.ts';

export const ASSOCIATED = {
  ...DEFAULT_SETTINGS,
  associationId: { columnNames: ['id'], requiredInPredictionRequests: false, autoGenerateId: false },
};

const UNFINISHED = ['INITIALIZED', 'RUNNING'];

/** The application with a worker, at noon of a day that does not pass, and a person in it. */
export async function actualsApp(settings: Readonly<Record<string, string>> = {}) {
  const now = movableClock('2026-01-01T12:10:00.000Z');
  const app = await servedApp({ now, settings });
  const worker = await startWorker(app.platform, { concurrency: 1 });
  afterFile(() => worker.stop());
  const ada = await app.person({ username: 'ada', organization: 'one' });
  const { key } = ada;
  const at = (id: string, path: string) => `/api/v2/deployments/${id}/${path}`;
  const get = async (id: string, path: string) => (await app.ask(`GET ${at(id, path)}`, { key })).body;
  const send = (id: string, body: object) => app.ask(`POST ${at(id, 'actuals/fromJSON/')}`, { key, body });
  /** Waits for the work; answers its status record, or what it led to. */
  const finished = async (begun: Asked): Promise<Asked> => {
    if (begun.status !== 202) throw new Error(`Not begun: ${begun.status} ${begun.text}`);
    const { pathname } = new URL(String(begun.headers.location));
    return eventually(async () => {
      const seen = await app.ask(`GET ${pathname}`, { key });
      return UNFINISHED.includes(seen.body.status) && seen.status !== 303 ? null : seen;
    }, 60);
  };
  return {
    ...app,
    now,
    ada,
    get,
    send,
    finished,
    deployment: (kind: Parameters<typeof aDeployment>[2], settings: object = ASSOCIATED) =>
      aDeployment(app.platform, ada, kind, { settings }),
    /** Actuals by id, taken to the end. */
    happened: async (id: string, actuals: Readonly<Record<string, string | number>>, more: object = {}) => {
      const data = Object.entries(actuals).map(([associationId, actualValue]) => ({ associationId, actualValue }));
      return finished(await send(id, { data, ...more }));
    },
    /** Predictions by id, of rows that have nothing but an id (and more columns, where they are given). */
    predicted: (
      deployment: ADeployment,
      values: Readonly<Record<string, number | readonly number[]>>,
      over: Partial<PredictionRecord> = {},
      cells: Readonly<Record<string, string>> = {},
    ) => {
      const rows = Object.keys(values).map((id) => ({ id, ...cells }));
      const numbers = Object.values(values).flat();
      const input = { format: 'json', bytes: new TextEncoder().encode(JSON.stringify(rows)) } as const;
      const answer = { width: numbers.length / rows.length, values: Float64Array.from(numbers) };
      return ingestRecords(app.platform, [aRequest(ada, deployment, { input, answer, ...over })]);
    },
  };
}
