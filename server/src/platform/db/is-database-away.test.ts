import { expect, test } from 'vitest';
import { isDatabaseAway } from './is-database-away.ts';

const coded = (code: string, more: object = {}) => Object.assign(new Error('x'), { code, ...more });

test.each([
  coded('57P01'),
  coded('57P02'),
  coded('57P03'),
  coded('08006'),
  coded('08P01'),
  coded('53300'),
  coded('25006'),
  coded('ECONNREFUSED'),
  coded('ECONNRESET'),
  coded('EPIPE'),
  coded('ENOENT', { syscall: 'connect' }),
  new Error('Connection terminated unexpectedly'),
  new Error('Connection terminated due to connection timeout'),
  new Error('Client has encountered a connection error and is not queryable'),
  new Error('timeout exceeded when trying to connect'),
  new AggregateError([coded('ECONNREFUSED')], ''),
  new Error('wrapped', { cause: coded('57P01') }),
])('%s (%#) is for later', (error) => {
  expect(isDatabaseAway(error)).toBe(true);
});

test.each([coded('23505'), coded('ENOENT', { syscall: 'open' }), coded('42601'), new Error('no'), null, '57P01'])(
  '%s (%#) is not',
  (error) => {
    expect(isDatabaseAway(error)).toBe(false);
  },
);
