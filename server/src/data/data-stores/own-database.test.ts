import { expect, test } from 'vitest';
import { isOwnDatabase } from './connect.ts';

const OWN = 'postgresql://almanac:x@127.0.0.1:5432/almanac';

test.each([
  [OWN, '127.0.0.1', 5432, 'almanac', true],
  [OWN, '127.0.0.2', 5432, 'almanac', true],
  [OWN, '::1', 5432, 'almanac', true],
  [OWN, '::ffff:127.0.0.1', 5432, 'almanac', true],
  ['postgresql://almanac:x@localhost/almanac', '127.0.0.1', 5432, 'almanac', true],
  ['postgresql://almanac:x@10.0.0.5:5432/almanac', '10.0.0.5', 5432, 'almanac', true],
  ['postgresql://almanac:x@10.0.0.5:5432/almanac', '10.0.0.6', 5432, 'almanac', false],
  [OWN, '127.0.0.1', 5433, 'almanac', false],
  [OWN, '127.0.0.1', 5432, 'sales', false],
  ['postgresql://almanac:x@localhost:5432/almanac?host=%2Fdata%2Fsocket', '127.0.0.1', 5432, 'almanac', false],
])('%s reached at %s:%i/%s: %s', async (own, address, port, database, same) => {
  expect(await isOwnDatabase(own, address, { port, database })).toBe(same);
});
