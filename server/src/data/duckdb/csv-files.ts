import { createReadStream, createWriteStream } from 'node:fs';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Platform } from '#platform/context.ts';
import { withDuckdb } from './duckdb-session.ts';
import { quoteText } from './duckdb-sql.ts';
import { withScratchFolder } from './scratch-folder.ts';

/** How cells are set apart in the CSV that is made or read. */
export interface CsvStyle {
  readonly delimiter: string;
  readonly quote: string;
}

export interface FileConsumer<Result> {
  readonly signal: AbortSignal;
  /** The file is removed when this is done. */
  take(file: Readable): Promise<Result>;
}

const csvOptions = ({ delimiter, quote }: CsvStyle): string =>
  `HEADER, DELIMITER ${quoteText(delimiter)}, QUOTE ${quoteText(quote)}, ESCAPE ${quoteText(quote)}`;

export const parquetAsCsv = <Result>(
  platform: Platform,
  parquet: Readable,
  style: CsvStyle,
  consumer: FileConsumer<Result>,
): Promise<Result> =>
  withScratchFolder(platform.config, 'ingest', async (folder) => {
    const path = join(folder, 'table.parquet');
    await pipeline(parquet, createWriteStream(path, { flags: 'wx' }), { signal: consumer.signal });
    return fromParquet(platform, path, style, consumer);
  });

export const csvAsParquet = <Result>(
  { config }: Pick<Platform, 'config'>,
  csv: Readable,
  style: CsvStyle,
  { signal, take }: FileConsumer<Result>,
): Promise<Result> =>
  withScratchFolder(config, 'ingest', async (folder) => {
    const [from, to] = [join(folder, 'table.csv'), join(folder, 'table.parquet')];
    await pipeline(csv, createWriteStream(from, { flags: 'wx' }), { signal });
    const read = `read_csv(${quoteText(from)}, header = true, delim = ${quoteText(style.delimiter)}, quote = ${quoteText(style.quote)}, escape = ${quoteText(style.quote)}, sample_size = -1)`;
    await withDuckdb({ config, files: [from, to], signal }, (session) =>
      session.run(`COPY (SELECT * FROM ${read}) TO ${quoteText(to)} (FORMAT parquet)`),
    );
    return take(createReadStream(to));
  });

export const fromParquet = <Result>(
  { config }: Pick<Platform, 'config'>,
  path: string,
  style: CsvStyle,
  { signal, take }: FileConsumer<Result>,
): Promise<Result> =>
  withScratchFolder(config, 'ingest', async (folder) => {
    const csv = join(folder, 'table.csv');
    await withDuckdb({ config, files: [path, csv], signal }, (session) =>
      session.run(
        `COPY (SELECT * FROM read_parquet(${quoteText(path)})) TO ${quoteText(csv)} (FORMAT csv, ${csvOptions(style)})`,
      ),
    );
    return take(createReadStream(csv));
  });
