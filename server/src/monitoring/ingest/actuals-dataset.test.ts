import { describe, expect, it } from 'vitest';
import { actualsApp } from '../monitoring-actuals.fixtures.ts';

const { ask, ada, get, finished, deployment, predicted, platform } = await actualsApp();
const { key } = ada;

async function dataset(csv: string): Promise<string> {
  const head = '--e\r\nContent-Disposition: form-data; name="file"; filename="actuals.csv"\r\n\r\n';
  const headers = { 'content-type': 'multipart/form-data; boundary=e' };
  const made = await ask('POST /api/v2/datasets/fromFile/', { key, headers, body: `${head}${csv}\r\n--e--\r\n` });
  await finished(made);
  return made.body.catalogId;
}
const columns = { actualValueColumn: 'cost', associationIdColumn: 'number' };
const send = (id: string, body: object) =>
  ask(`POST /api/v2/deployments/${id}/actuals/fromDataset/`, { key, body: { ...columns, ...body } });

describe('actuals in a dataset', () => {
  it('are taken with their times and whether somebody acted', async () => {
    const made = await deployment('regression');
    const ids = Array.from({ length: 300 }, (_, n) => n);
    await predicted(made, Object.fromEntries(ids.map((n) => [`${n}`, n])), { at: Date.UTC(2026, 0, 1, 10) });
    const lines = ids.map((n) => `${n},${n + 2},2026-01-02,${n % 2 === 0 ? 'true' : 'false'}`);
    const datasetId = await dataset(`number,cost,paid,acted\n${lines.join('\n')}\n`);
    const more = { timestampColumn: 'paid', wasActedOnColumn: 'acted', keepActualsWithoutPredictions: true };
    const done = await finished(await send(made.id, { datasetId, ...more, user: null, password: null }));
    expect([done.status, done.text]).toEqual([303, expect.anything()]);
    const { metrics, rowCountWithActual } = await get(made.id, 'accuracy/');
    expect([metrics.MAE.value, rowCountWithActual]).toEqual([2, 300]);
    const kept = await platform.db.pool.query(
      'SELECT value, was_acted_on, happened_at FROM monitoring_actuals WHERE deployment_id = $1 AND association_id = $2',
      [made.id, '7'],
    );
    expect(kept.rows).toEqual([{ value: '9', was_acted_on: false, happened_at: new Date('2026-01-02') }]);
  });

  it('are all taken or none, with the first mistakes', async () => {
    const { id } = await deployment('regression');
    const failure = async (csv: string) => (await finished(await send(id, { datasetId: await dataset(csv) }))).body;
    const wrong = await failure('number,cost\na,1\nb,much\n,3\n');
    expect(wrong.status).toBe('ERROR');
    expect(wrong.message).toContain('2 rows');
    expect(wrong.message).toContain('row 2: "much"');
    const twice = await failure('number,cost\na,1\nb,2\na,3\n');
    expect([twice.status, twice.message]).toEqual(['ERROR', expect.stringContaining('"a"')]);
    const { rows } = await platform.db.pool.query('SELECT 1 FROM monitoring_actuals WHERE deployment_id = $1', [id]);
    expect(rows).toEqual([]);
  });

  it('need a dataset and columns that are there', async () => {
    const { id } = await deployment('regression');
    const datasetId = await dataset('number,cost\na,1\n');
    const refused = await send(id, { datasetId, timestampColumn: 'when', actualValueColumn: 'costs' });
    expect(refused.status).toBe(422);
    expect(Object.keys(refused.body.errors)).toEqual(['actualValueColumn', 'timestampColumn']);
    expect((await send(id, { datasetId: '0123456789abcdef01234567' })).status).toBe(404);
    expect((await send(id, {})).status).toBe(422);
  });
});
