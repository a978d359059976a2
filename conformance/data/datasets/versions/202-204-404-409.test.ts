import { expect, test } from 'vitest';
import { call } from '../../../support/call.ts';
import { aDataset, ended, PATH, upload } from '../a-dataset.ts';

test('202, 204: the next version, an older one again, and one fewer', async () => {
  const { id, versionId } = await aDataset();
  const second = await upload('a\n1\n2\n3\n', 'next.csv', `${id}/versions/fromFile/`);
  expect((await ended(second)).status).toBe(303);
  expect((await call('GET', `${PATH}${id}/`)).body).toMatchObject({ rowCount: 3, isLatestVersion: true });
  const third = await call('POST', `${PATH}${id}/versions/${versionId}/fromVersion/`);
  expect([third.status, (await ended(third)).status]).toEqual([202, 303]);
  expect((await call('GET', `${PATH}${id}/`)).body.rowCount).toBe(2);
  const fourth = await call('POST', `${PATH}${id}/versions/fromLatestVersion/`);
  expect([fourth.status, (await ended(fourth)).status]).toEqual([202, 303]);
  expect((await call('GET', `${PATH}${id}/versions/`)).body.totalCount).toBe(4);
  expect((await call('DELETE', `${PATH}${id}/versions/${fourth.body.catalogVersionId}/`)).status).toBe(204);
  expect((await call('GET', `${PATH}${id}/versions/${fourth.body.catalogVersionId}/`)).status).toBe(404);
});

test('404, 409: a version of another dataset; the only one; after a failure', async () => {
  const [one, other] = [await aDataset(), await aDataset()];
  expect((await call('GET', `${PATH}${one.id}/versions/${other.versionId}/`)).status).toBe(404);
  expect((await call('DELETE', `${PATH}${one.id}/versions/${one.versionId}/`)).status).toBe(409);
  const failed = await upload('a,b\n1\n', 'bad.csv', `${one.id}/versions/fromFile/`);
  expect((await ended(failed)).body.status).toBe('ERROR');
  const again = `${PATH}${one.id}/versions/fromLatestVersion/`;
  expect((await call('POST', again)).status).toBe(409);
  expect((await call('POST', again, { json: { useLatestSuccess: true } })).status).toBe(202);
});
