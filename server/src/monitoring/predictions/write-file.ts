import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { parquetOptions, quoteText, roomFor, withDuckdb } from '#data';
import type { Platform } from '#platform/context.ts';
import { newId } from '#platform/ids.ts';
import { type KeptPlace, keptRowsFolder, type NewKeptFile } from './stored-rows.store.ts';
import { allColumns, FACTS, IN_ORDER, type TableFile, tableSql } from './table-files.ts';

export interface Writing {
  readonly folder: string;
  readonly signal: AbortSignal;
  /** Only rows of which this is true. */
  readonly where?: string;
}

/** The rows of several files as one Parquet file, in the order of time; undefined when there are none. */
export async function writeFile(
  platform: Platform,
  place: KeptPlace,
  files: readonly TableFile[],
  { folder, signal, where = 'true' }: Writing,
): Promise<NewKeptFile | undefined> {
  const { config, blobs, now } = platform;
  const columns = allColumns(files);
  const id = newId(now());
  const path = join(folder, `${id}.parquet`);
  const width = columns.length + FACTS.length;
  const room = { ...roomFor(config, width), files: [...files.map((file) => file.path), path], signal };
  const facts = await withDuckdb(room, async (session) => {
    const rows = `SELECT * FROM (${tableSql(files, columns)}) WHERE ${where} ${IN_ORDER}`;
    await session.run(`COPY (${rows}) TO ${parquetOptions(path, width)}`);
    const [found] = await session.rows(
      `SELECT count(*) AS rows, min(made_at) AS earliest, max(made_at) AS latest FROM read_parquet(${quoteText(path)})`,
    );
    return found as { rows: bigint; earliest: Date | null; latest: Date | null };
  });
  if (facts.earliest === null || facts.latest === null) return undefined;
  const key = `${keptRowsFolder(place.organizationId)}${place.deploymentId}/${id}.parquet`;
  return {
    id,
    organization_id: place.organizationId,
    deployment_id: place.deploymentId,
    key,
    format: 'parquet',
    bytes: await blobs.write(key, createReadStream(path, { signal })),
    rows: Number(facts.rows),
    earliest: facts.earliest,
    latest: facts.latest,
    columns: JSON.stringify(columns),
  };
}
