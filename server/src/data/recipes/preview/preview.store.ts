import type { ColumnType, Generated, Selectable } from 'kysely';
import type { Queries } from '#platform/db/database.ts';
import { deleteRows, findRow, updateRows } from '#platform/db/rows.ts';
import type { Window } from '#platform/http/page.ts';
import type { Cell, Insight, PreviewColumn } from './preview.schema.ts';

type JsonList<Item> = ColumnType<readonly Item[], string | undefined, string>;
type State = 'RUNNING' | 'COMPLETED' | 'ERROR';

interface PreviewTable {
  id: string;
  recipe_id: string;
  fingerprint: string;
  state: State;
  job_id: string;
  result_schema: JsonList<PreviewColumn>;
  stored_count: Generated<number>;
  byte_size: Generated<number>;
  exceeds_limit: Generated<boolean>;
  insights_state: Generated<State>;
  insights: JsonList<Insight>;
  error_message: string | null;
  failed_operation: number | null;
  created_at: Date;
}

interface PreviewRowsTable {
  preview_id: string;
  piece: number;
  rows: string;
}

declare module '#platform/db/tables.ts' {
  interface Tables {
    recipe_previews: PreviewTable;
    recipe_preview_rows: PreviewRowsTable;
  }
}

type PreviewRow = Selectable<PreviewTable>;

/** Rows in one piece: a page of the usual size reads one or two. */
const PIECE = 500;
/** Kept for one recipe: going one operation back and forth should find what is there. */
const MOST_KEPT = 12;

export interface Made {
  readonly columns: readonly PreviewColumn[];
  /** Each row as a JSON list of texts and nulls: engines write it faster than we do. */
  readonly rows: readonly string[];
  readonly exceedsLimit: boolean;
}

export type KnownPreview = PreviewRow & { readonly jobOpen: boolean };

export const previewStore = (db: Queries) => ({
  /** `jobOpen`: its job is waiting or running. */
  async find(recipeId: string, fingerprint: string): Promise<KnownPreview | undefined> {
    const row = await db
      .selectFrom('recipe_previews')
      .leftJoin('job_records', 'job_records.id', 'recipe_previews.job_id')
      .selectAll('recipe_previews')
      .select('job_records.status as job_status')
      .where('recipe_id', '=', recipeId)
      .where('fingerprint', '=', fingerprint)
      .executeTakeFirst();
    if (row === undefined) return undefined;
    const { job_status, ...preview } = row;
    return { ...preview, jobOpen: job_status === 'INITIALIZED' || job_status === 'RUNNING' };
  },

  /** A finished one stays as it is; anything else is now this job's to make. */
  async begin(row: Pick<PreviewRow, 'id' | 'recipe_id' | 'fingerprint' | 'job_id' | 'created_at'>, again: boolean) {
    const restart = { state: 'RUNNING' as const, job_id: row.job_id, error_message: null, failed_operation: null };
    await db
      .insertInto('recipe_previews')
      .values({ ...row, state: 'RUNNING' })
      .onConflict((conflict) => {
        const update = conflict
          .columns(['recipe_id', 'fingerprint'])
          .doUpdateSet({ ...restart, insights_state: 'RUNNING' });
        return again ? update : update.where('recipe_previews.state', '<>', 'COMPLETED');
      })
      .execute();
  },

  async finish(id: string, { columns, rows, exceedsLimit }: Made): Promise<void> {
    const pieces: string[] = [];
    for (let at = 0; at < rows.length; at += PIECE) pieces.push(`[${rows.slice(at, at + PIECE).join(',')}]`);
    await deleteRows(db, 'recipe_preview_rows', { preview_id: id });
    if (pieces.length > 0) {
      await db
        .insertInto('recipe_preview_rows')
        .values(pieces.map((text, piece) => ({ preview_id: id, piece, rows: text })))
        .execute();
    }
    const completed = {
      state: 'COMPLETED',
      result_schema: JSON.stringify(columns),
      stored_count: rows.length,
      byte_size: pieces.reduce((sum, text) => sum + Buffer.byteLength(text), 0),
      exceeds_limit: exceedsLimit,
      insights_state: 'RUNNING',
      error_message: null,
      failed_operation: null,
    } as const;
    await updateRows(db, 'recipe_previews', { id }, completed);
  },

  fail: (id: string, message: string, operation: number | null) => {
    const reason = { error_message: message, failed_operation: operation };
    return updateRows(db, 'recipe_previews', { id }, { ...reason, state: 'ERROR', insights_state: 'ERROR' });
  },

  async rows(id: string, window: Window): Promise<Cell[][]> {
    const first = Math.floor(window.offset / PIECE);
    const pieces = await db
      .selectFrom('recipe_preview_rows')
      .select('rows')
      .where('preview_id', '=', id)
      .where('piece', '>=', first)
      .where('piece', '<=', Math.floor((window.offset + window.limit - 1) / PIECE))
      .orderBy('piece')
      .execute();
    const found = pieces.flatMap(({ rows }) => JSON.parse(rows) as Cell[][]);
    return found.slice(window.offset - first * PIECE, window.offset - first * PIECE + window.limit);
  },

  byId: (id: string) => findRow(db, 'recipe_previews', { id }),

  storeInsights: (id: string, insights: readonly Insight[]) => {
    const change = { insights: JSON.stringify(insights), insights_state: 'COMPLETED' } as const;
    return updateRows(db, 'recipe_previews', { id }, change);
  },

  /** Those of contents the recipe no longer has go first: the oldest. */
  deleteOldest: (recipeId: string) =>
    db
      .deleteFrom('recipe_previews')
      .where('recipe_id', '=', recipeId)
      .where('id', 'not in', (inner) =>
        inner
          .selectFrom('recipe_previews')
          .select('id')
          .where('recipe_id', '=', recipeId)
          .orderBy('created_at', 'desc')
          .orderBy('id', 'desc')
          .limit(MOST_KEPT),
      )
      .execute(),
});
