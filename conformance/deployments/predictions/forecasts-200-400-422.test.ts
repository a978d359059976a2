import { beforeAll, describe, expect, test } from 'vitest';
import { call } from '../../support/call.ts';
import { aPerson, type Person } from '../../support/people.ts';
import { futureOfShops, servedShops } from '../served.ts';

const CSV = { 'content-type': 'text/csv' };

describe('forecasts of a deployment', () => {
  let owner: Person;
  let path: string;
  const forecast = (body: string, query = '') =>
    call('POST', `${path}${query}`, { key: owner.token, headers: CSV, body });
  beforeAll(async () => {
    owner = await aPerson();
    const { deploymentId } = await servedShops({ key: owner.token });
    path = `/predApi/v1.0/deployments/${deploymentId}/predictions`;
  }, 240_000);

  test('200: a week of three shops, from what the model remembers of them', async () => {
    const { status, body } = await forecast(futureOfShops(7));
    expect(status).toBe(200);
    expect(body.data).toHaveLength(21);
    expect(body.data[0]).toMatchObject({ forecastDistance: 1, forecastPoint: expect.stringMatching(/Z$/) });
  });

  test.each([
    ['a point before all history', '?forecastPoint=1990-01-01T00:00:00Z', /outside the history/],
    ['a point long after it', '?forecastPoint=2090-01-01T00:00:00Z', /outside the history/],
    ['a point that is no time', '?forecastPoint=soon', /./],
  ])('400: %s, told under its name', async (_, query, said) => {
    const { status, body } = await forecast(futureOfShops(7), query);
    expect(status).toBe(400);
    expect(body.message.forecastPoint).toMatch(said);
  });

  test('400: a series never seen that brings no history, by its name', async () => {
    const { status, body } = await forecast(futureOfShops(7).replaceAll('shop 2', 'shop nobody knows'));
    expect([status, body.message]).toEqual([400, expect.stringContaining('shop nobody knows')]);
  });

  test('400: a date in another format, and no date at all', async () => {
    expect((await forecast('date,store,sales\n31/12/2022,shop 1,1\n')).status).toBe(400);
    expect((await forecast('store,sales\nshop 1,1\n')).body.message).toMatch(/no column "date"/);
  });

  test('422: half a range', async () => {
    expect((await forecast(futureOfShops(7), '?predictionsStartDate=2022-03-01T00:00:00Z')).status).toBe(422);
  });
});
