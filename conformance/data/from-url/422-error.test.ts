import { afterAll, beforeAll, expect, test } from 'vitest';
import { call } from '../../support/call.ts';
import { type FileServer, fileServer } from '../../support/file-server.ts';
import { follow } from '../../support/follow.ts';

let here: FileServer;
beforeAll(async () => {
  here = await fileServer({ '/data.csv': 'a,b\n1,2\n' });
});
afterAll(() => here.stop());

const from = (url: string) => call('POST', '/api/v2/datasets/fromURL/', { json: { url } });

test.each(['file:///etc/passwd', 'ftp://host/a.csv', 'http://me:secret@host/a.csv', 'nothing', ''])(
  '422: %s is refused at once, and what is secret in it is not repeated',
  async (url) => {
    const answer = await from(url);
    expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, ['url']]);
    expect(answer.text).not.toContain('secret');
  },
);

test.each([
  'http://127.0.0.1:{port}/data.csv',
  'http://localhost:{port}/data.csv',
  'http://2130706433:{port}/data.csv',
  'http://0177.0.0.1:{port}/data.csv',
  'http://0x7f000001:{port}/data.csv',
  'http://[::ffff:127.0.0.1]:{port}/data.csv',
  'http://169.254.169.254/latest/meta-data/',
])('ERROR: %s is inside, and nobody is asked there', async (url) => {
  const { failure } = await follow(await from(url.replace('{port}', new URL(here.url).port)));
  expect(failure).toContain('not on the open internet');
  expect(here.asked).toEqual([]);
});
