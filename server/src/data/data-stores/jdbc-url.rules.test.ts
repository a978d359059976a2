import { expect, test } from 'vitest';
import { readJdbcUrl } from './jdbc-url.rules.ts';

test.each([
  [
    'jdbc:postgresql://db.example.org:5433/sales',
    { host: 'db.example.org', port: 5433, database: 'sales', tls: 'prefer' },
  ],
  ['jdbc:postgresql://db/sales', { port: 5432, schema: null }],
  ['jdbc:postgresql://db:80/sales', { port: 80 }],
  ['JDBC:POSTGRESQL://DB/Sales', { host: 'db', database: 'Sales' }],
  ['jdbc:postgresql://[::1]:5432/a%20b', { host: '::1', database: 'a b' }],
  ['jdbc:postgresql://db/sales?sslmode=verify-full', { tls: 'verify-full' }],
  ['jdbc:postgresql://db/sales?ssl=true&currentSchema=Shop', { tls: 'require', schema: 'Shop' }],
  ['jdbc:postgresql://2130706433/sales', { host: '127.0.0.1' }],
])('%s is read', (url, place) => {
  expect(readJdbcUrl(url)).toMatchObject(place);
});

test.each([
  ['', 'must look like'],
  ['postgresql://db/sales', 'must look like'],
  ['jdbc:mysql://db/sales', 'must look like'],
  ['jdbc:postgresql:sales', 'must look like'],
  ['jdbc:postgresql:///sales', 'must look like'],
  ['jdbc:postgresql://a:1,b:2/sales', 'must look like'],
  ['jdbc:postgresql://db:99999/sales', 'must look like'],
  ['jdbc:postgresql://db/', 'one database'],
  ['jdbc:postgresql://db/a/b', 'one database'],
  ['jdbc:postgresql://db/%E0', 'one database'],
  ['jdbc:postgresql://me:secret@db/sales', 'must not carry a user or password'],
  ['jdbc:postgresql://db/sales?user=me&password=secret', 'must not carry a user or password'],
  ['jdbc:postgresql://db/sales?sslmode=maybe', 'sslmode maybe'],
  ['jdbc:postgresql://db/sales?socketFactory=java.lang.Evil', 'unknown parameter socketFactory'],
])('%s is refused', (url, reason) => {
  expect(readJdbcUrl(url)).toContain(reason);
  expect(readJdbcUrl(url)).not.toContain('secret');
});
