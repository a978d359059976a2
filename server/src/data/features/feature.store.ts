import { sql } from 'kysely';
import type { z } from 'zod';
import type { Queries } from '#platform/db/database.ts';
import { readOrder, type Window } from '#platform/http/page.ts';
import type { FeatureField, FeatureQuery, FeatureRecord } from './feature.schema.ts';

type Query = z.output<typeof FeatureQuery>;

/** Figures may be numbers or texts: numbers come first among themselves, then texts, and columns without one last. */
const statistic = (key: string) => [
  sql`CASE WHEN jsonb_typeof(summary->${sql.lit(key)}) = 'number' THEN (summary->>${sql.lit(key)})::float8 END`,
  sql`summary->>${sql.lit(key)}`,
];

const ORDER: Readonly<Record<FeatureField, readonly ReturnType<typeof sql>[]>> = {
  name: [sql`lower(name)`],
  id: [sql`position`],
  featureType: [sql`feature_type`],
  unique: [sql`(summary->>'uniqueCount')::bigint`],
  missing: [sql`(summary->>'naCount')::bigint`],
  stddev: statistic('stdDev'),
  mean: statistic('mean'),
  median: statistic('median'),
  min: statistic('min'),
  max: statistic('max'),
  dataQualityIssues: [sql`jsonb_array_length(summary->'issues')`],
};

const orderOf = (orderBy: Query['orderBy']) => {
  const { field, direction } = readOrder(orderBy);
  const suffix = direction === 'desc' ? sql`DESC NULLS LAST` : sql`ASC NULLS LAST`;
  return sql.join([...ORDER[field].map((key) => sql`${key} ${suffix}`), sql`position`]);
};

/** Columns of one version; who may see it was asked before. */
export const featureStore = (db: Queries) => ({
  /** `names`: only these columns. */
  async page(versionId: string, names: readonly string[] | undefined, query: Query) {
    const { searchFor, includePlot, offset, limit } = query;
    const mine = sql`version_id = ${versionId}
      ${searchFor === undefined ? sql`` : sql`AND strpos(lower(name), lower(${searchFor})) > 0`}
      ${names === undefined ? sql`` : sql`AND name = ANY(${names})`}`;
    const { rows } = await sql<FeatureRecord>`
      SELECT position, name, summary, ${includePlot ? sql`plot` : sql`NULL`} AS plot
      FROM dataset_features WHERE ${mine}
      ORDER BY ${orderOf(query.orderBy)} OFFSET ${offset} LIMIT ${limit}`.execute(db);
    const counted = await sql<{ total: number }>`
      SELECT count(*)::int AS total FROM dataset_features WHERE ${mine}`.execute(db);
    return { rows, total: counted.rows[0]?.total ?? 0 };
  },

  async byName(versionId: string, name: string): Promise<FeatureRecord | undefined> {
    const { rows } = await sql<FeatureRecord>`
      SELECT position, name, summary, plot FROM dataset_features
      WHERE version_id = ${versionId} AND name = ${name}`.execute(db);
    return rows[0];
  },

  /** Those of the names that are no columns. */
  async unknown(versionId: string, names: readonly string[]): Promise<string[]> {
    const { rows } = await sql<{ name: string }>`
      SELECT wanted.name FROM unnest(${names}::text[]) WITH ORDINALITY AS wanted (name, place)
      WHERE NOT EXISTS (SELECT FROM dataset_features f WHERE f.version_id = ${versionId} AND f.name = wanted.name)
      ORDER BY place`.execute(db);
    return rows.map(({ name }) => name);
  },

  async schema(versionId: string): Promise<{ name: string; dataType: string }[]> {
    const { rows } = await sql<{ name: string; dataType: string }>`
      SELECT name, summary->>'storedAs' AS "dataType" FROM dataset_features
      WHERE version_id = ${versionId} ORDER BY position`.execute(db);
    return rows;
  },

  async firstRows(versionId: string, { offset, limit }: Window) {
    const { rows } = await sql<{ rows: (string | null)[][]; total: number }>`
      SELECT jsonb_array_length(rows) AS total, coalesce(
        (SELECT jsonb_agg(row ORDER BY place) FROM jsonb_array_elements(rows) WITH ORDINALITY AS kept (row, place)
         WHERE place > ${offset} AND place <= ${offset + limit}), '[]') AS rows
      FROM dataset_first_rows WHERE version_id = ${versionId}`.execute(db);
    return { rows: rows[0]?.rows ?? [], total: rows[0]?.total ?? 0 };
  },
});
