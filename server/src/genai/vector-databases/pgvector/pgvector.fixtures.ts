import { afterFile } from '../../../../test/after-file.ts';
import { type PgvectorPostgres, pgvectorPostgres } from '../../../../test/pgvector.ts';
import { type VectorApp, vectorApp } from '../vector-databases.fixtures.ts';

/** Started when it is first asked for, so that a machine without it skips. */
export async function pgvectorApp(
  settings: Readonly<Record<string, string>> = {},
  as?: string,
): Promise<VectorApp & { readonly postgres: PgvectorPostgres; tables(): Promise<string[]> }> {
  const postgres = await pgvectorPostgres();
  // Before the application is: whatever begins last ends first.
  afterFile(() => postgres.stop());
  const app = await vectorApp(settings, { databaseUrl: await postgres.database(as) });
  return {
    ...app,
    postgres,
    async tables() {
      const { rows } = await app.platform.db.pool.query<{ name: string }>(
        `SELECT tablename AS name FROM pg_tables WHERE schemaname = 'genai_vectors' ORDER BY 1`,
      );
      return rows.map(({ name }) => name);
    },
  };
}

const WORDS =
  'flour water salt yeast dough bread oven cake sugar egg tyre glue patch chain gear oil bicycle tax income office wage';

/** Texts of a few words each, so that many are alike; some say the same. */
export function manyDocuments(count: number): string {
  const words = WORDS.split(' ');
  let state = 7;
  const below = (most: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * most);
  };
  const rows = Array.from({ length: count }, (_, at) => {
    const text = Array.from({ length: 3 + below(5) }, () => words[below(words.length)]).join(' ');
    return `${at % 10 === 9 ? 'the same again and again' : text},${at}.txt,${['red', 'green', 'blue'][at % 3]},${2000 + (at % 25)}`;
  });
  return `document,document_file_path,team,year\n${rows.join('\n')}\n`;
}
