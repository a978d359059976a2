import { afterAll, beforeAll, expect, test } from 'vitest';
import { deployedElsewhere } from '../../../deployments/elsewhere.ts';
import { housingCsv } from '../../../projects/housing.ts';
import { uploadProject } from '../../../projects/shops.ts';
import { type Answer, call, refusalOf } from '../../../support/call.ts';
import { follow } from '../../../support/follow.ts';
import { aPlayground } from '../../../support/genai.ts';
import { aPerson, type Person } from '../../../support/people.ts';
import { type SilentServer, silentServer } from '../../../support/silent-server.ts';
import { aDataset, ended, PATH } from '../a-dataset.ts';

/** Whatever is made of the rows of a dataset says in the same words why it cannot be. */

const NOTHING = '65f000000000000000000001';
let owner: Person;
let friend: Person;
let project: string;
let deployment: string;
let metric: string;
let useCaseId: string;
let silent: SilentServer;
beforeAll(async () => {
  const permissions = ['ENABLE_DATA_CHUNKING_SERVICE'];
  [owner, friend, silent] = [await aPerson(), await aPerson({ permissions }), await silentServer()];
  const options = { key: friend.token };
  ({ path: project = '' } = await follow(await uploadProject(housingCsv(), 'Housing', options), options));
  const json = { target: 'price', mode: 'manual' };
  await follow(await call('PATCH', `${project}aim/`, { ...options, json }), options);
  deployment = `/api/v2/deployments/${(await deployedElsewhere(options, 'Elsewhere')).id}/`;
  const settings = { associationId: { columnNames: ['id'], requiredInPredictionRequests: false } };
  await follow(await call('PATCH', `${deployment}settings/`, { ...options, json: settings }), options);
  const clicks = { name: 'clicks', units: 'count', type: 'sum', isModelSpecific: false };
  const made = await call('POST', `${deployment}customMetrics/`, {
    ...options,
    json: { ...clicks, directionality: 'higherIsBetter' },
  });
  metric = `${deployment}customMetrics/${made.body.id}/`;
  ({ useCaseId } = await aPlayground(friend.token));
}, 300_000);
afterAll(() => silent.stop());

interface Of {
  readonly datasetId: string;
  readonly datasetVersionId?: string;
}

const asked =
  (path: string, more: object = {}) =>
  (of: Of) =>
    call('POST', path, { key: friend.token, json: { ...of, ...more } });
const USES: Readonly<Record<string, (of: Of) => Promise<Answer>>> = {
  'a project': (of) => {
    const body = new FormData();
    for (const [name, value] of Object.entries(of)) body.append(name, value);
    return call('POST', '/api/v2/projects/', { key: friend.token, body });
  },
  'a calendar': asked('/api/v2/calendars/fromDataset/'),
  'a dataset definition': asked('/api/v2/datasetDefinitions/'),
  actuals: (of) =>
    asked(`${deployment}actuals/fromDataset/`, { actualValueColumn: 'price', associationIdColumn: 'id' })(of),
  'predictions made elsewhere': (of) => asked(`${deployment}predictionInputs/fromDataset/`)(of),
  'values of a metric': (of) =>
    asked(`${metric}fromDataset/`, { value: { columnName: 'price' }, timestamp: { columnName: 'size' } })(of),
  'a prediction dataset': (of) => asked(`${project}predictionDatasets/datasetUploads/`)(of),
};

async function refusals(of: Of): Promise<Record<string, string>> {
  const told: Record<string, string> = {};
  for (const [name, use] of Object.entries(USES)) told[name] = refusalOf(await use(of));
  return told;
}
const all = (refusal: string) => Object.fromEntries(Object.keys(USES).map((name) => [name, refusal]));

/** Generative AI tells its refusals without codes, and documents have no version to choose. */
const ofDocuments = async (datasetId: string): Promise<number> =>
  (await asked('/api/v2/genai/vectorDatabases/', { useCaseId })({ datasetId })).status;

const share = async (id: string, role: string, canUseData = true) => {
  const roles = [{ shareRecipientType: 'user', username: friend.username, role, canUseData }];
  const json = { operation: 'updateRoles', roles };
  expect((await call('PATCH', `${PATH}${id}/sharedRoles/`, { key: owner.token, json })).status).toBe(204);
};
const removal = (path: string) => call('DELETE', path, { key: owner.token });

test('202, 200: rows of the catalog become a prediction dataset', async () => {
  const { id } = await aDataset(housingCsv(7), 'ahead.csv', friend.token);
  const made = await follow(await (USES['a prediction dataset'] as (of: Of) => Promise<Answer>)({ datasetId: id }), {
    key: friend.token,
  });
  const { body } = await call('GET', made.path ?? '', { key: friend.token });
  expect(body).toMatchObject({ numRows: 7, numColumns: 5, catalogId: id });
});

test('404, 403, 410: not seen, seen without its rows, without that version, deleted', async () => {
  const { id: datasetId } = await aDataset(housingCsv(20), 'rows.csv', owner.token);
  expect(await refusals({ datasetId })).toEqual(all('404 sharing.no_such_thing'));
  expect(await ofDocuments(datasetId)).toBe(404);
  await share(datasetId, 'CONSUMER', false);
  expect(await refusals({ datasetId })).toEqual(all('403 sharing.role_too_small'));
  expect(await ofDocuments(datasetId)).toBe(403);
  await share(datasetId, 'CONSUMER');
  expect(await refusals({ datasetId, datasetVersionId: NOTHING })).toEqual(all('404 data.no_such_version'));
  await removal(`${PATH}${datasetId}/`);
  expect(await refusals({ datasetId })).toEqual(all('410 data.dataset_deleted'));
  expect(await ofDocuments(datasetId)).toBe(410);
});

test('422: while it is being read, and when it cannot be', async () => {
  const held = await silentServer();
  const json = { url: `http://${held.host}/later.csv` };
  const begun = await call('POST', `${PATH}fromURL/`, { key: friend.token, json });
  const datasetId = begun.body.catalogId;
  expect(await refusals({ datasetId })).toEqual(all('422 data.not_read_yet'));
  expect(await ofDocuments(datasetId)).toBe(422);
  const recipe = () => call('POST', '/api/v2/recipes/fromDataset/', { key: friend.token, json: { datasetId } });
  expect(refusalOf(await recipe())).toBe('422 recipes.unreadable_input');
  held.stop();
  expect((await ended(begun, friend.token)).body.status).toBe('ERROR');
  expect(await refusals({ datasetId })).toEqual(all('422 data.version_failed'));
  expect(await ofDocuments(datasetId)).toBe(422);
});

test('a dataset definition follows its dataset, and says when it cannot', async () => {
  const { id: datasetId, versionId } = await aDataset(housingCsv(20), 'followed.csv', owner.token);
  await share(datasetId, 'CONSUMER');
  const define = async (of: Of) =>
    `/api/v2/datasetDefinitions/${(await asked('/api/v2/datasetDefinitions/')(of)).body.id}/`;
  const analyze = async (definition: string) => {
    const { status, ...answer } = await call('POST', `${definition}analyze/`, { key: friend.token });
    return status === 204 ? '204' : refusalOf({ status, ...answer });
  };
  const latest = await define({ datasetId });
  const fixed = await define({ datasetId, datasetVersionId: versionId });
  expect([await analyze(latest), await analyze(fixed)]).toEqual(['204', '204']);
  const unknown = await call('GET', `${latest}?version=9`, { key: friend.token });
  expect(refusalOf(unknown)).toBe('404 data.no_such_definition_version');
  expect(unknown.body.message).toContain('versions/ lists them');

  const json = { url: `http://${silent.host}/later.csv` };
  const begun = await call('POST', `${PATH}${datasetId}/versions/fromURL/`, { key: owner.token, json });
  expect(await analyze(latest)).toBe('422 data.not_read_yet');
  silent.stop();
  await ended(begun, owner.token);
  expect(await analyze(latest)).toBe('422 data.version_failed');
  expect((await removal(`${PATH}${datasetId}/versions/${versionId}/`)).status).toBe(204);
  expect(await analyze(fixed)).toBe('404 data.no_such_version');
  await share(datasetId, 'CONSUMER', false);
  expect(await analyze(latest)).toBe('403 sharing.role_too_small');
  await share(datasetId, 'NO_ROLE');
  expect(await analyze(latest)).toBe('404 sharing.no_such_thing');
  await share(datasetId, 'CONSUMER');
  await removal(`${PATH}${datasetId}/`);
  expect(await analyze(latest)).toBe('410 data.dataset_deleted');
});

test('204: chunks that nobody uses are deleted', async () => {
  const key = friend.token;
  const { id: datasetId } = await aDataset(housingCsv(20), 'cut.csv', key);
  const made = await asked('/api/v2/datasetDefinitions/')({ datasetId });
  const definition = `/api/v2/datasetDefinitions/${made.body.id}/`;
  await call('POST', `${definition}analyze/`, { key });
  const chunks = await call('POST', `${definition}chunkDefinitions/`, { key, json: {} });
  const one = `${definition}chunkDefinitions/${chunks.body.id}/`;
  expect((await call('DELETE', one, { key })).status).toBe(204);
  expect(refusalOf(await call('GET', one, { key }))).toBe('404 data.no_such_chunk_definition');
});

test('403: many datasets at once, one of which may only be read', async () => {
  const mine = await aDataset('a\n1\n', 'mine.csv', friend.token);
  const { id } = await aDataset('a\n1\n', 'theirs.csv', owner.token);
  await share(id, 'CONSUMER');
  const json = { datasetIds: [mine.id, id], payload: { action: 'delete' } };
  expect(refusalOf(await call('PATCH', PATH, { key: friend.token, json }))).toBe('403 sharing.role_too_small');
  expect((await call('GET', `${PATH}${mine.id}/`, { key: friend.token })).status).toBe(200);
});
