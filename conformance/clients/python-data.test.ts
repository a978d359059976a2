import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type FileServer, fileServer } from '../support/file-server.ts';
import { type Installation, startInstallation } from '../support/installation.ts';
import { aPerson } from '../support/people.ts';
import { type UsersPostgres, usersPostgres } from '../support/postgres.ts';
import { hasPython, PYTHON_VERSIONS, type PythonClient, pythonClient } from './python-client.ts';

const TABLES = `
  create schema shop;
  create table shop.orders (id bigint primary key, price numeric(10, 2), placed date);
  insert into shop.orders values (1, 9.90, '2024-02-29'), (2, 0.10, null);
  create view shop.cheap as select * from shop.orders where price < 1;`;
const python = await hasPython();
if (!python) console.warn('SKIPPED: the official Python client needs python3 with venv (Debian: python3-venv).');

let files: FileServer;
let server: Installation;
let database: UsersPostgres;
let env: Record<string, string>;

beforeAll(async () => {
  if (!python) return;
  files = await fileServer({ '/remote.csv': 'x,y\n1,2\n3,4\n5,6\n7,8\n' });
  database = await usersPostgres(TABLES);
  // Files are fetched from this machine, which has to be allowed; the address that is refused is another one of it.
  server = await startInstallation({
    ALMANAC_FETCH_ALLOWED_HOSTS: new URL(files.url).host,
    ALMANAC_ALLOWED_INSIDE_HOSTS: database.host,
  });
  const at = { url: server.url, key: server.adminKey };
  const [person, other] = [await aPerson({}, at), await aPerson({}, at)];
  env = {
    ENDPOINT: `${server.url}/api/v2`,
    TOKEN: person.token,
    OTHER_TOKEN: other.token,
    OTHER_USERNAME: other.username,
    FILES: files.url,
    REFUSED: `${files.url.replace('127.0.0.1', '127.0.0.2')}/remote.csv`,
    JDBC_URL: database.jdbcUrl,
    DB_USER: database.user,
    DB_PASSWORD: database.password,
  };
});
afterAll(async () => {
  files?.stop();
  await server?.stop();
  await database?.stop();
});

// A life has many steps.
const PATIENCE_MS = 300_000;

describe.skipIf(!python).concurrent.each(Object.entries(PYTHON_VERSIONS))(
  'data with the official Python client, %s',
  (name, packages) => {
    let client: PythonClient;
    beforeAll(async () => {
      client = await pythonClient(`python-${name}`, packages);
    });

    test(
      'a dataset from its making to its deletion',
      async () => {
        expect(await client.scenario('dataset_life', env)).toEqual({
          file: ['sales 2024.csv', 3, 'COMPLETED', ['TRAINING'], true, true],
          filelike: 3,
          frame: ['frame.csv', 3],
          records: 2,
          url: ['remote.csv', 4],
          inside: expect.stringContaining('not on the open internet'),
          details: [
            ...['sales 2024.csv', 'sales 2024.csv', expect.any(String), 3, 3],
            expect.arrayContaining([['Numeric', 1]]),
            '',
            true,
          ],
          again: 'sales 2024.csv',
          columns: [
            ['amount', 'Numeric', 1],
            ['day', 'Date', 0],
            ['store', expect.any(String), 0],
          ],
          uris: true,
          listed: true,
          iterated: true,
          modified: ['Sales', ['PREDICTION']],
          download: 'day,store,amount',
          dataframe: [
            ['day', 'store', 'amount'],
            [3, 3],
            ['Ålesund', 'Rome, Italy', 'Lima'],
          ],
          lowMemory: [3, 2],
          version: [true, true, 3],
          updated: [3, true],
          urlVersion: 4,
          featurelists: [['a'], expect.arrayContaining(['mine'])],
          projects: [],
          shared: 3,
          hidden: 404,
          guarded: 403,
          deleted: true,
          recovered: 3,
          broken: expect.stringMatching(/^AsyncProcessUnsuccessfulError: .*Line 3/s),
          failed: true,
        });
      },
      PATIENCE_MS,
    );

    test(
      'a large file in parts, and who it is shared with',
      async () => {
        const seen = await client.scenario('dataset_stage', env);
        const sharing =
          name === 'newest'
            ? {
                roles: [
                  ['EDITOR', 'user'],
                  ['OWNER', 'user'],
                ],
                after: 1,
              }
            : {};
        expect(seen).toEqual({
          parts: 9,
          dataset: ['large.csv', 5000, ['TRAINING']],
          version: [true, 5000],
          frame: 2,
          ...sharing,
        });
      },
      PATIENCE_MS,
    );

    test('a data store of PostgreSQL, and the credentials for it', async () => {
      const seen = await client.scenario('data_store', env);
      expect(seen).toEqual({
        driver: ['org.postgresql.Driver', 'jdbc'],
        store: ['Shop', 'jdbc', 'OWNER', true],
        test: 'Connection successful',
        wrong: 422,
        schemas: ['information_schema', 'public', 'shop'],
        tables: [
          ['shop', 'cheap', 'VIEW'],
          ['shop', 'orders', 'TABLE'],
        ],
        credential: ['Shop owner', 'basic'],
        byCredential: 'Connection successful',
        byData: 'Connection successful',
        kept: true,
        ...(name === 'newest' ? { preview: [['id', 'price', 'placed'], 1] } : {}),
        updated: 'Shop of Rome',
        listed: ['Shop of Rome'],
        roles: [
          [false, 'OWNER'],
          [true, 'CONSUMER'],
        ],
        gone: 404,
      });
    });
  },
);

test.skipIf(!python)(
  'the newest client wrangles the tables of a data store and publishes what it made',
  async () => {
    const client = await pythonClient('python-newest', PYTHON_VERSIONS.newest);
    expect(await client.scenario('data_store_recipe', env)).toEqual({
      made: ['postgres', 1],
      preview: [['id', 'price', 'placed'], [['1', '9.90', '2024-02-29']]],
      sql: expect.stringContaining('"shop"."orders"'),
      published: ['From the shop', 1, ['id', 'placed', 'price']],
    });
  },
  300_000,
);
