import { Readable } from 'node:stream';
import {
  type CsvStyle,
  dataStoreAsCsv,
  fetchToBlob,
  openObject,
  parquetAsCsv,
  versionAsCsv,
  versionForReading,
} from '#data';
import type { Ctx, JobRun, Platform } from '#platform/context.ts';
import { newId } from '#platform/ids.ts';
import { versionOfProject } from '#projects';
import type { AnySpec, BatchJobRow } from '../batch.tables.ts';
import { batchJobStore } from '../jobs/batch-job.store.ts';
import type { Intake } from '../jobs/places.schema.ts';
import { JobEnded } from '../work/result-writer.ts';
import { pieceStore } from './piece.store.ts';
import { deletePieces, splitPieces, storePiece } from './pieces.ts';

const PIECE = { bytes: 8 * 1024 ** 2, milliseconds: Number.POSITIVE_INFINITY };

/**
 * Brings rows that lie elsewhere here, whole, before any is scored: a source that changes, or a worker that dies, then
 * never leaves results of two different readings.
 */
export async function fetchIntake(platform: Platform, job: BatchJobRow, run: JobRun): Promise<void> {
  await deletePieces(platform, job.id, 'in');
  await batchJobStore(platform.db.queries).change(job.id, { intake_bytes: 0, intake_state: 'open' });
  const { intakeSettings } = job.spec;
  await open(platform, intakeSettings, styleOf(job.spec), job, run, (stream) => keep(platform, job.id, stream));
  await batchJobStore(platform.db.queries).log(job.id, `Rows were read from ${intakeSettings.type}`);
}

const styleOf = ({ csvSettings: { delimiter, quotechar } }: AnySpec): CsvStyle => ({
  delimiter: delimiter === 'tab' ? '\t' : delimiter,
  quote: quotechar,
});

async function open(
  platform: Platform,
  intake: Intake,
  style: CsvStyle,
  job: BatchJobRow,
  { actor, signal }: JobRun,
  take: (stream: Readable) => Promise<void>,
): Promise<void> {
  const as = { ...platform, actor };
  const lending = { signal, take };
  switch (intake.type) {
    case 'dataset': {
      const { datasetId, datasetVersionId } = intake;
      const { id } = await versionForReading(as, { datasetId, versionId: datasetVersionId ?? undefined });
      return versionAsCsv(platform, id, style, lending);
    }
    case 'dss':
      return projectAsCsv(as, intake, style, lending);
    case 'jdbc':
      return dataStoreAsCsv(
        as,
        {
          dataStoreId: intake.dataStoreId,
          credentialId: intake.credentialId ?? undefined,
          query: intake.query ?? undefined,
          table: intake.table ?? undefined,
          schema: intake.schema ?? undefined,
          catalog: intake.catalog ?? undefined,
          fetchSize: intake.fetchSize ?? undefined,
        },
        style,
        signal,
        (lines) => take(Readable.from(lines, { objectMode: false })),
      );
    case 's3': {
      const place = {
        url: intake.url,
        endpointUrl: intake.endpointUrl ?? undefined,
        credentialId: intake.credentialId ?? undefined,
      };
      const object = await openObject(as, place, signal);
      try {
        const stream = await object.read();
        return await (intake.format === 'parquet' ? parquetAsCsv(platform, stream, style, lending) : take(stream));
      } finally {
        object.close();
      }
    }
    case 'http': {
      const key = `batch/${job.id}/in/fetched-${newId()}`;
      await fetchToBlob(platform, intake.url, key, { signal });
      await take(await platform.blobs.read(key));
      return platform.blobs.delete(key);
    }
    case 'localFile':
      throw new Error('Rows that are uploaded are not fetched.');
  }
}

async function keep(platform: Platform, jobId: string, stream: Readable): Promise<void> {
  const { db } = platform;
  let number = 0;
  let bytes = 0;
  for await (const piece of splitPieces(stream, PIECE)) {
    const kept = await storePiece(platform, jobId, 0, number++, piece.bytes, piece.isLast);
    bytes += kept.bytes;
    await db.transaction(async (tx) => {
      const jobs = batchJobStore(tx);
      if ((await jobs.lock(jobId))?.status !== 'RUNNING') throw new JobEnded();
      await pieceStore(tx).add([kept]);
      const whole = piece.isLast ? ({ intake_state: 'whole', expected_bytes: bytes } as const) : {};
      await jobs.change(jobId, { intake_bytes: bytes, ...whole });
    });
  }
}

type ProjectIntake = Extract<Intake, { readonly type: 'dss' }>;

/** The rows a project learned from, or of a dataset named beside it. */
async function projectAsCsv(
  ctx: Platform & Pick<Ctx, 'actor'>,
  { projectId, datasetId }: ProjectIntake,
  style: CsvStyle,
  lending: { readonly signal: AbortSignal; take(file: Readable): Promise<void> },
): Promise<void> {
  const versionId = datasetId
    ? (await versionForReading(ctx, { datasetId })).id
    : await versionOfProject(ctx, projectId);
  await versionAsCsv(ctx, versionId, style, lending);
}
