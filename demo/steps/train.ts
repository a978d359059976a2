import type { Client } from '../client.ts';
import type { Step, Story } from '../story.ts';

const LOOK_EVERY_MS = 500;
const SHOWN_MODELS = 3;

interface Model {
  readonly modelId: string;
  readonly modelType: string;
  readonly metrics: Readonly<Record<string, { readonly validation: number | null }>>;
}

export const train: Step = {
  title: 'Train: tell the series apart, choose the windows, quick mode',
  async run(story) {
    const { client, say, tell, projectId } = story;
    const detection = { datetimePartitionColumn: 'quarter', multiseriesIdColumns: ['place'] };
    await client.follow(await post(client, `/api/v2/projects/${projectId}/multiseriesProperties/`, detection), say);
    const aim = {
      target: 'trips',
      mode: 'quick',
      useTimeSeries: true,
      ...detection,
      cvMethod: 'datetime',
      featureDerivationWindowStart: -8,
      featureDerivationWindowEnd: 0,
      forecastWindowStart: 1,
      forecastWindowEnd: 4,
    };
    await client.call(`PATCH /api/v2/projects/${projectId}/`, { workerCount: -1 });
    const asked = await client.raw(`PATCH /api/v2/projects/${projectId}/aim/`, JSON.stringify(aim), {
      'content-type': 'application/json',
    });
    await client.follow(asked, say);
    await untilDone(story);
    const metric = 'RMSE';
    const { data } = await client.call<{ data: readonly (Model & { id: string })[] }>(
      `GET /api/v2/projects/${projectId}/modelRecords/?sortByMetric=${metric}&limit=${SHOWN_MODELS}`,
    );
    for (const { modelType, metrics } of data)
      tell(`${modelType}: ${metric} ${metrics[metric]?.validation?.toFixed(2)}`);
    const { modelId } = await client.call<{ modelId: string }>(
      `GET /api/v2/projects/${projectId}/recommendedModels/recommendedModel/`,
    );
    story.modelId = modelId;
  },
};

async function untilDone({ client, projectId, say }: Story): Promise<void> {
  for (;;) {
    const status = await client.call<{ autopilotDone: boolean; stageDescription: string }>(
      `GET /api/v2/projects/${projectId}/status/`,
    );
    if (status.autopilotDone) return;
    const jobs = await client.call<{ jobs: readonly { modelType?: string; status: string }[] }>(
      `GET /api/v2/projects/${projectId}/jobs/`,
    );
    const running = jobs.jobs.find((job) => job.status === 'inprogress');
    say(`${status.stageDescription}, ${jobs.jobs.length} to go${running?.modelType ? `: ${running.modelType}` : ''}`);
    await new Promise((done) => setTimeout(done, LOOK_EVERY_MS));
  }
}

const post = (client: Client, path: string, body: unknown): Promise<Response> =>
  client.raw(`POST ${path}`, JSON.stringify(body), { 'content-type': 'application/json' });
