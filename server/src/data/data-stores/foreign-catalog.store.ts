import type pg from 'pg';

/** Queries on the catalog of the user's database. Only what this user may see is returned. */

export async function databaseName(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ name: string }>('SELECT current_database() AS name');
  return rows[0]?.name ?? '';
}

export async function schemasOf(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT nspname AS name FROM pg_namespace
     WHERE nspname NOT LIKE 'pg\\_%' AND has_schema_privilege(oid, 'USAGE') ORDER BY nspname`,
  );
  return rows.map(({ name }) => name);
}

export async function tablesOf(
  client: pg.Client,
  schema: string | null,
): Promise<{ schema: string; name: string; type: 'TABLE' | 'VIEW' }[]> {
  const { rows } = await client.query<{ schema: string; name: string; type: 'TABLE' | 'VIEW' }>(
    `SELECT nspname AS schema, relname AS name,
            CASE WHEN relkind IN ('v', 'm') THEN 'VIEW' ELSE 'TABLE' END AS type
     FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace
     WHERE relkind IN ('r', 'p', 'f', 'v', 'm')
       AND CASE WHEN $1::text IS NULL THEN nspname NOT LIKE 'pg\\_%' AND nspname <> 'information_schema'
                ELSE nspname = $1 END
       AND has_table_privilege(pg_class.oid, 'SELECT')
     ORDER BY nspname, relname`,
    [schema],
  );
  return rows;
}

export interface ForeignColumn {
  readonly name: string;
  readonly dataType: string;
  readonly precision: number | null;
  readonly scale: number | null;
  readonly isNullable: boolean;
  readonly isInPrimaryKey: boolean;
}

/** Without a schema the table is looked for where the connection looks for it. */
export async function columnsOf(client: pg.Client, schema: string | null, table: string): Promise<ForeignColumn[]> {
  const { rows } = await client.query<ForeignColumn>(
    `SELECT attname AS name, format_type(atttypid, NULL) AS "dataType",
            CASE WHEN atttypid = 1700 AND atttypmod > 0 THEN ((atttypmod - 4) >> 16) & 65535 END AS precision,
            CASE WHEN atttypid = 1700 AND atttypmod > 0 THEN (atttypmod - 4) & 2047 END AS scale,
            NOT attnotnull AS "isNullable",
            coalesce(attnum = ANY (indkey), false) AS "isInPrimaryKey"
     FROM pg_attribute
     LEFT JOIN pg_index ON indrelid = attrelid AND indisprimary
     WHERE attrelid = to_regclass(CASE WHEN $1::text IS NULL THEN quote_ident($2)
                                       ELSE quote_ident($1) || '.' || quote_ident($2) END)
       AND attnum > 0 AND NOT attisdropped
     ORDER BY attnum`,
    [schema, table],
  );
  return rows;
}
