import { createReadStream, createWriteStream } from 'node:fs';
import { copyFile, link, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { duckdbOptionsFor, parquetOptions, quoteText, withDuckdb } from '#data';
import { NoSuchBlob } from '#platform/blobs/blobs.ts';
import type { Platform } from '#platform/context.ts';
import { newId } from '#platform/ids.ts';
import {
  type NewStoredFile,
  type RowOwner,
  type StoredColumn,
  type StoredFile,
  storedRowsFolder,
} from './stored-rows.store.ts';

/** What every stored row has, beside the cells that were sent and answered. `place`: rows of one moment stay in order. */
const FACTS = ['made_at', 'place', 'model_id', 'package_id', 'batch_id', 'association_id'] as const;
export const IN_ORDER = 'ORDER BY made_at, place';

/** A file of stored rows: Parquet, or lines that wait to become Parquet. */
export interface TableFile {
  readonly path: string;
  readonly format: 'parquet' | 'lines';
  readonly columns: readonly StoredColumn[];
  /** Of lines: no line is longer. */
  readonly longest?: number;
}

const idOf = ({ from, name }: StoredColumn): string => `${from} ${name}`;

/** The columns of several files together: those that were sent first, each where it was first seen. */
export function allColumns(files: readonly Pick<TableFile, 'columns'>[]): StoredColumn[] {
  const known = new Map<string, StoredColumn>();
  for (const { columns } of files) for (const column of columns) known.set(idOf(column), column);
  const all = [...known.values()];
  return [...all.filter(({ from }) => from === 'sent'), ...all.filter(({ from }) => from === 'answer')];
}

const SHORTEST_LIMIT = 2_000_000;

/** Cells stay texts, as they were written: what they mean is decided by whoever reads them. */
function source({ path, format, columns, longest = 0 }: TableFile): string {
  if (format === 'parquet') return `read_parquet(${quoteText(path)})`;
  const names = [...FACTS, ...columns.map((_, place) => `c${place}`)].map((name) => `${quoteText(name)}: 'VARCHAR'`);
  const limit = Math.max(SHORTEST_LIMIT, longest + 1);
  return `read_csv(${quoteText(path)}, header = false, auto_detect = false, delim = ',', quote = '"', escape = '"',
    new_line = '\\n', parallel = false, max_line_size = ${limit}, columns = {${names.join(', ')}})`;
}

/** One table of all files; the columns of files are named by place, those of the table too. */
export function tableSql(files: readonly TableFile[], columns: readonly StoredColumn[]): string {
  const selects = files.map((file) => {
    const places = new Map(file.columns.map((column, place) => [idOf(column), place]));
    const isLines = file.format === 'lines';
    const at = isLines ? ['epoch_ms(made_at::BIGINT) AS made_at', 'place::BIGINT AS place'] : ['made_at', 'place'];
    const cells = columns.map((column, place) => {
      const found = places.get(idOf(column));
      return `${found === undefined ? 'NULL::VARCHAR' : `c${found}`} AS c${place}`;
    });
    return `SELECT ${[...at, ...FACTS.slice(2), ...cells].join(', ')} FROM ${source(file)}`;
  });
  return selects.join('\nUNION ALL\n');
}

/** A cell of a line; what is missing is nothing at all. */
export function lineCell(value: string | number | bigint | boolean | null | undefined): string {
  if (value === null || value === undefined || value === '' || (typeof value === 'number' && Number.isNaN(value))) {
    return '';
  }
  return typeof value === 'string' ? `"${value.replaceAll('\0', '').replaceAll('"', '""')}"` : String(value);
}

interface Writing {
  readonly folder: string;
  readonly signal: AbortSignal;
  /** Only rows of which this is true. */
  readonly where?: string;
}

/** The rows of several files as one Parquet file, in the order of time; undefined when there are none. */
export async function writeFile(
  platform: Platform,
  place: RowOwner,
  files: readonly TableFile[],
  { folder, signal, where = 'true' }: Writing,
): Promise<NewStoredFile | undefined> {
  const { config, blobs, now } = platform;
  const columns = allColumns(files);
  const id = newId(now());
  const path = join(folder, `${id}.parquet`);
  const width = columns.length + FACTS.length;
  const room = { ...duckdbOptionsFor(config, width), files: [...files.map((file) => file.path), path], signal };
  const facts = await withDuckdb(room, async (session) => {
    const rows = `SELECT * FROM (${tableSql(files, columns)}) WHERE ${where} ${IN_ORDER}`;
    await session.run(`COPY (${rows}) TO ${parquetOptions(path, width)}`);
    const [found] = await session.rows(
      `SELECT count(*) AS rows, min(made_at) AS earliest, max(made_at) AS latest FROM read_parquet(${quoteText(path)})`,
    );
    return found as { rows: bigint; earliest: Date | null; latest: Date | null };
  });
  if (facts.earliest === null || facts.latest === null) return undefined;
  const key = `${storedRowsFolder(place.organizationId)}${place.deploymentId}/${id}.parquet`;
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

/** Somebody folded the same rows meanwhile: the work is to be done again, on the new files. */
export class FilesReplaced extends Error {
  override readonly name = 'FilesMoved';
}

/** Kept files as files in the folder. They are ours: whoever folds the same rows meanwhile takes nothing away. */
export async function materialiseFiles(
  { blobs }: Pick<Platform, 'blobs'>,
  files: readonly StoredFile[],
  folder: string,
  signal: AbortSignal,
): Promise<TableFile[]> {
  const materialised: TableFile[] = [];
  for (const { id, key, columns } of files) {
    const path = join(folder, `${id}.parquet`);
    await rm(path, { force: true });
    try {
      const local = blobs.localPath(key);
      if (local !== null) await linkOrCopy(local, path);
      else await pipeline(await blobs.read(key), createWriteStream(path, { flags: 'wx' }), { signal });
    } catch (error) {
      if (isDeleted(error)) throw new FilesReplaced(`The stored rows ${key} are gone`);
      throw error;
    }
    materialised.push({ path, format: 'parquet', columns: columns ?? [] });
  }
  return materialised;
}

const isDeleted = (error: unknown): boolean =>
  error instanceof NoSuchBlob || (error as NodeJS.ErrnoException).code === 'ENOENT';

/** A second name costs nothing; where the folders lie on different disks it must be a copy. */
async function linkOrCopy(from: string, to: string): Promise<void> {
  try {
    await link(from, to);
  } catch (error) {
    if (isDeleted(error)) throw error;
    await copyFile(from, to);
  }
}
