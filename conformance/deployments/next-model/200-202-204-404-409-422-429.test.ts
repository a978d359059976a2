import { setTimeout as pause } from 'node:timers/promises';
import { beforeAll, expect, test } from 'vitest';
import { housingCsv } from '../../projects/housing.ts';
import { type Answer, type CallOptions, call } from '../../support/call.ts';
import { follow } from '../../support/follow.ts';
import { aPerson, type Person } from '../../support/people.ts';
import { type Served, servedHousing, trained } from '../served.ts';

/** Models that may come after the one that serves: challengers, retrained ones, replacements, and files of models. */
const NOTHING = '65f000000000000000000001';
const LONGEST_MS = 60_000;
let mine: CallOptions;
let consumer: Person;
let served: Served;
let nextPackageId: string;

const send = (line: string, json?: object, who = mine) => {
  const [method = '', path = ''] = line.split(' ');
  const at = path.startsWith('/') ? path : `/api/v2/deployments/${served.deploymentId}/${path}`;
  return call(method, at, { ...who, ...(json === undefined ? {} : { json }) });
};
const code = ({ status, body }: Answer) => [status, body?.code];

async function expectRefused(line: string, json: object | undefined, expected: readonly [number, string, string]) {
  const reply = await send(line, json);
  const [status, name, sentence] = expected;
  const told = [line, ...code(reply), reply.body?.message];
  expect(told).toEqual([line, status, name, expect.stringContaining(sentence)]);
}

beforeAll(async () => {
  mine = { key: (await aPerson()).token };
  consumer = await aPerson();
  served = await servedHousing(mine);
  const modelId = await trained(`/api/v2/projects/${served.projectId}/`, 'models', /tree|forest/i, mine);
  const json = { modelId, registeredModelName: 'Next' };
  nextPackageId = (await send('POST /api/v2/modelPackages/fromLeaderboard/', json)).body.id;
  await builtAs(nextPackageId, 'complete');
}, 240_000);

async function builtAs(id: string, wanted: string): Promise<void> {
  for (const deadline = Date.now() + LONGEST_MS; Date.now() < deadline; await pause(100))
    if ((await send(`GET /api/v2/modelPackages/${id}/`)).body.buildStatus === wanted) return;
  throw new Error(`Model package ${id} was never ${wanted}.`);
}

test('202, 422, 429: challengers replay what was asked, one replay at a time', async () => {
  await send('PATCH settings/', { challengerModels: { enabled: true }, predictionsDataCollection: { enabled: true } });
  const { data } = (await send('GET /api/v2/predictionEnvironments/')).body;
  const place = data.find(({ isNative }: { isNative: boolean }) => isNative).id;
  const challenger = { modelPackageId: nextPackageId, name: 'Next', predictionEnvironmentId: place };
  await follow(await send('POST challengers/', challenger), mine);
  await expectRefused('POST challengers/', challenger, [422, 'challengers.is_there', 'Next']);
  const path = `/predApi/v1.0/deployments/${served.deploymentId}/predictions`;
  const headers = { 'content-type': 'text/csv' };
  expect((await call('POST', path, { ...mine, body: housingCsv(10), headers })).status).toBe(200);
  // All at once: whichever comes first replays, and the others are told to wait for it.
  const begun = await Promise.all(Array.from({ length: 6 }, () => send('POST challengerPredictions/', {})));
  const [first] = begun.filter(({ status }) => status === 202);
  const [refused] = begun.filter(({ status }) => status === 429);
  expect((await follow(first as Answer, mine)).failure).toBeUndefined();
  expect([refused?.body.code, Number(refused?.headers.get('retry-after')) > 0]).toEqual([
    'challengers.replaying',
    true,
  ]);
  expect(new URL(refused?.headers.get('location') ?? '').pathname).toMatch(/^\/api\/v2\/status\//);
});

test('200, 202, 404, 409, 422: retraining runs, one at a time, and can be cancelled once', async () => {
  const body = new FormData();
  body.set('file', new Blob([housingCsv()]), 'housing.csv');
  const { path = '' } = await follow(await call('POST', '/api/v2/datasets/fromFile/', { ...mine, body }), mine);
  const { datasetId } = (await call('GET', path, mine)).body;
  expect((await send('PATCH retrainingSettings/', { datasetId })).status).toBe(204);
  const policy = (await send('POST retrainingPolicies/', { name: 'again' })).body.id;
  const runs = `retrainingPolicies/${policy}/runs/`;
  const begun = await send(`POST ${runs}`);
  expect(begun.status, begun.text).toBe(202);
  const run = `${runs}${begun.body.id}/`;
  await expectRefused(`POST ${runs}`, undefined, [409, 'retraining.running', begun.body.id]);
  const seen = await send(`GET ${run}`);
  expect([seen.status, seen.body]).toMatchObject([200, { id: begun.body.id, finishTime: null }]);
  const cancelled = await send(`PATCH ${run}`, { status: 'cancelled' });
  expect([cancelled.status, cancelled.body.status], cancelled.text).toEqual([200, 'cancelled']);
  await expectRefused(`PATCH ${run}`, { status: 'cancelled' }, [409, 'retraining.has_ended', begun.body.id]);
  const missing = `retrainingPolicies/${NOTHING}/`;
  for (const [line, json] of [
    [`PATCH ${missing}`, { name: 'never' }],
    [`GET ${missing}runs/`],
    [`POST ${missing}runs/`],
  ] as const)
    await expectRefused(line, json, [404, 'retraining.no_such_policy', NOTHING]);
  for (let count = 1; count < 5; count += 1) await send('POST retrainingPolicies/', { name: `policy ${count}` });
  await expectRefused('POST retrainingPolicies/', { name: 'one more' }, [422, 'retraining.too_many', '5']);
});

test('409: a model is not replaced while its deployment is launched; 422: nor scored while it is built', async () => {
  // Each is built first, one after the other: the last one waits for those before it, and so does its caller.
  const begun = ['Soon 1', 'Soon 2', 'Soon 3', 'Soon 4'].map((label) =>
    send('POST /api/v2/deployments/fromLeaderboard/', { modelId: served.modelId, label }),
  );
  let launching: { id: string; status: string }[] = [];
  while (launching.length < begun.length) {
    const { data } = (await send('GET /api/v2/deployments/?search=Soon&orderBy=createdAtTimestamp')).body;
    launching = data;
  }
  const last = launching.at(-1);
  const deployment = `/api/v2/deployments/${last?.id}/`;
  const building = (await send(`GET ${deployment}`)).body.modelPackage.id;
  const jobs = '/api/v2/batchPredictions/';
  const definitions = '/api/v2/batchPredictionJobDefinitions/';
  const name = `Early ${last?.id}`;
  const [replaced, job, early, other] = await Promise.all([
    send(`PATCH ${deployment}model/`, { modelPackageId: nextPackageId, reason: 'OTHER' }),
    send(`POST ${jobs}`, { modelPackageId: building }),
    send(`POST ${definitions}`, { modelPackageId: building, name }),
    send(`POST ${definitions}`, { deploymentId: served.deploymentId, name: `${name} 2` }),
  ]);
  const changed = await send(`PATCH ${definitions}${other.body.id}/`, { deploymentId: null, modelPackageId: building });
  expect([code(replaced), code(job), code(early), code(changed)]).toEqual([
    [409, 'deployments.busy'],
    ...[job, early, changed].map(() => [422, 'batch.package_building']),
  ]);
  for (const launched of await Promise.all(begun)) await follow(launched, mine);
});

test('201, 404, 422: the file of a model becomes a version; a damaged one does not, and says why', async () => {
  const file = await fetch(new URL(`/api/v2/deployments/${served.deploymentId}/modelPackageFile/`, await origin()), {
    headers: { authorization: `Bearer ${mine.key}` },
  });
  const bytes = new Uint8Array(await file.arrayBuffer());
  const register = (content: Uint8Array<ArrayBuffer>, name: string) => {
    const body = new FormData();
    body.set('name', name);
    body.set('file', new Blob([content]), 'model.mlpkg');
    return call('POST', '/api/v2/modelPackages/fromModelPackageFile/', { ...mine, body });
  };
  const made = await register(bytes, 'Copied');
  expect([made.status, made.body.target], made.text).toMatchObject([201, { name: 'sold', type: 'Binary' }]);
  await builtAs(made.body.id, 'complete');
  const names = async (id: string) =>
    (await send(`GET /api/v2/modelPackages/${id}/features/`)).body.data.map(({ name }: { name: string }) => name);
  expect(await names(made.body.id)).toEqual(await names(nextPackageId));
  const broken = await register(damaged(bytes), 'Broken');
  expect(broken.status, broken.text).toBe(201);
  await builtAs(broken.body.id, 'failed');
  const why = 'could not be built';
  await expectRefused(`GET /api/v2/modelPackages/${broken.body.id}/features/`, undefined, [
    422,
    'registry.build_failed',
    why,
  ]);
  const roles = [{ shareRecipientType: 'user', id: consumer.id, role: 'CONSUMER' }];
  expect((await send('PATCH sharedRoles/', { operation: 'updateRoles', roles })).status).toBe(204);
  // The deployment is theirs to use, its registered model is not.
  for (const line of ['GET modelPackageFile/', 'POST modelPackageFileBuilds/'])
    expect(code(await send(line, undefined, { key: consumer.token }))).toEqual([404, 'registry.no_such_package']);
  const parent = { modelId: served.modelId, registeredModelId: NOTHING };
  await expectRefused('POST /api/v2/modelPackages/fromLeaderboard/', parent, [404, 'sharing.no_such_thing', NOTHING]);
});

test('429: more ONNX downloads at once than an organization may have waiting', async () => {
  const path = `/api/v2/modelPackages/${nextPackageId}/onnx/`;
  const replies = await Promise.all(Array.from({ length: 24 }, () => call('GET', path, mine)));
  const statuses = new Set(replies.map(({ status }) => status));
  expect(statuses).toEqual(new Set([200, 429]));
  const refused = replies.find(({ status }) => status === 429);
  expect([refused?.body.code, refused?.headers.get('retry-after')]).toEqual(['registry.too_many_onnx', '5']);
});

async function origin(): Promise<string> {
  return (await call('GET', '/api/v2/predictionServers/', mine)).body.data[0].url;
}

/** A tar file whose manifest comes first and stays, while the beginning of every other file is lost. */
function damaged(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const copy = Buffer.from(bytes);
  const [header, magic] = [512, 257];
  for (let at = copy.indexOf('ustar', header); at >= 0; at = copy.indexOf('ustar', at + header))
    copy.fill(0xff, at - magic + header, at - magic + header + 64);
  return new Uint8Array(copy);
}
