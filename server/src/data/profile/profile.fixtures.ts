import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig } from '#config';
import { withDuckdb } from '../duckdb/duckdb-session.ts';
import { quoteName, quoteText } from '../duckdb/duckdb-sql.ts';
import type { ColumnProfile, ProfiledTable } from './profile.types.ts';
import { type ProfileOptions, profileParquet } from './profile-parquet.ts';

/** Columns as SQL types with JSON values. */
export type TestColumns = Readonly<
  Record<string, readonly [type: string, values: readonly (string | number | boolean | null)[]]>
>;

const literal = (value: string | number | boolean | null) =>
  typeof value === 'string' ? quoteText(value) : value === null ? 'NULL' : String(value);

/** A table of these columns, side by side. */
export const tableOf = (columns: TestColumns): string =>
  Object.entries(columns)
    .map(([name, [type, values]], i) => {
      const list = `[${values.map(literal).join(', ')}]`;
      return `${i === 0 ? 'FROM' : 'POSITIONAL JOIN'} (SELECT unnest(${list})::${type} AS ${quoteName(name)}) t${i}`;
    })
    .join(' ');

/** The profile of what a query answers, through a Parquet file that is gone afterwards. */
export async function profileOfQuery(query: string, options: ProfileOptions = {}): Promise<ProfiledTable> {
  const dataDir = await mkdtemp(join(tmpdir(), 'almanac-profile-'));
  const path = join(dataDir, 'table.parquet');
  const memory = String(4 * 1024 ** 3);
  const config = readConfig({ ALMANAC_DATA_DIR: dataDir, ALMANAC_SQL_MEMORY_BYTES: memory });
  try {
    return await withDuckdb({ config, files: [path] }, async (session) => {
      await session.run(`COPY (${query}) TO ${quoteText(path)} (FORMAT parquet)`);
      return profileParquet(session, path, options);
    });
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

export const profileOfColumns = (columns: TestColumns): Promise<ProfiledTable> => profileOfQuery(tableOf(columns));

export function columnOf(profile: ProfiledTable, name: string): ColumnProfile {
  const found = profile.columns.find((column) => column.name === name);
  if (found === undefined) throw new Error(`no column ${name}`);
  return found;
}
