import { beforeAll, expect, test } from 'vitest';
import { call } from '../support/call.ts';
import { follow } from '../support/follow.ts';
import { aPerson } from '../support/people.ts';

/** The calls of the Terraform provider: no slash at the end, a JSON type even without a body, ids cut from addresses. */
const headers = {
  'user-agent': 'DataRobotTerraformClient/0.10.0 Terraform-1.9',
  'x-datarobot-api-consumer-trace': 'datarobot.dataset_from_file.create',
  accept: 'application/json',
};
const bare = { ...headers, 'content-type': 'application/json' };
let key: string;
beforeAll(async () => {
  key = (await aPerson()).token;
});

const upload = (path: string, content: string, name = 'sales.csv') => {
  const form = new FormData();
  form.append('file', new Blob([content]), name);
  return call('POST', path, { key, headers, body: form });
};

test('a dataset is made, waited for, read, changed and deleted', async () => {
  const made = await upload('/api/v2/datasets/fromFile', 'a,b\n1,2\n3,4\n');
  expect(made.status).toBe(202);
  const { catalogId, catalogVersionId, statusId } = made.body;
  expect([catalogId, catalogVersionId]).toEqual([
    expect.stringMatching(/^[0-9a-f]{24}$/),
    expect.stringMatching(/^[0-9a-f]{24}$/),
  ]);
  expect(made.headers.get('location')?.split('/')[6]).toBe(statusId);
  expect((await follow(made, { key, headers: bare })).path).toBe(`/api/v2/datasets/${catalogId}/`);
  const path = `/api/v2/datasets/${catalogId}`;
  const read = await call('GET', path, { key, headers: bare });
  expect(read.status).toBe(200);
  expect(read.body).toMatchObject({
    datasetId: catalogId,
    versionId: catalogVersionId,
    name: 'sales.csv',
    processingState: 'COMPLETED',
  });
  const renamed = await call('PATCH', path, { key, headers, json: { name: 'Sales' } });
  expect([renamed.status, renamed.body.name]).toEqual([200, 'Sales']);
  const deleted = await call('DELETE', path, { key, headers: bare });
  expect([deleted.status, deleted.text]).toEqual([204, '']);
  expect([404, 410]).toContain((await call('GET', path, { key, headers: bare })).status);
});

test('a file that cannot be read ends with a state and a sentence that are both there', async () => {
  const made = await upload('/api/v2/datasets/fromFile', 'a,b\n1,2\n3\n');
  const { failure } = await follow(made, { key, headers: bare });
  expect(failure).toContain('Line 3');
  const read = await call('GET', `/api/v2/datasets/${made.body.catalogId}`, { key, headers: bare });
  expect(read.body).toMatchObject({ processingState: 'ERROR', error: failure });
});

test('a list is read page by page by the query of next alone', async () => {
  for (const name of ['one.csv', 'two.csv', 'three.csv'])
    await follow(await upload('/api/v2/datasets/fromFile', 'a\n1\n', name), { key });
  const names: string[] = [];
  let query = '?limit=2&filterFailed=true';
  while (query !== '') {
    const { body } = await call('GET', `/api/v2/datasets${query}`, { key, headers: bare });
    names.push(...body.data.map((one: { name: string }) => one.name));
    query = body.next === null ? '' : new URL(body.next).search;
  }
  expect(names).toEqual(['three.csv', 'two.csv', 'one.csv']);
});

test('a request without a file is refused with the field named', async () => {
  const refused = await call('POST', '/api/v2/datasets/fromFile', { key, headers, body: new FormData() });
  expect(refused.status).toBe(422);
  expect((await call('POST', '/api/v2/datasets/fromFile', { key, headers: bare })).status).toBe(422);
});
