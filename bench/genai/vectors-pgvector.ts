import type { VectorDatabaseRow } from '../../server/src/genai/genai.tables.ts';
import { kindFor } from '../../server/src/genai/vector-databases/pgvector/pgvector.rules.ts';
import { pgvectorStore } from '../../server/src/genai/vector-databases/pgvector/pgvector.store.ts';
import { PgvectorChunks } from '../../server/src/genai/vector-databases/pgvector/pgvector-chunks.ts';
import { CachedIndex, type IndexFiles } from '../../server/src/genai/vector-databases/search/cached-index.ts';
import { ScannedVectors, type Search } from '../../server/src/genai/vector-databases/search/chunks.ts';
import { openDatabase } from '../../server/src/platform/db/database.ts';
import { migrate } from '../../server/src/platform/db/migrate.ts';
import { hasPgvector, pgvectorPostgres } from '../../server/test/pgvector.ts';
import { timed } from '../measure.ts';

export interface KeptInPgvector {
  readonly version: string;
  readonly kind: string;
  readonly loadSeconds: number;
  /** The whole of a search: words and rights here, vectors there. */
  search(asked: Search): Promise<void>;
  /** How many of the nearest the graph finds. */
  recall(queries: readonly string[]): Promise<number>;
  close(): Promise<void>;
}

/** The same vectors in a PostgreSQL of its own, through the code that serves; null where there is none with pgvector. */
export async function keptInPgvector(files: IndexFiles): Promise<KeptInPgvector | null> {
  if (!hasPgvector) return null;
  const postgres = await pgvectorPostgres(['shared_buffers=512MB', 'max_wal_size=4GB']);
  const db = openDatabase(await postgres.database(), { max: 4, applicationName: 'bench' });
  await migrate(db, new URL('../../server/migrations', import.meta.url).pathname);
  await db.pool.query('CREATE EXTENSION vector');
  const { rows } = await db.pool.query<{ version: string }>(
    `SELECT extversion AS version FROM pg_extension WHERE extname = 'vector'`,
  );
  const version = rows[0]?.version ?? '';
  const extension = { version, schema: 'public' };
  const { dimensions, vectors } = files;
  const chunks = vectors.length / dimensions;
  const kind = kindFor(version, dimensions, chunks);
  if (kind === 'scan') throw new Error('Too many dimensions.');
  const [id, organizationId] = ['0'.repeat(24), 'bench'];
  await db.pool.query(`SET session_replication_role = replica;
    INSERT INTO genai_vector_databases (id, organization_id, use_case_id, name, dataset_id, dataset_version_id, dataset_name,
      family_id, version, embedding_model, chunking, metadata_columns, execution_status, created_by, created_at, updated_by,
      updated_at) VALUES ('${id}', 'bench', 'u', 'n', 'd', 'v', 'n', 'f', 1, 'm', '{}', '[]', 'COMPLETED', 'a', now(), 'a', now());
    SET session_replication_role = origin`);
  const { signal } = new AbortController();
  const load = { organizationId, id, vectors, dimensions, kind };
  const loadSeconds = (await timed(() => pgvectorStore(db, extension).load(load, signal))) / 1000;
  const row = { id, organization_id: organizationId, vector_index: kind, chunks_count: chunks } as VectorDatabaseRow;
  const kept = new PgvectorChunks(db, extension, row);
  const index = new CachedIndex({ ...files, vectors: null });
  const scan = new ScannedVectors(vectors, dimensions);
  return {
    version,
    kind,
    loadSeconds,
    async search(asked) {
      const question = index.question(asked);
      index.hits(asked, question, await kept.find(question));
    },
    async recall(queries) {
      let [found, wanted] = [0, 0];
      for (const query of queries) {
        const usual = { vector: null, most: 10, diversity: null, withNeighbours: false, filter: null, readable: null };
        const question = index.question({ query, ...usual });
        const near = new Set((await kept.find(question)).near);
        const truly = scan.find(question).near;
        found += truly.filter((chunk) => near.has(chunk)).length;
        wanted += truly.length;
      }
      return found / wanted;
    },
    async close() {
      await db.close();
      await postgres.stop();
    },
  };
}
