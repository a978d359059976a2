import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { expect, test } from 'vitest';
import { eventually } from '#platform/jobs/jobs.fixtures.ts';
import { servedApp } from '../../../../test/served-app.ts';
import { openFiles } from '../../../../test/uploader.ts';
import { aDeployment } from '../../predictions/predictions.fixtures.ts';
import { housingRows, PATH } from '../batch.fixtures.ts';

// No worker: whatever is left, nobody else will remove it.
const app = await servedApp();
const url = new URL(await app.listen());
const ada = await app.person();
const deployment = await aDeployment(app.platform, ada, 'regression');

async function aJob(multipart: boolean): Promise<string> {
  const intakeSettings = { type: 'localFile', ...(multipart ? { multipart } : {}) };
  const made = await app.ask(`POST ${PATH}`, {
    key: ada.key,
    body: { deploymentId: deployment.id, intakeSettings },
  });
  return made.body.id;
}

/** Sends a piece that is kept at once, and the beginning of another. */
async function begin(path: string): Promise<Socket> {
  const socket = connect(Number(url.port), url.hostname);
  await once(socket, 'connect');
  const head = [`PUT ${path} HTTP/1.1`, 'host: x', `authorization: Bearer ${ada.key}`, 'content-type: text/csv'];
  socket.write(`${[...head, `content-length: ${1024 ** 3}`].join('\r\n')}\r\n\r\n`);
  const rows = housingRows(300);
  for (let bytes = 0; bytes < 9 * 1024 ** 2; bytes += rows.length) socket.write(rows);
  return socket;
}

async function pieces(id: string): Promise<number> {
  let found = 0;
  for await (const key of app.platform.blobs.list(`batch/${id}/`)) found += key.length > 0 ? 1 : 0;
  return found;
}

test.each([
  ['a file', false, 'csvUpload/'],
  ['a part', true, 'csvUpload/part/0/'],
])('%s whose upload breaks off leaves no piece and no open file', async (_what, multipart, rest) => {
  const id = await aJob(multipart);
  const socket = await begin(`${PATH}${id}/${rest}`);
  await eventually(async () => (await pieces(id)) > 0);
  socket.destroy();
  await eventually(async () => (await pieces(id)) === 0);
  await eventually(async () => (await app.connections()) === 0);
  expect(openFiles(app.platform.config.dataDir)).toEqual([]);
  const { body } = await app.ask(`GET ${PATH}${id}/`, { key: ada.key });
  // A part can be sent again; a file cannot.
  expect(body.status).toBe(multipart ? 'INITIALIZING' : 'FAILED');
});
