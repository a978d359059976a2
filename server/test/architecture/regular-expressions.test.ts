import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const SOURCE = join(import.meta.dirname, '..', '..', 'src');
const files = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' }).filter((file) =>
  /(?<!\.test)\.ts$/.test(file),
);

/** Their expressions are constants, or escaped text between constants: nobody outside writes one. */
const OUR_OWN = [
  'access-sync/provider-b/permission.rules.ts',
  'data/duckdb/duckdb-session.ts',
  'data/ingest/csv-to-parquet.ts',
  'data/profile/date-format.rules.ts',
  'data/profile/typed-value.ts',
  'deployments/predictions/read-request.ts',
  'deployments/scoring/rows/parse-cell.ts',
  'monitoring/custom-metrics/time-format.rules.ts',
];

test('expressions that users write run on the linear-time engine (platform/user-pattern.ts), never on RegExp', () => {
  const made = files.filter((file) => /new RegExp\(|[^\w.]RegExp\(/.test(readFileSync(join(SOURCE, file), 'utf8')));
  expect(made.sort()).toEqual(OUR_OWN);
});
