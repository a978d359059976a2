import type { Platform } from '#platform/context.ts';
import { allowedInside } from '#platform/net/reach.ts';
import { guardedFetch } from './guarded-fetch.ts';

const MOST_SECONDS = 3600;
const MOST_REDIRECTS = 5;

/** For jobs: the file at `url` lies under `blobKey` afterwards, whole or not at all. Refusals name what to do. */
export async function fetchToBlob(
  { config, blobs }: Pick<Platform, 'config' | 'blobs'>,
  url: string,
  blobKey: string,
  { signal }: { readonly signal: AbortSignal },
): Promise<{ readonly fileName: string; readonly bytes: number }> {
  const { stream, fileName } = await guardedFetch(url, {
    limits: { bytes: config.maxUploadBytes, seconds: MOST_SECONDS, redirects: MOST_REDIRECTS },
    allowHosts: allowedInside(config, 'file'),
    signal,
  });
  return { fileName, bytes: await blobs.write(blobKey, stream) };
}
