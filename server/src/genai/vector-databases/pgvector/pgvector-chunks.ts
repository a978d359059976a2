import type { Database } from '#platform/db/database.ts';
import type { VectorDatabaseRow } from '../../genai.tables.ts';
import { cosine, type NearestChunks, type Neighbours, type Question } from '../search/chunks.ts';
import type { Pgvector } from './extension.ts';
import { seenOf, type VectorIndexKind } from './pgvector.rules.ts';
import { pgvectorStore, type Row } from './pgvector.store.ts';

/** Taken beyond those wanted: the extension adds up in single precision, so the last places are decided here. */
const SPARE = 16;

/**
 * Vectors in a table of the database. A question that may see everything is answered by the graph, where there is one;
 * one that a filter or rights narrow is answered by comparing every chunk they leave, and so is one for which the graph
 * finds too few.
 */
export class PgvectorChunks implements NearestChunks {
  readonly #store: ReturnType<typeof pgvectorStore>;
  readonly #row: VectorDatabaseRow;

  constructor(db: Pick<Database, 'pool'>, extension: Pgvector, row: VectorDatabaseRow) {
    this.#store = pgvectorStore(db, extension);
    this.#row = row;
  }

  async find(question: Question): Promise<Neighbours> {
    const { id, organization_id: organizationId, vector_index: kind, chunks_count: chunks } = this.#row;
    const owner = { organizationId, id };
    const seen = seenOf(question.allowed);
    const most = question.most === 0 ? 0 : question.most + SPARE;
    if (seen === 'all' && hasGraph(kind) && most > 0) {
      const rows = await this.#store.approximate(owner, question, kind, most);
      if (rows.filter(({ isNear }) => isNear).length >= Math.min(most, chunks)) return rankRows(question, rows);
    }
    return rankRows(question, await this.#store.exact(owner, question, seen, most));
  }
}

const hasGraph = (kind: VectorIndexKind | null): kind is 'pgvector-hnsw' | 'pgvector-hnsw-half' =>
  kind === 'pgvector-hnsw' || kind === 'pgvector-hnsw-half';

function rankRows({ vector, most, also }: Question, rows: readonly Row[]): Neighbours {
  const vectors = new Map(rows.map((row) => [row.chunk, row.vector]));
  const near = rows
    .filter(({ isNear }) => isNear)
    .map((row) => ({ chunk: row.chunk, similarity: cosine(vector, row.vector) }))
    .sort((a, b) => b.similarity - a.similarity || a.chunk - b.chunk)
    .slice(0, most)
    .map(({ chunk }) => chunk);
  const wanted = [...near, ...also].flatMap((chunk) => {
    const of = vectors.get(chunk);
    return of === undefined ? [] : [[chunk, of] as const];
  });
  return { near, vectors: new Map(wanted) };
}
