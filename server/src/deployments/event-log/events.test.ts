import { beforeAll, expect, test } from 'vitest';
import { aPackage } from '../deployments.fixtures.ts';
import { deploymentsApp } from '../served-models.fixtures.ts';

const app = await deploymentsApp();
const { ask, finished, person } = app;
const ada = await person({ organization: 'Housing' });
const bob = await person({ organization: 'Housing' });
const eve = await person({ organization: 'Others' });
let deploymentId: string;
beforeAll(async () => {
  const { row } = await aPackage(app.platform, ada, 'regression');
  const body = { modelPackageId: row.id, label: 'Housing' };
  const made = await finished(await ask('POST /api/v2/deployments/fromModelPackage/', { key: ada.key, body }), ada.key);
  deploymentId = made.body.id;
});

const report = (more: object = {}, key = ada.key) =>
  ask('POST /api/v2/remoteEvents/', {
    key,
    body: { eventType: 'moderationModelScoringError', deploymentId, ...more },
  });
const list = (query = '', key = ada.key) => ask(`GET /api/v2/deployments/${deploymentId}/events/${query}`, { key });

test('201 and 200: events are kept and listed, newest first', async () => {
  const early = await report({
    timestamp: '2026-01-02T03:04:05',
    title: 'No guard',
    message: 'It did not answer',
    moderationData: { guardName: 'toxicity', metricName: '' },
  });
  expect([early.status, early.body]).toEqual([
    201,
    {
      id: expect.any(String),
      deploymentId,
      type: 'moderationModelScoringError',
      statusType: 'failure',
      title: 'No guard',
      message: 'It did not answer',
      timestamp: '2026-01-02T03:04:05.000Z',
      moderationData: { guardName: 'toxicity', metricName: '' },
    },
  ]);
  const zoned = (await report({ timestamp: '2026-01-02T06:04:05+02:00' })).body;
  expect(zoned.timestamp).toBe('2026-01-02T04:04:05.000Z');
  expect(zoned).not.toHaveProperty('title');
  expect((await report({ timestamp: '2025-05-05' })).body.timestamp).toBe('2025-05-05T00:00:00.000Z');
  expect((await list('?limit=2')).body).toMatchObject({ totalCount: 3, data: [zoned, early.body] });
  expect((await list('?limit=0&eventCategory=moderation')).body.data).toHaveLength(3);
});

test('403, 404 and 422: who may not report, what is not there, what is no event', async () => {
  const places = async (more: object) => Object.keys((await report(more)).body.errors ?? {});
  expect(await places({ eventType: 'party' })).toEqual(['eventType']);
  expect(await places({ timestamp: 'soon' })).toEqual(['timestamp']);
  expect(await places({ orgId: 'other' })).toEqual(['orgId']);
  expect((await report({ orgId: ada.organizationId })).status).toBe(201);
  expect((await report({ deploymentId: 'None' })).body.code).toBe('sharing.no_such_thing');
  expect(Object.keys((await list('?eventCategory=weather')).body.errors)).toEqual(['eventCategory']);
  for (const { key } of [bob, eve]) {
    expect((await report({}, key)).status).toBe(404);
    expect((await list('', key)).status).toBe(404);
  }
  const roles = [{ shareRecipientType: 'user', role: 'CONSUMER', id: bob.id }];
  const body = { operation: 'updateRoles', roles };
  await ask(`PATCH /api/v2/deployments/${deploymentId}/sharedRoles/`, { key: ada.key, body });
  expect((await list('', bob.key)).status).toBe(200);
  expect((await report({}, bob.key)).body.code).toBe('sharing.role_too_small');
});
