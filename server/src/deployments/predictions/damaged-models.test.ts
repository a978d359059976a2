import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { batchApp, housingRows, PATH } from '../batch/batch.fixtures.ts';
import { type ADeployment, aDeployment } from './predictions.fixtures.ts';

const app = await batchApp();
const { platform, ada, ask } = app;
const { blobs } = platform;
const HOUSING = [{ size: 100, colour: 'red', rooms: 3 }];

const keyOf = ({ row }: ADeployment): string => {
  const artifact = row.bundle?.artifact;
  return (artifact?.kind === 'rows' ? artifact.keys[0] : artifact?.key) ?? '';
};
const bytesOf = async (key: string) => buffer(await blobs.read(key));
const put = (key: string, bytes: Uint8Array) => blobs.write(key, Readable.from([bytes], { objectMode: false }));

/** One byte of the model itself changed. */
function flipByte(bytes: Buffer): Buffer {
  const copy = Buffer.from(bytes);
  copy[copy.length >> 1] = (copy[copy.length >> 1] as number) ^ 1;
  return copy;
}

const withVersion = (bytes: Buffer): Buffer => {
  const copy = Buffer.from(bytes);
  copy.writeUInt32LE(99, 4);
  return copy;
};

const service = async (id: string) => (await ask(`GET /api/v2/deployments/${id}/`)).body.serviceHealth;
const refusalOf = (modelId: string, what: string) => ({
  status: 422,
  body: {
    code: 'models.damaged_file',
    message: expect.stringContaining(`The file of model ${modelId} ${what}, so the model cannot be used. Restore`),
  },
});

test.each([
  ['cut off', 'is damaged', (bytes: Buffer) => bytes.subarray(0, bytes.length - 100)],
  ['empty', 'is damaged', () => Buffer.alloc(0)],
  ['changed by one bit', 'is damaged', flipByte],
  ['something else', 'is damaged', () => Buffer.from('<html>Not found</html>')],
  ['of a newer version', 'was written by another version of Almanac', withVersion],
  ['missing', 'is missing', null],
])(
  'a model file that is %s is refused by its model, shown by the health, and fine again once it is restored',
  async (_, what, damage) => {
    const deployment = await aDeployment(platform, ada, 'regression');
    const { model_id: modelId } = deployment.row;
    const key = keyOf(deployment);
    const whole = await bytesOf(key);
    if (damage === null) await blobs.delete(key);
    else await put(key, damage(whole));
    expect(await ask(deployment.line, HOUSING)).toMatchObject(refusalOf(modelId, what));
    expect(await service(deployment.id)).toMatchObject({
      status: 'failing',
      message: expect.stringContaining(`The file of model ${modelId} ${what}`),
    });
    await put(key, whole);
    expect((await ask(deployment.line, HOUSING)).status).toBe(200);
    expect((await service(deployment.id)).status).not.toBe('failing');
  },
);

test('forecasters alike', async () => {
  const deployment = await aDeployment(platform, ada, 'series');
  const key = keyOf(deployment);
  await put(key, flipByte(await bytesOf(key)));
  const refused = await ask(deployment.line, [{ date: '2024-01-01', sales: 1 }]);
  expect(refused).toMatchObject(refusalOf(deployment.row.model_id, 'is damaged'));
});

test('a batch ends with the same sentence at its first try, and the health of its deployment shows it', async () => {
  const deployment = await aDeployment(platform, ada, 'binary');
  const key = keyOf(deployment);
  await put(key, flipByte(await bytesOf(key)));
  const { id } = (await ask(`POST ${PATH}`, { deploymentId: deployment.id })).body;
  await app.upload(id, housingRows(10));
  const { body } = await app.ended(id);
  expect(body).toMatchObject({
    status: 'FAILED',
    statusDetails: expect.stringContaining(`The file of model ${deployment.row.model_id} is damaged`),
  });
  expect(await service(deployment.id)).toMatchObject({ status: 'failing' });
});
