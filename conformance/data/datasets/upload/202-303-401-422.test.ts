import { expect, test } from 'vitest';
import { call } from '../../../support/call.ts';
import { ended, form, PATH, upload } from '../a-dataset.ts';

test.each(['fromFile/', 'fromFile'])('202, 303: POST datasets/%s, and the record the status leads to', async (path) => {
  const begun = await upload('price,name\n1.5,ant\n2,bee\n', 'ants.csv', path);
  expect(begun.status).toBe(202);
  expect(Object.keys(begun.body).sort()).toEqual(['catalogId', 'catalogVersionId', 'statusId']);
  expect(begun.headers.get('location')).toMatch(new RegExp(`^http.*/api/v2/status/${begun.body.statusId}/$`));
  const done = await ended(begun);
  expect([done.status, done.headers.get('location')]).toEqual([
    303,
    expect.stringMatching(new RegExp(`^http.*${PATH}${begun.body.catalogId}/$`)),
  ]);
  const record = await call('GET', `${PATH}${begun.body.catalogId}/`);
  expect(record.body).toMatchObject({ processingState: 'COMPLETED', rowCount: 2, featureCount: 2, error: '' });
  for (const field of ['uri', 'lastModifierFullName', 'createdBy', 'creationDate'])
    expect(record.body[field]).not.toBe('');
  for (const item of record.body.featureCountByType) expect(Object.keys(item).sort()).toEqual(['count', 'featureType']);
});

test('202: categories come as one word or as a list, in form fields and in JSON', async () => {
  for (const categories of ['TRAINING', '["TRAINING","SAMPLE"]']) {
    expect((await call('POST', `${PATH}fromFile/`, form('a\n1\n', 'a.csv', { categories }))).status).toBe(202);
  }
});

test('401', async () => {
  expect((await call('POST', `${PATH}fromFile/`, { ...form('a\n1\n', 'a.csv'), key: null })).status).toBe(401);
});

test('422: no file, an empty one, fields that are not known', async () => {
  expect((await upload('')).body.errors).toHaveProperty('file');
  expect((await call('POST', `${PATH}fromFile/`, { json: {} })).status).toBe(422);
  const odd = await call('POST', `${PATH}fromFile/`, form('a\n1\n', 'a.csv', { colour: 'red' }));
  expect([odd.status, Object.keys(odd.body.errors)]).toEqual([422, ['colour']]);
  expect((await call('POST', `${PATH}fromURL/`, { json: { url: 'file:///etc/passwd' } })).body.errors).toHaveProperty(
    'url',
  );
  expect((await call('POST', `${PATH}fromStage/`, { json: {} })).body.errors).toHaveProperty('stageId');
});
