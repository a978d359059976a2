import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { readConfig } from '#config';
import { isNoSpace } from '#platform/storage/no-space.ts';
import { canMount, smallDisk } from '../../../test/small-disk.ts';
import { type DuckdbOptions, DuckdbProblem, type DuckdbSession, withDuckdb } from './duckdb-session.ts';
import { quoteName, quoteText } from './duckdb-sql.ts';

const dataDir = await mkdtemp(join(tmpdir(), 'almanac-duckdb-'));
const config = readConfig({ ALMANAC_DATA_DIR: dataDir, ALMANAC_SQL_MEMORY_BYTES: String(128 * 1024 ** 2) });
const input = join(dataDir, 'input.csv');
const output = join(dataDir, 'output.parquet');
const neighbour = join(dataDir, 'neighbour.csv');
await writeFile(input, 'id,name\n1,ant\n2,bee\n');
await writeFile(neighbour, 'secret\n42\n');

afterAll(() => rm(dataDir, { recursive: true, force: true }));

const open = <Result>(work: (session: DuckdbSession) => Promise<Result>, more: Partial<DuckdbOptions> = {}) =>
  withDuckdb({ config, files: [input, output], ...more }, work);

test('reads the files it was given and writes the ones it may', async () => {
  const rows = await open(async (session) => {
    await session.run(`COPY (FROM read_csv(${quoteText(input)})) TO ${quoteText(output)} (FORMAT parquet)`);
    return session.rows(`SELECT * FROM ${quoteName(output)} ORDER BY id`);
  });
  expect(rows).toEqual([
    { id: 1n, name: 'ant' },
    { id: 2n, name: 'bee' },
  ]);
});

test('streams chunks with their names and types', async () => {
  const seen = await open(async (session) => {
    const result = await session.stream('SELECT i::INTEGER AS i, 0.5::DECIMAL(9,2) AS half FROM range(5000) t(i)');
    let sum = 0;
    let chunks = 0;
    for await (const chunk of result.chunks) {
      chunks++;
      sum += chunk.getColumnValues(0).reduce<number>((total, value) => total + Number(value), 0);
    }
    return { names: result.names, types: result.types, sum, chunks };
  });
  expect(seen).toEqual({ names: ['i', 'half'], types: ['INTEGER', 'DECIMAL(9,2)'], sum: (4999 * 5000) / 2, chunks: 3 });
});

const escapes = [
  "SELECT * FROM read_csv('/etc/passwd')",
  "SELECT * FROM read_text('/etc/passwd')",
  "SELECT * FROM read_blob('/proc/self/environ')",
  "SELECT * FROM '/etc/passwd'",
  "SELECT * FROM sniff_csv('/etc/passwd')",
  "SELECT * FROM parquet_metadata('/etc/passwd')",
  "SELECT * FROM read_json('/etc/hostname')",
  `SELECT * FROM read_csv(${quoteText(neighbour)})`,
  `SELECT * FROM read_csv(${quoteText(join(dataDir, 'scratch/../neighbour.csv'))})`,
  `SELECT * FROM read_csv(${quoteText(join(dataDir, '*.csv'))})`,
  `SELECT * FROM glob(${quoteText(join(dataDir, '*'))})`,
  "SELECT * FROM glob('/etc/*')",
  "SELECT * FROM read_csv('http://127.0.0.1:1/x.csv')",
  "SELECT * FROM read_csv('s3://bucket/x.csv')",
  "COPY (SELECT 1) TO '/tmp/almanac-escape.csv'",
  `COPY (SELECT 1) TO ${quoteText(neighbour)}`,
  "COPY (SELECT 1 AS a) TO '/dev/stdout'",
  "EXPORT DATABASE '/tmp/almanac-escape'",
  "IMPORT DATABASE '/tmp/almanac-escape'",
  "ATTACH '/tmp/almanac-escape.db'",
  `ATTACH ${quoteText(neighbour)} AS other`,
  'INSTALL httpfs',
  'LOAD httpfs',
  "LOAD '/tmp/almanac-escape.duckdb_extension'",
  'UPDATE EXTENSIONS',
  'SET enable_external_access = true',
  'RESET enable_external_access',
  "SET allowed_paths = ['/etc/passwd']",
  "SET allowed_directories = ['/']",
  "SET memory_limit = '10GB'",
  'SET threads = 64',
  'SET lock_configuration = false',
  'RESET lock_configuration',
  "SET temp_directory = '/tmp'",
  "PRAGMA enable_profiling = 'json'",
  "PRAGMA profiling_output = '/tmp/almanac-escape.json'",
  "SET log_query_path = '/tmp/almanac-escape.log'",
  "SET home_directory = '/root'",
  "SELECT getenv('HOME')",
  'SELECT * FROM duckdb_secrets()',
  "CREATE PERSISTENT SECRET one (TYPE s3, KEY_ID 'a', SECRET 'b')",
];

test.each(escapes)('has no way out: %s', async (sql) => {
  const refused = await open((session) => session.run(sql)).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(DuckdbProblem);
  expect(refused).toMatchObject({ kind: expect.not.stringMatching(/^(Unknown|INTERNAL)$/) });
  expect((await readdir(tmpdir())).filter((name) => name.startsWith('almanac-escape'))).toEqual([]);
});

test.each([
  'SELECT 1; SELECT 2',
  `COPY (SELECT 1) TO ${quoteText(output)}`,
  'CREATE TABLE t (a INTEGER)',
  "CALL enable_logging(storage_path = '/tmp/almanac-escape')",
  "ATTACH ':memory:' AS other",
  'EXPLAIN ANALYZE SELECT 1',
  'SET VARIABLE a = 1',
  '',
  '-- nothing',
])('mustRead refuses %j', async (sql) => {
  await expect(open((session) => session.mustRead(sql))).rejects.toThrow('Only one statement, a SELECT, can run here.');
});

test('mustRead lets one SELECT pass and names what is wrong with a broken one', async () => {
  await open((session) => session.mustRead('WITH a AS (SELECT 1 AS x) SELECT * FROM a'));
  await expect(open((session) => session.mustRead('SELEKT 1'))).rejects.toMatchObject({ kind: 'Parser' });
  await expect(open((session) => session.mustRead('SELECT nothing FROM nowhere'))).rejects.toMatchObject({
    kind: 'Catalog',
  });
});

test('says what DuckDB said, without the statement and our folders', async () => {
  const cast = open((session) => session.run("SELECT CAST('ant' AS INTEGER)"));
  await expect(cast).rejects.toMatchObject({ kind: 'Conversion', message: "Could not convert string 'ant' to INT32" });
  const denied = await open((session) => session.run(`FROM read_csv(${quoteText(neighbour)})`)).catch(String);
  expect(denied).toContain('Cannot access file the file');
  expect(denied).not.toContain(dataDir);
});

test.skipIf(!canMount)('says that the disk is full, which is no fault of the statement', async () => {
  const result = join(smallDisk(2, onTestFinished).folder, 'result.parquet');
  const copy = `COPY (SELECT hash(i) FROM range(2000000) t(i)) TO ${quoteText(result)} (FORMAT parquet)`;
  const error: unknown = await open((session) => session.run(copy), { files: [result] }).catch((found) => found);
  expect(error).not.toBeInstanceOf(DuckdbProblem);
  expect(isNoSpace(error)).toBe(true);
});

test('stops when it is told to and rejects with the reason', async () => {
  const stop = new AbortController();
  const endless = open((session) => session.run('SELECT sum(hash(i)) FROM range(9000000000000) t(i)'), {
    signal: stop.signal,
  });
  const outcome = expect(endless).rejects.toThrow('cancelled by the caller');
  setImmediate(() => stop.abort(new Error('cancelled by the caller')));
  await outcome;
  await expect(open(async () => 'never', { signal: stop.signal })).rejects.toThrow('cancelled by the caller');
});

const SIX = 'abcdef'.split('').map((letter) => `range(1000) ${letter}(${letter})`);

/** Centuries of work; the last has nothing to send before its end. */
test.each([
  `SELECT count(*) FROM ${SIX.join(', ')} WHERE a + b + c + d + e + f = -1`,
  `SELECT a FROM ${SIX.join(', ')} WHERE hash(a, b, c, d, e, f) = 0 ORDER BY b`,
  `SELECT max(a * b - c * d + e * f) FROM ${SIX.join(', ')}`,
])('a six-fold cross join stops as well, whenever it is told to', async (sql) => {
  for (const wait of [
    () => Promise.resolve(),
    () => new Promise(setImmediate),
    () => new Promise((go) => setTimeout(go, 100)),
  ]) {
    const stop = new AbortController();
    const working = open((session) => session.run(sql), { signal: stop.signal });
    const outcome = expect(working).rejects.toThrow('cancelled by the caller');
    await wait();
    stop.abort(new Error('cancelled by the caller'));
    await outcome;
    const reading = new AbortController();
    const streaming = open(
      async (session) => {
        setImmediate(() => reading.abort(new Error('gone')));
        for await (const _ of (await session.stream(sql)).chunks);
      },
      { signal: reading.signal },
    );
    await expect(streaming).rejects.toThrow('gone');
  }
});

test('keeps its limits: more than memory and temporary disk together is refused with advice', async () => {
  const small = { ...config, sql: { ...config.sql, memoryBytes: 64 * 1024 ** 2, temporaryBytes: 1024 ** 2 } };
  const greedy = withDuckdb({ config: small }, (session) =>
    session.run('SELECT list(md5(i::VARCHAR)) FROM range(5000000) t(i)'),
  );
  await expect(greedy).rejects.toMatchObject({
    kind: 'Out of Memory',
    message: expect.stringContaining('ALMANAC_SQL_MEMORY_BYTES'),
  });
});

test('names people chose stay names', async () => {
  const strange = ['select', 'a"b', "x'; DROP TABLE t; --", 'ü ñ', '日本', ' '];
  const rows = await open((session) =>
    session.rows(`SELECT ${strange.map((name, i) => `${i} AS ${quoteName(name)}`).join(', ')}`),
  );
  expect(Object.keys(rows[0] ?? {})).toEqual(strange);
});

test('leaves nothing behind', async () => {
  await open((session) => session.run('CREATE TABLE t AS SELECT 1'));
  expect(await readdir(join(dataDir, 'scratch'))).toEqual([]);
});
