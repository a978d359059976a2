import type { OnnxFeature } from '@almanac/engine';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually } from '#platform/jobs/jobs.fixtures.ts';
import { onnxRuntime } from '../../../../test/onnx-runtime.ts';
import { aPackage } from '../../deployments.fixtures.ts';
import { aTrainedModel, type DeploymentsApp, deploymentsApp } from '../../served-models.fixtures.ts';

if (onnxRuntime === null) console.warn('SKIPPED: scoring exported models needs onnxruntime-node (see test-tools.js).');

let app: DeploymentsApp;
let owner: Awaited<ReturnType<DeploymentsApp['person']>>;
let url: string;
beforeAll(async () => {
  app = await deploymentsApp();
  owner = await app.person();
  url = await app.listen();
}, 120_000);
afterAll(() => app.stopWorker());

const PACKAGES = '/api/v2/modelPackages/';
const ask = (line: string, body?: object | string, headers = {}) =>
  app.ask(line, { key: owner.key, ...(body !== undefined && { body }), headers });

const download = (id: string, key = owner.key) =>
  fetch(`${url}${PACKAGES}${id}/onnx/`, { headers: { authorization: `Bearer ${key}` } });

const ROWS = [
  { size: '100', colour: 'red', rooms: '3', price: '120000', kind: 'house' },
  { size: '55.5', colour: 'green', rooms: '2', price: '', kind: 'flat' },
  { size: '', colour: 'blue', rooms: '4', price: '150000', kind: 'villa' },
  { size: '140', colour: '', rooms: '', price: '140000', kind: '' },
  { size: '80', colour: 'a colour never seen', rooms: '1', price: '80000', kind: 'castle' },
] as const;

/** The numbers of each row, as a deployment of the version predicts them: one, or one for each class by its name. */
async function served(id: string): Promise<number[][]> {
  const body = { modelPackageId: id, label: 'Compared' };
  const deployment = await app.finished(await ask('POST /api/v2/deployments/fromModelPackage/', body), owner.key);
  const csv = `${Object.keys(ROWS[0]).join(',')}\n${ROWS.map((row) => Object.values(row).join(',')).join('\n')}\n`;
  const path = `/predApi/v1.0/deployments/${deployment.body.id}/predictions`;
  const { status, body: reply, text } = await ask(`POST ${path}`, csv, { 'content-type': 'text/csv' });
  expect(status, text).toBe(200);
  return reply.data.map(({ predictionValues }: { predictionValues: { label: string; value: number }[] }) =>
    predictionValues.toSorted((a, b) => (a.label < b.label ? -1 : 1)).map(({ value }) => value),
  );
}

/** A note that the file holds as JSON. */
const noteIn = (file: Buffer, key: string, shape: RegExp) =>
  JSON.parse(shape.exec(file.toString('utf8').slice(file.toString('utf8').lastIndexOf(key)))?.[0] ?? 'null');

async function scoredOutside(file: Buffer): Promise<number[][]> {
  if (onnxRuntime === null) throw new Error('There is no onnxruntime.');
  const features: OnnxFeature[] = noteIn(file, 'features', /\[\{.*\}\]/s);
  const cells = ROWS.flatMap((row) =>
    features.map(({ name, kind, levels }) => {
      const cell = row[name as keyof (typeof ROWS)[number]];
      if (cell === '') return Number.NaN;
      return kind === 'category' ? levels.indexOf(cell) : Number(cell);
    }),
  );
  const session = await onnxRuntime.InferenceSession.create(file);
  const x = new onnxRuntime.Tensor('float32', Float32Array.from(cells), [ROWS.length, features.length]);
  const { prediction, probabilities } = await session.run({ x });
  const values = Array.from((prediction ?? probabilities)?.data ?? [], Number);
  const width = values.length / ROWS.length;
  return ROWS.map((_, row) => values.slice(row * width, (row + 1) * width));
}

async function trainedVersion(): Promise<string> {
  const { modelId } = await aTrainedModel(app, owner.key, 'binary');
  const { id } = (await ask(`POST ${PACKAGES}fromLeaderboard/`, { modelId, registeredModelName: 'Will it sell?' }))
    .body;
  await eventually(async () => {
    const { buildStatus } = (await ask(`GET ${PACKAGES}${id}/`)).body;
    return buildStatus === 'complete' ? true : null;
  }, 120);
  return id;
}

test.skipIf(onnxRuntime === null).each([
  ['a trained model of two classes', trainedVersion],
  [
    'a blend of two regressions',
    async () => (await aPackage(app.platform, owner, 'regression', { members: 2 })).row.id,
  ],
  ['several classes', async () => (await aPackage(app.platform, owner, 'multiclass')).row.id],
])(
  'an ONNX runtime predicts from the file what a deployment predicts, missing cells and new levels included: %s',
  async (_, version) => {
    const id = await version();
    const reply = await download(id);
    expect([reply.status, reply.headers.get('content-disposition')]).toEqual([
      200,
      expect.stringMatching(/^attachment; filename="[\w.-]+\.onnx"$/),
    ]);
    const file = Buffer.from(await reply.arrayBuffer());
    const ours = await served(id);
    const outside = await scoredOutside(file);
    expect(outside.map((row) => row.length)).toEqual(ours.map((row) => row.length));
    ours.forEach((row, r) => {
      row.forEach((value, c) => {
        const apart = Math.abs(value - (outside[r]?.[c] ?? Number.NaN)) / Math.max(1, Math.abs(value));
        expect(apart, `row ${r}, output ${c}: ${value}`).toBeLessThan(1e-4);
      });
    });
  },
  240_000,
);

test('the file names its target, its classes and the types of its columns', async () => {
  const { row, bundle } = await aPackage(app.platform, owner, 'binary');
  const file = Buffer.from(await (await download(row.id)).arrayBuffer());
  expect(noteIn(file, 'target\u0012', /\{[^}]*\}/)).toEqual(bundle.target);
  expect(noteIn(file, 'types\u0012', /\{[^}]*\}/)).toEqual({
    size: 'numeric',
    colour: 'categorical',
    rooms: 'numeric',
  });
  expect(file.toString('latin1')).toContain('predictionThreshold');
});

test('models that ONNX cannot express are refused with the reason, and unseen versions do not exist', async () => {
  const refused = async (id: string) => {
    const { status, body } = await ask(`GET ${PACKAGES}${id}/onnx/`);
    return [status, body.message];
  };
  const series = await aPackage(app.platform, owner, 'series');
  expect(await refused(series.row.id)).toEqual([422, expect.stringMatching(/time series.*modelPackageFile/)]);
  const { row, bundle } = await aPackage(app.platform, owner, 'regression');
  const transforms = [{ name: 'rooms', parent: 'size', transform: { kind: 'number', replacement: null } }];
  await app.platform.db.queries
    .updateTable('model_packages')
    .set({ bundle: JSON.stringify({ ...bundle, transforms }) })
    .where('id', '=', row.id)
    .execute();
  expect(await refused(row.id)).toEqual([422, expect.stringMatching(/"rooms" is computed from the column "size"/)]);
  const external = { name: 'Elsewhere', target: { name: 'y', type: 'Regression' } };
  const { id } = (await ask(`POST ${PACKAGES}fromJSON/`, external)).body;
  expect(await refused(id)).toEqual([422, expect.stringContaining('external model')]);
  const other = await app.person();
  expect((await download(row.id, other.key)).status).toBe(404);
});

test('an organization has a bounded number of downloads waiting', async () => {
  const { row } = await aPackage(app.platform, owner, 'anomaly');
  const replies = await Promise.all(Array.from({ length: 40 }, () => download(row.id)));
  const statuses = replies.map(({ status }) => status);
  expect(new Set(statuses)).toEqual(new Set([200, 429]));
  expect(statuses.filter((status) => status === 200).length).toBeGreaterThan(5);
  expect(replies.find(({ status }) => status === 429)?.headers.get('retry-after')).toBe('5');
  expect((await download(row.id)).status).toBe(200);
});
