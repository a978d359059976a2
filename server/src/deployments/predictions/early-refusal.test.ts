import { afterAll, expect, onTestFinished, test } from 'vitest';
import { createUser, newSecretText } from '#accounts';
import { newId } from '#platform/ids.ts';
import { testPlatform } from '../../../test/platform.ts';
import { createApp } from '../../app.ts';

const key = newSecretText('key');
const LONG = `?passthroughColumns=${'a'.repeat(9_000)}`;

/** A server on a real socket, with one person who has a key. */
async function serveModel(settings: Record<string, string>): Promise<string> {
  const platform = await testPlatform({ settings });
  const app = await createApp(platform, { version: 'test' });
  afterAll(() => app.close());
  await createUser(platform, { username: 'ada', password: 'correct horse', apiKey: { name: 'first', key } });
  return app.http.listen({ host: '127.0.0.1', port: 0 });
}

/** What nobody handled while the test ran; each of these would have ended the process. */
function unhandledRejections(): unknown[] {
  const seen: unknown[] = [];
  const note = (reason: unknown) => seen.push(reason);
  process.on('unhandledRejection', note);
  onTestFinished(() => {
    process.off('unhandledRejection', note);
  });
  return seen;
}

async function ask(origin: string, path: string, headers: Record<string, string> = {}): Promise<number> {
  const reply = await fetch(origin + path, {
    method: 'POST',
    body: '[{}]',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', ...headers },
  });
  await reply.text();
  return reply.status;
}

const PATHS = ['/predApi/v1.0/deployments/ID/predictions', '/api/v2/deployments/ID/predictions'];

test('a request line that is too long is refused before the deployment is looked for', async () => {
  const origin = await serveModel({});
  const seen = unhandledRejections();
  for (const path of PATHS) expect(await ask(origin, path.replace('ID', newId()) + LONG)).toBe(414);
  // A query of the same database that is answered later: what was asked before it has been answered too.
  expect(await ask(origin, PATHS[0]?.replace('ID', newId()) ?? '')).toBe(404);
  expect(seen).toEqual([]);
});

test('so is a missing or wrong service key on the managed cloud', async () => {
  const origin = await serveModel({ ALMANAC_INSTALLATION: 'managed-cloud', ALMANAC_SERVICE_KEY: 'of-the-service' });
  const seen = unhandledRejections();
  const wrong: Record<string, string>[] = [{}, { 'service-key': 'another' }, { 'datarobot-key': 'another' }];
  for (const path of PATHS)
    for (const headers of wrong) {
      const status = await ask(origin, path.replace('ID', newId()), headers);
      expect([401, 403]).toContain(status);
    }
  const right = { 'service-key': 'of-the-service' };
  expect(await ask(origin, PATHS[0]?.replace('ID', newId()) ?? '', right)).toBe(404);
  expect(seen).toEqual([]);
});
