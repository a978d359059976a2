import { newId } from '../ids.ts';
import { isOwnerGone, ownerOfThisProcess } from '../process-owner.ts';
import type { Blobs } from './blobs.ts';

const PREFIX = 'incoming/';
/** Longer than an upload may take: of a process on another machine only the age of its files is known. */
const ABANDONED_MS = 25 * 3600 * 1000;
/** `~` separates the parts of an owner, which the keys of blobs cannot hold. */
const KEY = /^incoming\/(.+)\.(\d+)\.([0-9a-f]+)_([0-9a-f]{24})$/;

let owner: string | undefined;

/** Where an upload waits until a service function keeps it: named after this process, so that others know when it is gone. */
export function incomingKey(): string {
  owner ??= ownerOfThisProcess().replaceAll('~', '.');
  return `${PREFIX}${owner}_${newId()}`;
}

/** For work that brings a file of its own: whatever of it was not moved away is deleted when the work ends. */
export async function withIncoming<Result>(
  { blobs }: { readonly blobs: Blobs },
  work: (blobKey: string) => Promise<Result>,
): Promise<Result> {
  const blobKey = incomingKey();
  try {
    return await work(blobKey);
  } finally {
    await blobs.delete(blobKey).catch(() => undefined);
  }
}

/** Deletes what processes that were killed have left of uploads; answers how many whole files. */
export async function sweepUploads(blobs: Blobs, now: Date): Promise<number> {
  await blobs.sweep(now);
  let swept = 0;
  for await (const key of blobs.list(PREFIX)) {
    if (!isAbandoned(key, now)) continue;
    await blobs.delete(key);
    swept += 1;
  }
  return swept;
}

function isAbandoned(key: string, now: Date): boolean {
  const [, host, pid, token, id] = KEY.exec(key) ?? [];
  // Written before keys told their owner.
  const since = id ?? key.slice(PREFIX.length);
  const age = now.getTime() - Number.parseInt(since.slice(0, 8), 16) * 1000;
  if (id === undefined) return !(age < ABANDONED_MS);
  return isOwnerGone(`${host}~${pid}~${token}`) || age > ABANDONED_MS;
}
