import { expect, test } from 'vitest';
import { ingesting } from './ingest.fixtures.ts';

const { read } = await ingesting();

const columns = async (text: string) => Object.keys((await read(text)).types);

test.each([
  [',', 'a,b,c\n1,x,2.5\n'],
  ['\t', 'a\tb\tc\n1\tx\t2.5\n'],
  [';', 'a;b;c\r\n1;x;2.5\r\n'],
  ['|', 'a|b|c\r1|x|2.5\r'],
  ['^', 'a^b^c\n1^x^2.5\n'],
  [':', 'a:b:c\n1:x:2.5'],
  ['~', '\n\na~b~c\n1~x~2.5\n\n\n'],
])('separator %j', async (separator, text) => {
  const table = await read(text);
  expect(table.reading).toEqual({ format: 'csv', separator, encoding: 'utf-8' });
  expect(table.rows).toEqual([{ a: 1n, b: 'x', c: 2.5 }]);
});

test('quoted values hold separators, line ends, doubled quotes', async () => {
  const { rows } = await read('"a","b, c",d\n"1","x, y","say ""hi"""\n"2","line\nend",\n');
  expect(rows).toEqual([
    { a: 1n, 'b, c': 'x, y', d: 'say "hi"' },
    { a: 2n, 'b, c': 'line\nend', d: null },
  ]);
});

test('single quotes, backslashes before quotes, quotes inside words', async () => {
  expect((await read("'a','b'\n'1','x, y'\n")).rows).toEqual([{ a: 1n, b: 'x, y' }]);
  expect((await read('a,b\n1,"say \\"hi\\", twice"\n')).rows).toEqual([{ a: 1n, b: 'say "hi", twice' }]);
  expect((await read('a,b\n1,5" pipe\n2,it\'s\n')).rows).toEqual([
    { a: 1n, b: '5" pipe' },
    { a: 2n, b: "it's" },
  ]);
});

test('line ends of several kinds in one file', async () => {
  const { rows } = await read('a,b\r\n1,x\n2,y\r\n3,z\n');
  expect(rows.map((row) => row.b)).toEqual(['x', 'y', 'z']);
});

test('one column, with commas in its values', async () => {
  expect((await read('text\nHello, world\nno comma\na, b, c\n')).rows).toHaveLength(3);
});

test('names are repaired by the rule', async () => {
  expect(await columns('a,,a,A,a_1, b ,\n1,2,3,4,5,6,7\n')).toEqual([
    'a',
    'Column 2',
    'a_2',
    'A_3',
    'a_1',
    'b',
    'Column 7',
  ]);
  const long = 'n'.repeat(300);
  expect(await columns(`${long},${long}\n1,2\n`)).toEqual(['n'.repeat(255), `${'n'.repeat(255)}_1`]);
});

test('names with quotes, keywords, other scripts and SQL in them stay names', async () => {
  const names = ['select', "it's", 'a""b', 'x"; DROP TABLE t; --', '売上', '😀', 'c0'];
  const header = names.map((name) => `"${name.replaceAll('"', '""')}"`).join(',');
  expect(await columns(`${header}\n1,2,3,4,5,6,7\n`)).toEqual(names);
});

test('types that lose nothing', async () => {
  const { types, rows, dateFormats } = await read(
    'int,real,flag,day,moment,code,long,mixed,money,late\n' +
      '1,1.50,true,2024-02-29,2024-02-29T10:00:00,007,12345678901234567890,1,$5,\n' +
      '-2,NA,False,NA,2024-02-29T10:00:01,010,1,x,$6,\n',
  );
  expect(types).toEqual({
    int: 'BIGINT',
    real: 'DOUBLE',
    flag: 'BOOLEAN',
    day: 'DATE',
    moment: 'TIMESTAMP',
    code: 'VARCHAR',
    long: 'VARCHAR',
    mixed: 'VARCHAR',
    money: 'VARCHAR',
    late: 'VARCHAR',
  });
  expect(rows[1]).toMatchObject({ int: -2n, real: null, flag: false, day: null, code: '010', mixed: 'x' });
  expect(Object.fromEntries(dateFormats)).toEqual({ day: '%Y-%m-%d', moment: '%Y-%m-%dT%H:%M:%S' });
});

test('a column that stops being what it was far down keeps every cell', async () => {
  const lines = Array.from({ length: 60_000 }, (_, i) => `${i},${i},2024-01-01,${i},${i % 2 === 0}`);
  lines[55_000] = '55000,ant,2024-01-32,1.25,true';
  lines[59_999] = '59999,007,2024-01-02,-5,maybe';
  const { types, rows } = await read(`a,b,c,d,e\n${lines.reverse().join('\n')}\n`);
  expect(types).toEqual({ a: 'BIGINT', b: 'VARCHAR', c: 'VARCHAR', d: 'DOUBLE', e: 'VARCHAR' });
  expect(rows[0]).toEqual({ a: 59_999n, b: '007', c: '2024-01-02', d: -5, e: 'maybe' });
  const turned = await read(`a,b,c,d,e\n${lines.reverse().join('\n')}\n`);
  expect(turned.types).toEqual(types);
});

test('impossible dates stay text', async () => {
  expect((await read('d\n2024-02-29\n2023-02-29\n')).types).toEqual({ d: 'VARCHAR' });
});

test('as many rows as were asked for', async () => {
  expect((await read('a\n1\n2\n3\n', { rows: 2 })).rows).toEqual([{ a: 1n }, { a: 2n }]);
});
