import type { Platform } from '#platform/context.ts';
import { modelStore } from '../../core/models/model.store.ts';
import {
  type RowPredictions,
  readRowPredictions,
  readSeriesPredictions,
  type SeriesPredictions,
} from '../../engine/part-predictions.ts';
import { readBytes } from '../../engine/project-files.ts';

/** What models predicted for some parts, in the order of the parts; null for a model that lacks one of them. */
async function predictionsOf<T>(
  platform: Platform,
  modelId: string,
  parts: readonly string[],
  read: (bytes: Uint8Array) => T,
): Promise<T[] | null> {
  const rows = await modelStore(platform.db.queries).parts([modelId]);
  const keys = parts.map((part) => rows.find((row) => row.part === part)?.predictions_key);
  if (keys.some((key) => key === undefined)) return null;
  const out: T[] = [];
  for (const key of keys) out.push(read(await readBytes(platform, key as string)));
  return out;
}

export const seriesPredictionsOf = (
  platform: Platform,
  modelId: string,
  parts: readonly string[],
): Promise<SeriesPredictions[] | null> => predictionsOf(platform, modelId, parts, readSeriesPredictions);

export const rowPredictionsOf = (
  platform: Platform,
  modelId: string,
  parts: readonly string[],
): Promise<RowPredictions[] | null> => predictionsOf(platform, modelId, parts, readRowPredictions);
