import { expect, test } from 'vitest';
import { call } from '../../support/call.ts';
import { follow } from '../../support/follow.ts';
import { shopsCsv, uploadProject } from '../shops.ts';

test('202: the body names the project, the status leads to it', async () => {
  const started = await uploadProject(shopsCsv(2, 30), 'Mine');
  expect(started.status).toBe(202);
  expect(started.body.pid).toMatch(/^[0-9a-f]{24}$/);
  const { path } = await follow(started);
  expect(path).toBe(`/api/v2/projects/${started.body.pid}/`);
  const project = await call('GET', path ?? '');
  expect(project.body).toMatchObject({ projectName: 'Mine', stage: 'aim', fileName: 'shops.csv' });
  const copy = await follow(await call('POST', '/api/v2/projectClones/', { json: { projectId: started.body.pid } }));
  expect((await call('GET', copy.path ?? '')).body).toMatchObject({ projectName: 'Copy of Mine', stage: 'aim' });
});

test('202, then ERROR with a sentence: a file that is no table', async () => {
  const { failure } = await follow(await uploadProject('', 'Empty'));
  expect(failure).toMatch(/empty/i);
});

test('401 without a key', async () => {
  expect((await uploadProject('a\n1\n', 'x', { key: null })).status).toBe(401);
});

test('422: nothing to make a project of, or two things', async () => {
  const nothing = await call('POST', '/api/v2/projects/', { json: { projectName: 'x' } });
  expect(nothing.status).toBe(422);
  expect(nothing.body.errors.file).toContain('exactly one');
  const both = await call('POST', '/api/v2/projects/', { json: { url: 'https://example.com/a.csv', datasetId: 'b' } });
  expect(both.body.errors.url).toContain('url and datasetId');
  const unknown = await call('POST', '/api/v2/projects/', { json: { colour: 'red' } });
  expect(unknown.body.errors.colour).toBeDefined();
});

test('422: a file in another part of the form than `file`', async () => {
  const form = new FormData();
  form.append('upload', new Blob(['a\n1\n']), 'shops.csv');
  const { status, body } = await call('POST', '/api/v2/projects/', { body: form });
  expect([status, body.errors.file]).toEqual([422, expect.stringContaining('you sent one in "upload"')]);
});

test('404: a dataset nobody showed the caller', async () => {
  const missing = await call('POST', '/api/v2/projects/', { json: { datasetId: '65f000000000000000000001' } });
  expect(missing.status).toBe(404);
});
