import { buffer } from 'node:stream/consumers';
import { openForecaster, readModel, readProfiles } from '@almanac/engine';
import { beforeAll, expect, test } from 'vitest';
import { PREDICTED_LABEL, PREDICTION, predictionOfClass } from '#projects';
import { type ServedApp, servedApp } from '../../../test/served-app.ts';
import { aPackage, csvOf } from '../deployments.fixtures.ts';
import { getManifestOrThrow } from './registry.kind.ts';

let app: ServedApp;
let owner: Awaited<ReturnType<ServedApp['person']>>;

beforeAll(async () => {
  app = await servedApp();
  owner = await app.person();
});

const file = async (key: string) => new Uint8Array(await buffer(await app.platform.blobs.read(key)));

test.each([
  ['regression', [PREDICTION]],
  ['binary', [PREDICTION]],
  ['multiclass', [predictionOfClass(0), predictionOfClass(1), predictionOfClass(2), PREDICTED_LABEL]],
  ['anomaly', [PREDICTION]],
] as const)('a version on rows answers from its own files: %s', async (kind, names) => {
  const { row, table } = await aPackage(app.platform, owner, kind, { members: 2 });
  const { artifact, referenceKey, columns, target } = await getManifestOrThrow(app.platform, row.id);
  if (artifact.kind !== 'rows') throw new Error('Not on rows');
  const models = await Promise.all(artifact.keys.map(async (key) => readModel(await file(key)).model));
  expect(artifact.weights).toEqual([0.5, 0.5]);
  const answers = models.map((model) => model.predict(table));
  expect(answers[0]).toHaveLength(table.rows * (kind === 'multiclass' ? 3 : 1));
  const profiles = readProfiles(await file(referenceKey));
  expect(profiles.map(({ column }) => column)).toEqual([...table.columns.map(({ name }) => name), ...names]);
  expect(columns.map(({ name }) => name)).not.toContain(target.name);
});

test('a forecaster answers from its own file, and what is known in advance matters', async () => {
  const { row } = await aPackage(app.platform, owner, 'series');
  const { artifact, plan } = await getManifestOrThrow(app.platform, row.id);
  if (artifact.kind !== 'forecaster') throw new Error('Not a forecaster');
  const rows = openForecaster(await file(artifact.key)).forecast({ coverages: [0.8] });
  expect(rows).toHaveLength(21);
  expect(rows[0]?.intervals[0]?.lower).toBeLessThan(rows[0]?.value ?? 0);
  expect(plan).toMatchObject({ kind: 'series', panel: { knownInAdvance: ['promotion'] } });
});

test('rows are written as people send them', async () => {
  const { table } = await aPackage(app.platform, owner, 'series');
  expect(csvOf(table, [0, 1])).toBe(
    `date,store,promotion,sales\n${[0, 1].map((row) => csvOf(table).split('\n')[row + 1]).join('\n')}\n`,
  );
  expect(csvOf(table, [0]).split('\n')[1]).toMatch(/^2024-01-01,shop 0,1,\d+\.\d+$/);
});
