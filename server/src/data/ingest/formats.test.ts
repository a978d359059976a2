import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, expect, test } from 'vitest';
import { readConfig } from '#config';
import { withDuckdb } from '../duckdb/duckdb-session.ts';
import { quoteText } from '../duckdb/duckdb-sql.ts';
import { ingesting } from './ingest.fixtures.ts';
import { workbook, zip } from './zip.fixtures.ts';

const { read } = await ingesting();

const CSV = 'a,b\n1,x\n';
const ROWS = [{ a: 1n, b: 'x' }];
const folder = await mkdtemp(join(tmpdir(), 'almanac-formats-'));
afterAll(() => rm(folder, { recursive: true }));

let made = 0;

async function parquetOf(query: string): Promise<Buffer> {
  made += 1;
  const path = join(folder, `made-${made}.parquet`);
  const config = readConfig({ ALMANAC_DATA_DIR: folder });
  await withDuckdb({ config, files: [path] }, (session) =>
    session.run(`COPY (${query}) TO ${quoteText(path)} (FORMAT parquet)`),
  );
  return readFile(path);
}

test('gzip, in one piece and in several', async () => {
  expect(await read(gzipSync(CSV))).toMatchObject({ rows: ROWS, reading: { format: 'csv', compression: 'gzip' } });
  expect((await read(Buffer.concat([gzipSync('a,b\n'), gzipSync('1,x\n')]))).rows).toEqual(ROWS);
});

test('zip with one file; what archivers add does not count', async () => {
  const packed = zip(
    { name: 'folder/', content: '' },
    { name: 'folder/data.csv', content: CSV },
    { name: '__MACOSX/folder/._data.csv', content: 'noise' },
    { name: 'folder/.DS_Store', content: 'noise' },
  );
  expect(await read(packed)).toMatchObject({ rows: ROWS, reading: { compression: 'zip' } });
  const parquet = await parquetOf("SELECT 1 AS a, 'x' AS b");
  expect((await read(zip({ name: 'data.parquet', content: parquet }))).rows).toEqual(ROWS);
});

test('zip with several files, none, another zip, a bomb, damaged', async () => {
  const two = zip({ name: 'a.csv', content: CSV }, { name: 'b.csv', content: CSV });
  await expect(read(two)).rejects.toThrow('The archive holds 2 files ("a.csv", "b.csv"); exactly one is read');
  await expect(read(zip())).rejects.toThrow('The archive holds 0 files');
  await expect(read(zip({ name: 'a.zip', content: two }))).rejects.toThrow('a zip file inside a zip file');
  const zeros = Buffer.alloc(100 * 1024 ** 2, 'a');
  await expect(read(zip({ name: 'a.csv', content: zeros }))).rejects.toThrow('more than 250 times as large');
  const lying = zip({ name: 'a.csv', content: zeros, claimedBytes: 10 });
  await expect(read(lying)).rejects.toThrow('The zip file cannot be read');
  await expect(read(two.subarray(0, two.length - 30))).rejects.toThrow('The zip file cannot be read');
  await expect(read(zip({ name: '../../etc/passwd', content: CSV }))).rejects.toThrow('The zip file cannot be read');
});

test('a workbook: numbers, texts, truth, dates, empty cells', async () => {
  const { rows, types, reading } = await read(
    workbook([
      ['n', 'text', 'flag', 'day', 'text'],
      [1.5, 'a, "b"\nc', true, { date: 45351 }, '007'],
      [2, null, false, { date: 45352 }, 'x'],
    ]),
  );
  expect(reading).toEqual({ format: 'xlsx' });
  expect(types).toEqual({ n: 'DOUBLE', text: 'VARCHAR', flag: 'BOOLEAN', day: 'DATE', text_1: 'VARCHAR' });
  expect(rows[0]).toMatchObject({ n: 1.5, text: 'a, "b"\nc', flag: true, text_1: '007' });
  expect(rows[0]?.day).toEqual(new Date('2024-02-29T00:00:00Z'));
  expect(rows[1]?.text).toBeNull();
});

test('a workbook without cells, one cut off, one that is no workbook', async () => {
  await expect(read(workbook([]))).rejects.toThrow('is empty');
  await expect(read(workbook([['a', 'b']]))).rejects.toThrow('no rows');
  const whole = workbook([['a'], [1]]);
  await expect(read(whole.subarray(0, whole.length / 2))).rejects.toThrow('cannot be read');
  await expect(read(zip({ name: 'xl/workbook.xml', content: '<nothing/>' }))).rejects.toThrow(
    'XLSX file cannot be read',
  );
});

test.each([
  ['at the last place of a sheet', '<row r="1048576"><c r="XFD1048576"><v>1</v></c></row>'],
  ['at a place no sheet has', '<row r="3"><c r="ZZZZZZ3"><v>1</v></c></row>'],
  ['at a place written otherwise', '<row r="20000"><c  t="n" r = \'&#88;FD20000\'><v>1</v></c></row>'],
])('a workbook with a cell %s does not become a table of all the places before it', async (_, row) => {
  await expect(read(workbook([['a'], [1]], row))).rejects.toThrow(/span 1048576 rows|sheet1.xml has a cell at/);
});

test('a few cells far down are still a table', async () => {
  const { rows } = await read(workbook([['a'], [1]], '<row r="900"><c r="A900"><v>7</v></c></row>'));
  expect(rows).toHaveLength(899);
});

test('JSON keys that differ in case alone are columns of their own', async () => {
  const { rows, types } = await read('{"a":1,"A":"x","n":null}\n{"A":{"k":[1]},"a":2,"q\\"\'z":true}\n');
  expect(types).toEqual({ a: 'BIGINT', A_1: 'VARCHAR', n: 'VARCHAR', 'q"\'z': 'BOOLEAN' });
  expect(rows.map((row) => [row.a, row.A_1])).toEqual([
    [1n, 'x'],
    [2n, '{"k":[1]}'],
  ]);
  expect((await read('[{"b":1,"B":2},{"B":3,"b_1":4}]')).rows).toEqual([
    { b: 1n, B_2: 2n, b_1: null },
    { b: null, B_2: 3n, b_1: 4n },
  ]);
});

test('a JSON list of nothing is empty', async () => {
  await expect(read('[]')).rejects.toThrow('is empty');
});

test('JSON lines: every key is a column, whatever it holds', async () => {
  const { rows, types } = await read(
    '{"a":1,"b":"x","n":{"d":[1,2]}}\n\n{"a":"two","c":true,"day":"2024-02-29"}\n{"select":0.5}\n',
  );
  expect(types).toEqual({ a: 'VARCHAR', b: 'VARCHAR', n: 'VARCHAR', c: 'BOOLEAN', day: 'DATE', select: 'DOUBLE' });
  expect(rows.map((row) => row.a)).toEqual(['1', 'two', null]);
  expect(rows[0]?.n).toBe('{"d":[1,2]}');
});

test('a JSON list, and objects over several lines', async () => {
  expect((await read('[{"a":1,"b":"x"},\n {"a":2,"b":"y"}]')).rows).toHaveLength(2);
  expect((await read('{\n "a": 1,\n "b": "x"\n}\n{\n "a": 2\n}')).rows).toEqual([
    { a: 1n, b: 'x' },
    { a: 2n, b: null },
  ]);
  expect((await read('{not json},b\n1,2\n')).types).toEqual({ '{not json}': 'BIGINT', b: 'BIGINT' });
});

test('Parquet: types we do not keep become the nearest that we do', async () => {
  const { types, rows } = await read(
    await parquetOf(`SELECT 1::TINYINT AS small, 5::UBIGINT AS u, 1.25::DECIMAL(9,2) AS money, 2.5::FLOAT AS f,
      [1, 2] AS list, {'x': 1} AS struct, 'ab'::BLOB AS blob, TIMESTAMPTZ '2024-02-29 10:00:00+01' AS tz,
      DATE '2024-02-29' AS day, TIME '10:00' AS t, 'b' AS "A b"`),
  );
  expect(types).toEqual({
    small: 'BIGINT',
    u: 'DOUBLE',
    money: 'DOUBLE',
    f: 'DOUBLE',
    list: 'VARCHAR',
    struct: 'VARCHAR',
    blob: 'VARCHAR',
    tz: 'TIMESTAMP',
    day: 'DATE',
    t: 'VARCHAR',
    'A b': 'VARCHAR',
  });
  expect(rows[0]).toMatchObject({ money: 1.25, list: '[1,2]', struct: '{"x":1}', blob: 'ab' });
  expect(rows[0]?.tz).toEqual(new Date('2024-02-29T09:00:00Z'));
});

// Half a minute of work where others wait for the same cores takes longer than tests are given.
test('10,000 columns', async () => {
  const names = Array.from({ length: 10_000 }, (_, i) => `col ${i}`);
  const line = names.map((_, i) => (i % 2 === 0 ? i : `t${i}`)).join(',');
  const table = await read(`${names.join(',')}\n${`${line}\n`.repeat(30)}`);
  expect(table.columns).toBe(10_000);
  expect([table.types['col 9998'], table.types['col 9999']]).toEqual(['BIGINT', 'VARCHAR']);
}, 600_000);
