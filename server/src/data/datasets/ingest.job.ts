import { z } from 'zod';
import type { Ctx, JobKind, JobRun, Platform } from '#platform/context.ts';
import type { Tx } from '#platform/db/database.ts';
import { Problem } from '#platform/http/problem.ts';
import type { Reading } from '../ingest/ingest.types.ts';
import { fetchToBlob } from '../uploads/guarded-fetch.ts';
import { stageToBlob, takeStage } from '../uploads/stages.ts';
import { fetchOriginal, ingestVersion } from '../versions/ingest-version.ts';
import { insertDataset, insertRunningVersion, newVersionOf } from '../versions/make-version.ts';
import { versionStore } from '../versions/version.store.ts';
import type { VersionRow } from '../versions/versions.tables.ts';

const Input = z.strictObject({
  versionId: z.string(),
  /** Where the file is to be had from, when it does not lie in the store yet. */
  from: z
    .discriminatedUnion('kind', [
      z.strictObject({ kind: z.literal('url'), url: z.string() }),
      z.strictObject({ kind: z.literal('stage'), stageId: z.string() }),
      z.strictObject({ kind: z.literal('version'), blobKey: z.string() }),
    ])
    .optional(),
});
type Input = z.infer<typeof Input>;
export type FileSource = NonNullable<Input['from']>;

/** Reads the file of a dataset version into Parquet and its profile. */
export const ingestJob: JobKind<Input> = {
  name: 'data.ingest',
  input: Input,
  limits: 'heavy',
  retries: 2,
  retryDelaySeconds: 5,
  async run(platform, input, run) {
    const version = await ingestFrom(platform, input, run);
    return version === undefined ? undefined : { location: `/api/v2/datasets/${version.dataset_id}/` };
  },
};

/** The work itself, for jobs of other folders too: brings the file where it is not there yet, and reads it. */
async function ingestFrom(
  platform: Platform,
  { versionId, from }: Input,
  run: JobRun,
): Promise<VersionRow | undefined> {
  const version =
    from === undefined
      ? await versionStore(platform.db.queries).raw(versionId)
      : await fetchOriginal(platform, versionId, run, (key, fileName) => fetchFile(platform, from, key, fileName, run));
  if (version === undefined) return undefined;
  await ingestVersion(platform, versionId, run);
  return version;
}

async function fetchFile(
  platform: Platform,
  from: FileSource,
  key: string,
  fileName: string,
  { signal, progress }: JobRun,
) {
  await progress(0.01, 'Fetching the file');
  switch (from.kind) {
    case 'url': {
      const fetched = await fetchToBlob(platform, from.url, key, { signal });
      return { key, bytes: fetched.bytes, fileName: fetched.fileName || fileName };
    }
    case 'stage':
      return { key, bytes: await stageToBlob(platform, from.stageId, key, { signal }), fileName };
    case 'version':
      return { key, bytes: await platform.blobs.write(key, await platform.blobs.read(from.blobKey)), fileName };
  }
}

/** What a caller says about the file of a stage; files are looked at anyway, so this is compared with what is found. */
export interface ExpectedReading {
  readonly encoding?: 'UTF-8' | 'ASCII' | 'WINDOWS1252' | undefined;
  readonly delimiter?: string | undefined;
  readonly compression?: 'zip' | undefined;
}

/** For service functions of other modules, in their transaction: the stage becomes a hidden dataset. */
export async function versionOfStage(
  ctx: Pick<Ctx, 'actor' | 'now'>,
  tx: Tx,
  stageId: string,
): Promise<{ readonly versionId: string; readonly filename: string }> {
  const now = ctx.now();
  const { filename } = await takeStage(tx, ctx.actor, now, stageId);
  const made = newVersionOf(now);
  await insertDataset(tx, ctx.actor, now, made.datasetId, { name: filename, visible: false, categories: [] });
  const source = { type: 'stage', uri: filename, fileName: filename } as const;
  await insertRunningVersion(tx, { actor: ctx.actor, now }, made, source, null);
  return { versionId: made.versionId, filename };
}

/** For their jobs: reads it. A second call changes nothing. */
export async function ingestStage(
  platform: Platform,
  {
    versionId,
    stageId,
    expected,
  }: { readonly versionId: string; readonly stageId: string; readonly expected: ExpectedReading },
  run: JobRun,
): Promise<void> {
  await ingestFrom(platform, { versionId, from: { kind: 'stage', stageId } }, run);
  const version = await versionStore(platform.db.queries).raw(versionId);
  if (version === undefined || version.state !== 'COMPLETED')
    throw new Problem(
      422,
      'data.stage_unreadable',
      `The data stage ${stageId} could not be read: ${version?.error ?? 'it is gone'}`,
    );
  const wrong = readingMismatch(expected, version.reading ?? { format: 'csv' });
  if (wrong !== null) throw new Problem(422, 'data.stage_unlike_said', wrong);
}

const ENCODINGS = { 'UTF-8': 'utf-8', ASCII: 'utf-8', WINDOWS1252: 'windows-1252' } as const;

/** How the file differs from what was expected about it; null when it does not. */
export function readingMismatch({ encoding, delimiter, compression }: ExpectedReading, found: Reading): string | null {
  const says = (field: string, expected: string, is: string) =>
    `${field} says ${JSON.stringify(expected)}, but the file of the stage has ${is}. Leave it out, or correct the file.`;
  if (encoding !== undefined && found.encoding !== undefined && found.encoding !== ENCODINGS[encoding])
    return says('dataStageEncoding', encoding, found.encoding);
  if (delimiter !== undefined && found.separator !== undefined && found.separator !== delimiter)
    return says('dataStageDelimiter', delimiter, JSON.stringify(found.separator));
  if (compression !== undefined && found.compression !== compression)
    return says('dataStageCompression', compression, found.compression ?? 'no compression');
  return null;
}
