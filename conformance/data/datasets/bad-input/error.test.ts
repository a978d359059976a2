import { expect, test } from 'vitest';
import { call } from '../../../support/call.ts';
import { ended, PATH, upload } from '../a-dataset.ts';

test.each([
  ['a short row', 'a,b\n1,2\n3\n', 'Line 3'],
  ['a header and nothing else', 'a,b\n', 'no rows'],
  ['a quote that is not closed', 'a,b\n1,"2\n', 'Line 2'],
  ['noise', Uint8Array.from({ length: 5000 }, (_, i) => (i * 7919) % 256), 'Line 1'],
  ['half a gzip file', Uint8Array.of(0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3, 1), 'gzip'],
  ['no Parquet', 'PAR1 or so', 'Parquet'],
])(
  '%s: version and status end with ERROR and the same sentence; nothing can be downloaded',
  async (_, content, word) => {
    const begun = await upload(content, 'data.csv');
    expect(begun.status).toBe(202);
    const status = await ended(begun);
    expect([status.status, status.body.status]).toEqual([200, 'ERROR']);
    expect(status.body.message).toContain(word);
    const record = await call('GET', `${PATH}${begun.body.catalogId}/`);
    expect(record.body).toMatchObject({ processingState: 'ERROR', error: status.body.message });
    expect((await call('GET', `${PATH}${begun.body.catalogId}/file/`)).status).toBe(422);
  },
);

test('names that look like SQL stay names', async () => {
  const begun = await upload('select,"a""; DROP TABLE datasets; --",a,a,\n1,2,3,4,5\n');
  expect((await ended(begun)).status).toBe(303);
  const { body } = await call('GET', `${PATH}${begun.body.catalogId}/allFeaturesDetails/`);
  const names = body.data.map((one: { name: string }) => one.name).sort();
  expect(names).toEqual(['Column 5', 'a', 'a"; DROP TABLE datasets; --', 'a_1', 'select']);
});
