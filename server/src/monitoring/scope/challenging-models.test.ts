import { expect, it } from 'vitest';
import { movableClock, servedApp } from '../../../test/served-app.ts';
import { DEFAULT_SETTINGS } from '../../deployments/deployments.fixtures.ts';
import { aDeployment, aRequest, ingestRecords, rowsOf, upTo } from '../monitoring.fixtures.ts';

const { platform, ask, person } = await servedApp({ now: movableClock('2026-01-01T12:10:00.000Z') });
const ada = await person({ username: 'ada', organization: 'one' });

it('figures of a challenger are told like those of models that answer', async () => {
  const settings = { ...DEFAULT_SETTINGS, challengerModels: { enabled: true } };
  const champion = await aDeployment(platform, ada, 'regression', { settings });
  const other = await aDeployment(platform, ada, 'regression');
  const path = `/api/v2/deployments/${champion.id}/`;
  const environment = (await ask(`GET ${path}`, { key: ada.key })).body.predictionEnvironment.id;
  const drift = async () => (await ask(`GET ${path}targetDrift/?modelId=${other.row.model_id}`, { key: ada.key })).body;
  expect(await drift()).toMatchObject({ baselineSampleSize: null });
  const body = { name: 'Other', modelPackageId: other.row.id, predictionEnvironmentId: environment };
  expect((await ask(`POST ${path}challengers/`, { key: ada.key, body })).status).toBe(202);
  const rows = rowsOf(champion.table, upTo(300), (row) => 20_000 + 1000 * (row % 180));
  const answered = { packageId: other.row.id, modelId: other.row.model_id, source: 'challenger' as const };
  await ingestRecords(platform, [aRequest(ada, champion, { ...rows, ...answered })]);
  expect(await drift()).toMatchObject({ baselineSampleSize: 300, sampleSize: 300, targetName: 'price' });
});
