import type { Insertable } from 'kysely';
import type { Queries } from '#platform/db/database.ts';
import { findRow, findRows } from '#platform/db/rows.ts';
import type { Tables } from '#platform/db/tables.ts';
import type { BatchPieceRow } from '../batch.tables.ts';

type Side = BatchPieceRow['side'];

export type NewPiece = Insertable<Tables['batch_pieces']>;

export const pieceKey = (jobId: string, side: Side, part: number, number: number, mark: string): string =>
  `batch/${jobId}/${side}/${part}-${number}-${mark}`;

export const pieceStore = (db: Queries) => ({
  add: (pieces: readonly NewPiece[]) => db.insertInto('batch_pieces').values(pieces).execute(),

  one: (job_id: string, side: Side, part: number, number: number) =>
    findRow(db, 'batch_pieces', { job_id, side, part, number }),

  last: (jobId: string, side: Side): Promise<BatchPieceRow | undefined> =>
    db
      .selectFrom('batch_pieces')
      .selectAll()
      .where('job_id', '=', jobId)
      .where('side', '=', side)
      .orderBy('part', 'desc')
      .orderBy('number', 'desc')
      .limit(1)
      .executeTakeFirst(),

  /** In their order, from a number on. */
  scoredFrom: (jobId: string, number: number, most: number): Promise<BatchPieceRow[]> =>
    db
      .selectFrom('batch_pieces')
      .selectAll()
      .where('job_id', '=', jobId)
      .where('side', '=', 'out')
      .where('number', '>=', number)
      .orderBy('number')
      .limit(most)
      .execute(),

  /** Numbers of the parts that came, in order. */
  async parts(job_id: string): Promise<number[]> {
    const rows = await findRows(db, 'batch_pieces', { job_id, side: 'in', is_last: true }, { orderBy: ['part'] });
    return rows.map(({ part }) => part);
  },

  drop: (jobId: string, side?: Side) => {
    const all = db.deleteFrom('batch_pieces').where('job_id', '=', jobId);
    return (side === undefined ? all : all.where('side', '=', side)).returning('blob_key').execute();
  },
});
