import type { Ctx } from '#platform/context.ts';
import { refuse } from '#platform/http/problem.ts';
import { type ByteReply, bytes } from '#platform/http/reply.ts';
import { DatasetProblems } from '../versions/dataset.problems.ts';
import { findVersion } from '../versions/find-version.ts';

const TYPES: Readonly<Record<string, string>> = {
  csv: 'text/csv',
  json: 'application/x-ndjson',
  parquet: 'application/vnd.apache.parquet',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};

/** The file as it was uploaded, byte for byte; the Parquet table where there was no file (a recipe). */
export async function downloadFile(ctx: Ctx, datasetId: string, versionId?: string): Promise<ByteReply> {
  const version = await findVersion(ctx, datasetId, 'use', versionId);
  if (version.state === 'RUNNING') refuse(DatasetProblems.stillReading, version.id);
  const key = version.original_key ?? version.parquet_key ?? refuse(DatasetProblems.notKept, version.id);
  const isOriginal = version.original_key !== null;
  const packed = { gzip: 'application/gzip', zip: 'application/zip' };
  const { format = 'parquet', compression } = version.reading ?? {};
  const type = isOriginal && compression ? packed[compression] : TYPES[isOriginal ? format : 'parquet'];
  const name = isOriginal ? version.file_name : `${version.name}.parquet`;
  const size = await ctx.blobs.size(key);
  return bytes(type ?? 'application/octet-stream', await ctx.blobs.read(key), {
    'content-disposition': `attachment; filename*=UTF-8''${encodeName(name)}`,
    ...(size === null ? {} : { 'content-length': String(size) }),
  });
}

const encodeName = (name: string) =>
  encodeURIComponent(name).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
