import type { Platform } from '#platform/context.ts';

const folder = (datasetId: string, id: string): string => `datasets/${datasetId}/chunks/${id}/`;

/** One Parquet file a chunk: reading one never touches the others. */
export const chunkKey = (datasetId: string, id: string, revision: number, index: number): string =>
  `${folder(datasetId, id)}${revision}-${index}.parquet`;

/** Removes the files of a definition, of all revisions unless one is named. */
export async function forgetChunks(
  { blobs }: Pick<Platform, 'blobs'>,
  datasetId: string,
  id: string,
  revision?: number,
): Promise<void> {
  const start = `${folder(datasetId, id)}${revision === undefined ? '' : `${revision}-`}`;
  const keys: string[] = [];
  for await (const key of blobs.list(folder(datasetId, id))) if (key.startsWith(start)) keys.push(key);
  for (const key of keys) await blobs.delete(key);
}
