import { Readable } from 'node:stream';
import { openObject, putFile } from '../../src/data/data-stores/objects.ts';
import { fetchToBlob } from '../../src/data/uploads/guarded-fetch.ts';
import { invalidateCatalogue } from '../../src/genai/catalogue/catalogue.ts';
import { sealSecrets } from '../../src/monitoring/notifications/channel-secrets.ts';
import { sendWebhook } from '../../src/monitoring/notifications/deliver.job.ts';
import type { ChannelRow } from '../../src/monitoring/notifications/notification.tables.ts';
import { servedApp } from '../served-app.ts';

/** Tries to reach `http://host:port`, and answers what came of it. */
export type Attempt = (host: string, port: number) => Promise<string>;

const said = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'reached',
    (error: Error) => error.message,
  );

/**
 * Every way in which somebody of an organization, here its administrator, makes the server call an address. Where the
 * address is checked when it is registered there are two: the registration, and the call of what was registered before,
 * as it is made of a name that led elsewhere then.
 */
export async function outboundKinds(settings: Record<string, string>): Promise<Readonly<Record<string, Attempt>>> {
  const { platform, ask, person } = await servedApp({ settings });
  const { key, ...admin } = await person({ role: 'admin', permissions: ['ENABLE_ACL_SYNCHRONIZATION'] });
  const { pool } = platform.db;
  const signal = AbortSignal.timeout(60_000);
  const post = (path: string, body: object = {}) => ask(`POST /api/v2/${path}`, { key, body });
  const made = async (path: string, body: object) => (await post(path, body)).body;

  const workload = await made('workloads/', { name: 'Elsewhere', address: 'http://service.invalid/' });
  const model = (baseUrl: string, id: string) => ({ name: id, baseUrl, models: [{ model: `own/${id}` }] });
  await made('genai/llmgw/upstreams/', model('http://llm.invalid/v1', 'echo'));
  const configB = { tenantId: 'tenant', clientId: 'client', clientSecret: 'secret' };
  const provider = (url: string) => ({ provider: 'B', config: { ...configB, graphUrl: url, loginUrl: url } });
  const connection = await made('aclConnections/', { name: 'Elsewhere', ...provider('https://graph.invalid') });
  const { id: driverId } = (await ask('GET /api/v2/externalDataDrivers/', { key })).body.data[0];
  const id = 'a'.repeat(24);
  const sealed = sealSecrets(platform, id, { secretToken: null, customHeaders: [] });
  const ctx = { ...platform, actor: { ...admin, userId: admin.id } } as unknown as Parameters<typeof openObject>[0];
  let count = 0;

  return {
    'a file from a URL': (host, port) =>
      said(fetchToBlob(platform, `http://${host}:${port}/a.csv`, `incoming/${++count}`, { signal })),
    'a file put to a URL': (host, port) => {
      const options = { type: 'text/csv', bytes: 1, headers: {}, signal };
      return said(putFile(platform, `http://${host}:${port}/a.csv`, Readable.from(['x']), options));
    },
    'an object of a bucket': async (host, port) => {
      const place = { url: 's3://bucket/key', endpointUrl: `http://${host}:${port}` };
      return said(openObject(ctx, place, signal).then((object) => object.size()));
    },
    'a data store': async (host, port) => {
      const params = { driverId, jdbcUrl: `jdbc:postgresql://${host}:${port}/database` };
      const store = await made('externalDataStores/', { type: 'jdbc', canonicalName: `Store ${++count}`, params });
      return (await post(`externalDataStores/${store.id}/test/`, { user: 'me', password: 'x' })).text;
    },
    'a webhook': (host, port) => {
      const channel = { id, target: `http://${host}:${port}/`, validate_ssl: true, sealed } as ChannelRow;
      return said(sendWebhook(platform, channel, { id, event_type: 'test', payload: '{}' }, signal));
    },
    'a workload that is registered': async (host, port) =>
      (await post('workloads/', { name: `Inside ${++count}`, address: `http://${host}:${port}/` })).text,
    'a workload that is called': async (host, port) => {
      await pool.query('UPDATE workloads SET address = $1, is_inside = true', [`http://${host}:${port}/`]);
      return (await ask(`GET /api/v2/endpoints/workloads/${workload.id}/x`, { key })).text;
    },
    'a language model that is registered': async (host, port) =>
      (await post('genai/llmgw/upstreams/', model(`http://${host}:${port}/v1`, `n${++count}`))).text,
    'a language model that is called': async (host, port) => {
      await pool.query('UPDATE genai_upstreams SET base_url = $1', [`http://${host}:${port}/v1`]);
      invalidateCatalogue(platform, admin.organizationId);
      const body = { model: 'own/echo', messages: [{ role: 'user', content: 'hello' }] };
      return (await post('genai/llmgw/chat/completions/', body)).text;
    },
    'a provider that is registered': async (host, port) =>
      (await post('aclConnections/', { name: `Inside ${++count}`, ...provider(`https://${host}:${port}`) })).text,
    'a provider that is called': async (host, port) => {
      // As it is kept: addresses are compared as the parser of URLs writes them.
      const url = new URL(`https://${host}:${port}`).origin;
      const config = { ...configB, graphUrl: url, loginUrl: url };
      const { rows } = await pool.query<{ purpose: string }>(
        `SELECT 'acl_connections.sealed/' || id AS purpose FROM acl_connections WHERE id = $1`,
        [connection.id],
      );
      const changed = platform.secrets.seal(JSON.stringify(config), rows[0]?.purpose ?? '');
      await pool.query('UPDATE acl_connections SET sealed = $1 WHERE id = $2', [changed, connection.id]);
      return (await post(`aclConnections/${connection.id}/preflight/`)).text;
    },
  };
}
