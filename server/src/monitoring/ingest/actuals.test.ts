import { describe, expect, it } from 'vitest';
import { actualsApp } from '../monitoring-actuals.fixtures.ts';

const { platform, ask, ada, person, get, send, finished, deployment, happened, predicted, now } = await actualsApp();
const one = await deployment('regression');
const at = (hour: number) => ({ at: Date.UTC(2026, 0, 1, hour, 5) });
const rmse = async (id: string, query = '') => {
  const { data } = await get(id, `accuracy/?metric=RMSE&${query}`);
  return [data[0].value, data[0].sampleSize];
};
const storedActuals = async (id: string) =>
  (await platform.db.pool.query('SELECT count(*) AS n FROM monitoring_actuals WHERE deployment_id = $1', [id])).rows[0]
    .n;

describe('actuals', () => {
  it('may come late, early, twice and with corrections: the last word counts', async () => {
    const { id } = one;
    await predicted(one, { a: 10, b: 20, c: 30 }, at(10));
    const done = await happened(id, { a: 13, early: 44 });
    expect([done.status, done.headers.location]).toEqual([303, expect.stringContaining(`/deployments/${id}/`)]);
    expect(await rmse(id)).toEqual([3, 1]);
    const { rowCountTotal, rowCountWithActual } = await get(id, 'accuracy/');
    expect([rowCountTotal, rowCountWithActual]).toEqual([3, 1]);
    await happened(id, { a: 13 });
    expect(await rmse(id)).toEqual([3, 1]);
    // A prediction whose actual came first.
    await predicted(one, { early: 40 }, at(11));
    expect(await rmse(id)).toEqual([Math.sqrt((9 + 16) / 2), 2]);
    // A correction leaves nothing behind of what was corrected, however large it was.
    await happened(id, { b: 1e15 });
    await happened(id, { b: 20, a: 10 });
    expect(await rmse(id)).toEqual([Math.sqrt(16 / 3), 3]);
    expect(await rmse(id, 'start=2026-01-01T10:00:00Z&end=2026-01-01T11:00:00Z')).toEqual([0, 2]);
  });

  it('are compared with the latest prediction of an id', async () => {
    const { id } = await deployment('regression').then(async (made) => {
      await predicted(made, { a: 10, b: 10 }, at(9));
      await predicted(made, { a: 15 }, at(10));
      await predicted(made, { a: 99 }, at(8));
      return made;
    });
    await happened(id, { a: 15, b: 10 });
    const { rowCountTotal, rowCountWithActual } = await get(id, 'accuracy/');
    expect([rowCountTotal, rowCountWithActual, await rmse(id)]).toEqual([2, 2, [0, 2]]);
    expect(await rmse(id, 'start=2026-01-01T08:00:00Z&end=2026-01-01T09:00:00Z')).toEqual([null, 0]);
    expect(await rmse(id, 'start=2026-01-01T09:00:00Z&end=2026-01-01T10:00:00Z')).toEqual([0, 1]);
  });

  it('nobody predicted are kept for a while, unless they are not wanted', async () => {
    const made = await deployment('regression');
    await predicted(made, { a: 1 }, at(10));
    await happened(made.id, { a: 1, x: 5, y: 6 }, { keepActualsWithoutPredictions: false });
    expect(await storedActuals(made.id)).toBe(1);
    await happened(made.id, { x: 5 });
    expect(await storedActuals(made.id)).toBe(2);
    now.moveSeconds(366 * 86_400);
    await happened(made.id, { z: 1 });
    expect(await storedActuals(made.id), 'the row that waited a year is forgotten, and so are both').toBe(1);
    now.moveSeconds(-366 * 86_400);
    expect(await rmse(made.id)).toEqual([0, 1]);
  });

  it('are refused with the place and what to do', async () => {
    const { id } = one;
    const wrong = async (body: object, status = 422) => {
      const reply = await send(id, body);
      expect(reply.status, reply.text).toBe(status);
      return reply.body;
    };
    const actual = (associationId: unknown, actualValue: unknown, more: object = {}) => ({
      data: [{ associationId, actualValue, ...more }],
    });
    expect((await wrong(actual('a', 'many'))).errors['data.0.actualValue']).toContain('send a number');
    expect((await wrong(actual('a', 'NaN'))).errors['data.0.actualValue']).toContain('"NaN"');
    expect((await wrong(actual('a', true))).errors['data.0.actualValue']).toContain('send a number');
    await wrong(actual('a', null));
    await wrong(actual('', 1));
    await wrong(actual('a'.repeat(129), 1));
    await wrong(actual('a', 1, { wasActedOn: 'maybe' }));
    await wrong(actual('a', 1, { colour: 'red' }));
    expect((await wrong(actual('a', 1, { timestamp: 'yesterday' }))).errors['data.0.timestamp']).toContain('2026');
    await wrong({ data: [] });
    await wrong({});
    const twice = [...actual('same', 1).data, ...actual('same', 2).data];
    expect((await wrong({ data: twice })).message).toContain('"same"');
    const many = Array.from({ length: 10_001 }, (_, n) => ({ associationId: `${n}`, actualValue: n }));
    expect((await wrong({ data: many })).errors.data).toContain('fromDataset');
    const bare = { key: ada.key, headers: { 'content-type': 'application/json' } };
    const line = `POST /api/v2/deployments/${id}/actuals/fromJSON/`;
    const nan = await ask(line, { ...bare, body: '{"data":[{"associationId":"a","actualValue":NaN}]}' });
    expect(nan.status, nan.text).toBe(400);
    const million = JSON.stringify({
      data: Array.from({ length: 1_000_000 }, (_, n) => ({ associationId: `${n}`, actualValue: n })),
    });
    const refused = await ask(line, { ...bare, body: million });
    expect([refused.status, refused.body.message]).toEqual([413, expect.stringContaining('10000')]);
  });

  it('need an association id, something to predict, and somebody who may', async () => {
    const data = [{ associationId: 'a', actualValue: 1 }];
    const { id } = await deployment('regression', {});
    const without = await send(id, { data });
    expect([without.status, without.body.message]).toEqual([422, expect.stringContaining('columnNames')]);
    const odd = await deployment('anomaly');
    expect((await send(odd.id, { data })).status).toBe(422);
    const eve = await person({ organization: 'two' });
    const line = `POST /api/v2/deployments/${one.id}/actuals/fromJSON/`;
    expect((await ask(line, { key: eve.key, body: { data } })).status).toBe(404);
    expect((await ask(line, { body: { data } })).status).toBe(401);
  });

  it('are so many an hour', async () => {
    const made = await deployment('regression');
    const hour = new Date('2026-01-01T12:00:00Z');
    await platform.db.pool.query('INSERT INTO monitoring_actuals_state VALUES ($1, $2, NULL, $3, 9999999, 1)', [
      made.id,
      ada.organizationId,
      hour,
    ]);
    const data = ['a', 'b'].map((associationId) => ({ associationId, actualValue: 1 }));
    const refused = await send(made.id, { data });
    expect([refused.status, refused.headers['retry-after']]).toEqual([429, '600']);
    await finished(await send(made.id, { data: data.slice(1) }));
  });

  it('begin an hour with nothing counted', async () => {
    const made = await deployment('regression');
    const before = [made.id, ada.organizationId, new Date('2026-01-01T11:00:00Z')];
    await platform.db.pool.query('INSERT INTO monitoring_actuals_state VALUES ($1, $2, NULL, $3, 9999999, 1)', before);
    for (const associationId of ['a', 'b']) {
      const sent = await send(made.id, { data: [{ associationId, actualValue: 1 }] });
      expect(sent.status).toBe(202);
      await finished(sent);
    }
  });
});
