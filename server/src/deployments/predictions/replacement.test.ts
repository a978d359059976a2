import { expect, test } from 'vitest';
import { type ServedApp, servedApp } from '../../../test/served-app.ts';
import { aPackage } from '../deployments.fixtures.ts';
import { deploymentStore } from '../records/deployment.store.ts';
import { aDeployment } from './predictions.fixtures.ts';

const app = await servedApp();
const ada = await app.person();
const HOUSE = [{ size: 100, colour: 'red', rooms: 3 }];

async function replace({ platform }: ServedApp, deploymentId: string, packageId: string): Promise<void> {
  await platform.db.transaction((tx) =>
    deploymentStore(tx).change(ada.organizationId, deploymentId, { package_id: packageId }),
  );
}

test('a model replaced under load drops no request, and the new one answers within moments', async () => {
  const { platform } = app;
  const deployment = await aDeployment(platform, ada, 'regression', { rounds: 5 });
  const next = await aPackage(platform, ada, 'regression', { rounds: 40 });
  const seen: { status: number; model: unknown }[] = [];
  let done = false;
  const caller = async () => {
    while (!done) {
      const { status, headers } = await app.ask(deployment.line, { key: ada.key, body: HOUSE });
      seen.push({ status, model: headers['x-datarobot-model-id'] });
    }
  };
  const callers = Array.from({ length: 4 }, caller);
  const until = async (model: string) => {
    while (seen.at(-1)?.model !== model) await new Promise((resolve) => setImmediate(resolve));
  };
  await until(deployment.row.model_id);
  await replace(app, deployment.id, next.row.id);
  await until(next.row.model_id);
  await replace(app, deployment.id, deployment.row.id);
  await until(deployment.row.model_id);
  done = true;
  await Promise.all(callers);
  expect(new Set(seen.map(({ status }) => status))).toEqual(new Set([200]));
  expect(new Set(seen.map(({ model }) => model))).toEqual(new Set([deployment.row.model_id, next.row.model_id]));
});

test('who may no longer predict is refused as soon as that is known', async () => {
  const deployment = await aDeployment(app.platform, ada, 'regression');
  const eve = await app.person();
  const share = (role: string) =>
    app.ask(`PATCH /api/v2/deployments/${deployment.id}/sharedRoles/`, {
      key: ada.key,
      body: { operation: 'updateRoles', roles: [{ shareRecipientType: 'user', username: eve.username, role }] },
    });
  const predict = () => app.ask(deployment.line, { key: eve.key, body: HOUSE });
  const until = async (status: number) => {
    while ((await predict()).status !== status) await new Promise((resolve) => setImmediate(resolve));
  };
  expect((await predict()).status).toBe(404);
  expect((await share('CONSUMER')).status).toBe(204);
  await until(200);
  expect((await share('NO_ROLE')).status).toBe(204);
  await until(404);
});

test('an association id that is required must be in every row', async () => {
  const associationId = { columnNames: ['id'], requiredInPredictionRequests: true, autoGenerateId: false };
  const deployment = await aDeployment(app.platform, ada, 'regression', { settings: { associationId } });
  const predict = (rows: object[]) => app.ask(deployment.line, { key: ada.key, body: rows });
  expect((await predict(HOUSE)).status).toBe(422);
  expect((await predict([{ ...HOUSE[0], id: '' }])).body.message).toContain('Row 0 has no "id"');
  expect((await predict([{ ...HOUSE[0], id: 'a' }])).status).toBe(200);
});
