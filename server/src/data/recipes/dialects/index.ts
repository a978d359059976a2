import { bigquery } from './bigquery.ts';
import type { Dialect, DialectTable } from './dialect.ts';
import { duckdb } from './duckdb.ts';
import { postgres } from './postgres.ts';
import { snowflake } from './snowflake.ts';
import { databricks, spark } from './spark.ts';

/** The table of languages. */
export const dialects: Readonly<Record<Dialect, DialectTable>> = {
  duckdb,
  postgres,
  spark,
  databricks,
  snowflake,
  bigquery,
};
