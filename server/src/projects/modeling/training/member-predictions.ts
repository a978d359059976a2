import type { Platform } from '#platform/context.ts';
import { modelStore } from '../../core/models/model.store.ts';
import { readBytes } from '../../engine/project-files.ts';

/** What a model predicted for some parts, in the order of the parts; null where it lacks one of them. */
export async function storedPredictions<T>(
  platform: Platform,
  modelId: string,
  parts: readonly string[],
  read: (bytes: Uint8Array) => T,
): Promise<T[] | null> {
  const rows = await modelStore(platform.db.queries).parts([modelId]);
  const stored = parts.flatMap((part) => rows.find((row) => row.part === part) ?? []);
  if (stored.length < parts.length) return null;
  return Promise.all(stored.map(async ({ predictions_key }) => read(await readBytes(platform, predictions_key))));
}
