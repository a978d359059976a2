import { startLlm } from '../../../conformance/providers/llm/llm.ts';
import { startWorker } from '../../src/platform/jobs/worker.ts';
import { afterFile } from '../after-file.ts';
import { type Asked, type ServedApp, servedApp } from '../served-app.ts';
import { makeAccountObjects } from './world-accounts.ts';
import { makeDataObjects } from './world-data.ts';
import { makeDeploymentObjects } from './world-deployments.ts';
import { makeGenaiObjects } from './world-genai.ts';
import { makeProjectObjects } from './world-projects.ts';
import type { Maker, Person, World } from './world-types.ts';

export const PERMISSIONS = [
  'ENABLE_INCREMENTAL_LEARNING',
  'ENABLE_DATA_CHUNKING_SERVICE',
  'ENABLE_ACL_SYNCHRONIZATION',
];

/** The whole application with a worker beside it and a language model behind it. */
export async function isolationApp(): Promise<ServedApp> {
  const llm = await startLlm();
  const app = await servedApp({
    settings: {
      ALMANAC_API_VERSION: '2.34', // with the routes that were removed since
      ALMANAC_LLM_BASE_URL: llm.url,
      ALMANAC_LLM_MODELS: 'fake/echo',
      ALMANAC_SQL_THREADS: '2',
      ALMANAC_ALLOWED_INSIDE_HOSTS: '127.0.0.0/8',
      ALMANAC_ALLOW_INSECURE_PROVIDERS: 'true',
      ALMANAC_UPGRADED: 'true',
    },
  });
  const worker = await startWorker(app.platform, { concurrency: 2 });
  afterFile(async () => {
    await worker.stop();
    await llm.close();
  });
  return app;
}

/** One of every kind of object that the API makes in a moment. Names are the same in every world. */
export async function makeWorld(app: ServedApp, owner: Person, admin: Person): Promise<World> {
  const maker: Maker = {
    app,
    owner,
    admin,
    async make(line, body, { key = owner.key, headers = {} } = {}) {
      const reply = await app.ask(line, { key, headers, ...(body === undefined ? {} : { body }) });
      const last = reply.status === 202 && reply.headers.location ? await followed(app, reply, key) : reply;
      if (last.status < 300) return last;
      throw new Error(`${line} answered ${last.status}: ${last.text}`);
    },
  };
  const accounts = await makeAccountObjects(maker);
  const data = await makeDataObjects(maker);
  const projects = await makeProjectObjects(maker, data);
  const deployments = await makeDeploymentObjects(maker, { ...data, ...accounts });
  const genai = await makeGenaiObjects(maker, { ...data, ...accounts });
  return { ...accounts, ...data, ...projects, ...genai, ...deployments };
}

const UNFINISHED = ['INITIALIZED', 'RUNNING', 'queue', 'inprogress'];

async function followed(app: ServedApp, started: Asked, key: string): Promise<Asked> {
  const { pathname } = new URL(String(started.headers.location));
  for (;;) {
    const seen = await app.ask(`GET ${pathname}`, { key });
    if (seen.status === 303) {
      const { pathname: path, search } = new URL(String(seen.headers.location));
      return app.ask(`GET ${path}${search}`, { key });
    }
    if (!UNFINISHED.includes(seen.body.status)) return seen;
    await new Promise(setImmediate);
  }
}
