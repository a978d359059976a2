import type pg from 'pg';

export interface TableShape {
  /** Quoted where needed: ready to be put into a statement. */
  readonly name: string;
  readonly columns: readonly string[];
}

/** The migrations are applied again rather than copied; of the queue only the waiting work matters. */
const WANTED = `
  (n.nspname = 'public' and c.relname <> 'migrations') or (n.nspname = 'pgboss' and c.relname = 'job')`;

/** Every table whose rows make up the installation, with the tables a row refers to before the table that refers. */
export async function listTables(client: pg.ClientBase): Promise<TableShape[]> {
  const { rows: tables } = await client.query<{ id: number; name: string; columns: string[] }>(`
    select c.oid::int as id, c.oid::regclass::text as name,
      (select array_agg(quote_ident(a.attname) order by a.attnum) from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p') and not c.relispartition and (${WANTED})
    order by n.nspname desc, c.relname`);
  const { rows: references } = await client.query<{ from: number; to: number }>(
    `select conrelid::int as "from", confrelid::int as "to" from pg_constraint where contype = 'f'`,
  );
  const placed = new Set<number>();
  const ordered: TableShape[] = [];
  const place = (table: (typeof tables)[number]) => {
    if (placed.has(table.id)) return;
    placed.add(table.id);
    const needed = references.filter(({ from }) => from === table.id).map(({ to }) => to);
    for (const other of tables) if (needed.includes(other.id)) place(other);
    ordered.push({ name: table.name, columns: table.columns });
  };
  for (const table of tables) place(table);
  return ordered;
}

export interface SequenceState {
  readonly name: string;
  /** As text: a sequence counts further than a number can. */
  readonly value: string;
}

export async function listSequences(client: pg.ClientBase): Promise<SequenceState[]> {
  const { rows } = await client.query<SequenceState>(
    `select quote_ident(schemaname) || '.' || quote_ident(sequencename) as name, last_value::text as value
     from pg_sequences where schemaname = 'public' and last_value is not null order by 1`,
  );
  return rows;
}

export async function isEmpty(client: pg.ClientBase): Promise<boolean> {
  const { rowCount } = await client.query(
    `select from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind in ('r', 'p') and n.nspname in ('public', 'pgboss') limit 1`,
  );
  return rowCount === 0;
}
