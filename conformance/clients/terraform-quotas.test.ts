import { beforeAll, expect, test } from 'vitest';
import { aWorkload } from '../quotas/a-quota.ts';
import { call } from '../support/call.ts';
import { aPerson } from '../support/people.ts';

/** The Terraform provider: lists by resource without a page, posts rules only, changes rules only, takes 404 for gone. */
const bare = { 'user-agent': 'DataRobotTerraformClient/0.10.0 Terraform-1.9', 'content-type': 'application/json' };
let key: string;
beforeAll(async () => {
  key = (await aPerson()).token;
});

const ask = (method: string, path: string, json?: object) =>
  call(method, `/api/v2/${path}`, { key, headers: bare, ...(json === undefined ? {} : { json }) });

test('a quota is found by its resource, made, changed, imported and deleted', async () => {
  const resourceId = await aWorkload({ key });
  const find = () => ask('GET', `quotas/?resourceType=workload&resourceId=${resourceId}`);
  expect([(await find()).status, (await find()).body.data]).toEqual([200, []]);
  const defaultRules = [{ rule: 'requests', limit: 300, window: 'min' }];
  const made = await ask('POST', 'quotas/', { resourceType: 'workload', resourceId, defaultRules });
  expect([200, 201]).toContain(made.status);
  const at = `quotas/${made.body.id}`;
  expect((await ask('GET', at)).body).toMatchObject({ resourceId, defaultRules });
  const hourly = [{ rule: 'token', limit: 5000, window: 'hour' }];
  expect((await ask('PATCH', `${at}/`, { defaultRules: hourly })).body).toMatchObject({
    resourceId,
    defaultRules: hourly,
  });
  expect((await find()).body.data).toMatchObject([{ id: made.body.id }]);
  expect((await ask('DELETE', `${at}/`)).status).toBe(204);
  expect((await ask('GET', `${at}/`)).status).toBe(404);
  expect((await ask('DELETE', `${at}/`)).status).toBe(404);
});
