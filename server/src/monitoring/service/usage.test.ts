import { expect, test } from 'vitest';
import { movableClock, servedApp } from '../../../test/served-app.ts';
import { aDeployment, aRequest, ingestRecords, rowsOf, upTo } from '../monitoring.fixtures.ts';

const { platform, ask, person } = await servedApp({ now: movableClock('2026-01-01T12:10:00.000Z') });
const ada = await person({ username: 'ada', organization: 'one' });
const eve = await person({ username: 'eve', organization: 'two' });
const cid = await person({ username: 'cid', organization: 'one' });
const deployment = await aDeployment(platform, ada, 'regression');
const uses = async (key: string, query = '') => (await ask(`GET /api/v2/usage/deployments/${query}`, { key })).body;

test('200: what each caller asked of a deployment, added up, for those who see it', async () => {
  const bob = { userId: 'bob', name: 'bob', address: '10.0.0.2', host: 'almanac.local' };
  const answered = (n: number) => rowsOf(deployment.table, upTo(n), () => 1);
  const at = (hour: number) => Date.UTC(2026, 0, 1, hour);
  await ingestRecords(platform, [
    aRequest(ada, deployment, { ...answered(3), at: at(9) }),
    aRequest(ada, deployment, { ...answered(2), at: at(10), consumer: bob }),
    aRequest(ada, deployment, { ...answered(1), at: at(11), consumer: bob }),
    aRequest(ada, deployment, { at: at(11), status: 422, consumer: bob }),
  ]);
  const { data, totalCount } = await uses(ada.key);
  expect(totalCount).toBe(2);
  expect(data[0]).toMatchObject({ deploymentId: deployment.id, userId: 'bob', username: 'bob' });
  expect(data[0]).toMatchObject({
    requests: 3,
    predictions: 3,
    errors: 1,
    label: 'A deployment of a regression model',
  });
  expect(data[1]).toMatchObject({ requests: 1, predictions: 3, errors: 0 });
  expect((await uses(ada.key, '?limit=1&offset=1')).data).toEqual([data[1]]);
  expect((await uses(ada.key, '?to=2026-01-01T09:30:00Z')).totalCount).toBe(1);
  expect([(await uses(eve.key)).totalCount, (await uses(cid.key)).totalCount]).toEqual([0, 0]);
});

test('401, 422: nobody, and spans that end before they begin', async () => {
  expect((await ask('GET /api/v2/usage/deployments/')).status).toBe(401);
  for (const query of ['?from=2027-01-01T00:00:00Z', '?from=yesterday', '?colour=red'])
    expect((await ask(`GET /api/v2/usage/deployments/${query}`, { key: ada.key })).status).toBe(422);
});
