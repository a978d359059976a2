import { z } from 'zod';
import type { Platform } from '#platform/context.ts';
import type { JobKind, JobRun } from '#platform/jobs/jobs.ts';
import { fetchToBlob } from '../uploads/fetch-to-blob.ts';
import { stageToBlob } from '../uploads/take-stage.ts';
import type { VersionRow } from '../versions/datasets.tables.ts';
import { ingestVersion } from '../versions/ingest-version.ts';
import { bringOriginal } from '../versions/promised-file.ts';
import { versionStore } from '../versions/version.store.ts';

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
export async function ingestFrom(
  platform: Platform,
  { versionId, from }: Input,
  run: JobRun,
): Promise<VersionRow | undefined> {
  const version =
    from === undefined
      ? await versionStore(platform.db.queries).raw(versionId)
      : await bringOriginal(platform, versionId, run, (key, fileName) => bring(platform, from, key, fileName, run));
  if (version === undefined) return undefined;
  await ingestVersion(platform, versionId, run);
  return version;
}

async function bring(
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
