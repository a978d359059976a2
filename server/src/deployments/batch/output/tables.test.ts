import { expect, test } from 'vitest';
import { reachablePostgres } from '../../../data/data-stores/reachable-postgres.fixtures.ts';
import { aDeployment } from '../../predictions/predictions.fixtures.ts';
import { batchApp, housingRows, linesOf, PATH } from '../batch.fixtures.ts';

const theirs = await reachablePostgres();
const { platform, ada, ask, scored, ended } = await batchApp({
  settings: { ALMANAC_ALLOWED_INSIDE_HOSTS: '127.0.0.0/8' },
});
const { id: deploymentId } = await aDeployment(platform, ada, 'regression');
const driver = (await ask('GET /api/v2/externalDataDrivers/')).body.data[0].id;
const store = { type: 'jdbc', canonicalName: 'Theirs', params: { driverId: driver, jdbcUrl: theirs.jdbcUrl } };
const dataStoreId = (await ask('POST /api/v2/externalDataStores/', store)).body.id;
const login = { name: 'theirs', credentialType: 'basic', user: theirs.user, password: theirs.password };
const { credentialId } = (await ask('POST /api/v2/credentials/', login)).body;
await theirs.query('CREATE TABLE housing (id int, size double precision, colour text, rooms int)');
await theirs.query(`CREATE TABLE targets (id text PRIMARY KEY, price double precision)`);
await theirs.query(`INSERT INTO targets VALUES ('1', -1)`);
for (const [at, line] of linesOf(housingRows(12)).slice(1).entries()) {
  const [size, colour, rooms] = line.split(',');
  await theirs.query(`INSERT INTO housing VALUES (${at}, ${size}, '${colour}', ${rooms})`);
}
await theirs.query(`GRANT ALL ON ALL TABLES IN SCHEMA public TO ${theirs.user}`);
await theirs.query(`GRANT CREATE ON SCHEMA public TO ${theirs.user}`);

const place = { type: 'jdbc', dataStoreId, credentialId };
const renamed = [
  { inputName: 'price_PREDICTION', outputName: 'price' },
  { inputName: 'DEPLOYMENT_APPROVAL_STATUS', outputName: null },
];
const run = async (body: object) => {
  const made = await ask(`POST ${PATH}`, {
    deploymentId,
    columnNamesRemapping: renamed,
    passthroughColumns: ['id'],
    ...body,
  });
  if (made.status !== 202) throw new Error(JSON.stringify(made.body));
  return (await ended(made.body.id)).body;
};
const rowsOf = async (text: string) => ((await theirs.query(text)) as { rows: Record<string, unknown>[] }).rows;
const table = { ...place, table: 'housing', schema: 'public' };

test('rows of a table or a query in, results into a table that is made', async () => {
  const whole = await scored({ deploymentId, columnNamesRemapping: renamed }, housingRows(12));
  const output = { ...place, table: 'answers', statementType: 'insert', createTableIfNotExists: true };
  expect(await run({ intakeSettings: { ...table, fetchSize: 5 }, outputSettings: output })).toMatchObject({
    status: 'COMPLETED',
    scoredRows: 12,
  });
  const answers = await rowsOf('SELECT id, price FROM answers ORDER BY id::int');
  expect(answers.map(({ price }) => String(price))).toEqual(whole.lines.slice(1));
  const asked = { ...place, query: 'SELECT * FROM housing WHERE id < 3 ORDER BY id;' };
  expect(await run({ intakeSettings: asked })).toMatchObject({ status: 'COMPLETED', scoredRows: 3 });
});

test('a catalog is the database itself: another one is refused by it, and the schema is named too', async () => {
  const [{ name: catalog } = { name: '' }] = await rowsOf('SELECT current_database() AS name');
  const output = { ...place, table: 'placed', schema: 'public', catalog, statementType: 'createTable' };
  expect(await run({ intakeSettings: { ...table, catalog }, outputSettings: output })).toMatchObject({
    status: 'COMPLETED',
    scoredRows: 12,
  });
  expect(await rowsOf('SELECT count(*)::int AS n FROM placed')).toEqual([{ n: 12 }]);
  expect(await run({ intakeSettings: { ...table, catalog: 'elsewhere' } })).toMatchObject({ status: 'FAILED' });
  const bare = { deploymentId, intakeSettings: { ...place, table: 'housing', catalog } };
  expect((await ask(`POST ${PATH}`, bare)).body.errors).toHaveProperty(['intakeSettings.schema']);
});

test('rows that are there are updated, others are added', async () => {
  const columns = { updateColumns: ['price'], whereColumns: ['id'] };
  const output = { ...place, table: 'targets', statementType: 'update', ...columns };
  expect(await run({ intakeSettings: table, outputSettings: output })).toMatchObject({ status: 'COMPLETED' });
  const updated = await rowsOf('SELECT price FROM targets');
  expect(updated).toHaveLength(1);
  expect(updated[0]?.price).toBeGreaterThan(0);
  expect(
    await run({ intakeSettings: table, outputSettings: { ...output, statementType: 'insertUpdate' } }),
  ).toMatchObject({ status: 'COMPLETED' });
  expect(await rowsOf('SELECT 1 FROM targets')).toHaveLength(12);
});

test('what the database refuses fails the job, and nothing is written', async () => {
  const output = { ...place, table: 'housing', statementType: 'insert' };
  const wrong = await run({ intakeSettings: table, outputSettings: output });
  expect([wrong.status, wrong.statusDetails]).toEqual(['FAILED', expect.stringContaining('Nothing was written to it')]);
  expect(await rowsOf('SELECT 1 FROM housing')).toHaveLength(12);
  const two = await run({ intakeSettings: { ...place, query: 'SELECT 1; DROP TABLE housing' } });
  expect(two.status).toBe('FAILED');
  expect(await rowsOf('SELECT 1 FROM housing')).toHaveLength(12);
});
