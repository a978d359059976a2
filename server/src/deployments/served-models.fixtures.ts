import { eventually } from '#platform/jobs/jobs.fixtures.ts';
import { startWorker } from '#platform/jobs/worker.ts';
import { type Asked, type ServedApp, servedApp } from '../../test/served-app.ts';
import { csvOf } from './deployments.fixtures.ts';
import { aHousingTable, aSalesTable, type ModelKind } from './model.fixtures.ts';

export interface DeploymentsApp extends ServedApp {
  /** Asks the status of an answer until it is finished; answers what it led to. */
  finished(started: Asked, key: string): Promise<Asked>;
  stopWorker(): Promise<void>;
}

const PATIENCE_SECONDS = 240;

/** The whole application with a worker beside it. */
export async function deploymentsApp(settings: Readonly<Record<string, string>> = {}): Promise<DeploymentsApp> {
  const app = await servedApp({ settings });
  const worker = await startWorker(app.platform, { concurrency: 2 });
  return {
    ...app,
    stopWorker: () => worker.stop(),
    async finished(started, key) {
      if (started.status !== 202) throw new Error(`Not started: ${started.status} ${JSON.stringify(started.body)}`);
      const { pathname } = new URL(String(started.headers.location));
      const seen = await eventually(async () => {
        const now = await app.ask(`GET ${pathname}`, { key });
        return now.status !== 303 && UNFINISHED.includes(now.body.status) ? null : now;
      }, PATIENCE_SECONDS);
      if (seen.status !== 303) return seen;
      const target = new URL(String(seen.headers.location));
      return app.ask(`GET ${target.pathname}${target.search}`, { key });
    },
  };
}

const UNFINISHED = ['INITIALIZED', 'RUNNING', 'queue', 'inprogress'];

const AIMS: Readonly<Record<ModelKind, object>> = {
  regression: { target: 'price' },
  binary: { target: 'sold', positiveClass: 'yes' },
  multiclass: { target: 'kind' },
  anomaly: { unsupervisedMode: true },
  series: {
    target: 'sales',
    useTimeSeries: true,
    cvMethod: 'datetime',
    datetimePartitionColumn: 'date',
    multiseriesIdColumns: ['store'],
    forecastWindowStart: 1,
    forecastWindowEnd: 7,
    featureDerivationWindowStart: -28,
    featureDerivationWindowEnd: 0,
    numberOfBacktests: 1,
    featureSettings: [{ featureName: 'promotion', knownInAdvance: true }],
  },
};

export interface TrainedModel {
  readonly projectId: string;
  readonly modelId: string;
}

/** A model that was trained for real, from a file to the leaderboard: one a test file is enough. */
export async function aTrainedModel(
  app: DeploymentsApp,
  key: string,
  kind: ModelKind,
  /** Before the target is chosen. */
  prepare: (path: string) => Promise<unknown> = async () => undefined,
): Promise<TrainedModel> {
  const content = csvOf(kind === 'series' ? aSalesTable() : aHousingTable());
  const edge = 'edge-of-the-form';
  const head = `--${edge}\r\nContent-Disposition: form-data; name="file"; filename="${kind}.csv"\r\n\r\n`;
  const headers = { 'content-type': `multipart/form-data; boundary=${edge}` };
  const body = `${head}${content}\r\n--${edge}--\r\n`;
  const project = await app.finished(await app.ask('POST /api/v2/projects/', { key, body, headers }), key);
  const path = `/api/v2/projects/${project.body.id}/`;
  if (kind === 'series') {
    const columns = { datetimePartitionColumn: 'date', multiseriesIdColumns: ['store'] };
    await app.finished(await app.ask(`POST ${path}multiseriesProperties/`, { key, body: columns }), key);
  }
  await prepare(path);
  const aim = { mode: 'manual', ...AIMS[kind] };
  await app.finished(await app.ask(`PATCH ${path}aim/`, { key, body: aim }), key);
  const blueprints: { id: string; modelType: string }[] = (await app.ask(`GET ${path}blueprints/`, { key })).body;
  // One that looks at its columns, where there is a quick one.
  const blueprint =
    blueprints.find(({ modelType }) => /ridge|elastic|logistic|isolation/i.test(modelType)) ?? blueprints[0];
  const where = kind === 'series' ? 'datetimeModels' : 'models';
  const begun = await app.ask(`POST ${path}${where}/`, { key, body: { blueprintId: blueprint?.id } });
  const model = await app.finished(begun, key);
  return { projectId: project.body.id, modelId: model.body.id };
}
