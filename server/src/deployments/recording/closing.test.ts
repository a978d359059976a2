import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { openDatabase } from '#platform/db/database.ts';
import { newId } from '#platform/ids.ts';
import { eventually } from '#platform/jobs/jobs.fixtures.ts';
import { testPlatform } from '../../../test/platform.ts';
import { createRecorder } from './recorder.ts';
import { aRecord } from './recording.fixtures.ts';

const platform = await testPlatform();

/** An address where somebody takes connections and never says a word. */
async function silentAddress(): Promise<string> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => sockets.add(socket)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return `postgresql://nobody@127.0.0.1:${(server.address() as AddressInfo).port}/nothing`;
}

it('writes down what was predicted before it waits for a database that is away', async () => {
  const db = openDatabase(await silentAddress(), { max: 1, applicationName: 'tests' });
  const recorder = createRecorder({ ...platform, db });
  recorder.note(aRecord(newId()));
  const closing = recorder.close();
  const files = await eventually(async () => {
    const found = await readdir(join(platform.config.dataDir, 'prediction-log'));
    return found.length > 0 && found;
  });
  expect(files).toHaveLength(1);
  // It cannot end here: that it goes on waiting must not break anything.
  closing.catch(() => undefined);
});
