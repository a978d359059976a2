import { createReadStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { type Entry, open, type ZipFile } from 'yauzl';
import { Problem, problem } from '#platform/http/problem.ts';
import { IngestProblems } from './ingest.problems.ts';
import { type LocalFile, saveFile } from './local-file.ts';
import { watchExtent } from './workbook.ts';

const MOST_ENTRIES = 10_000;

/** Files that archivers add on their own. */
const isNoise = (name: string) =>
  name.endsWith('/') || name.startsWith('__MACOSX/') || /(^|\/)(\.DS_Store|Thumbs\.db|\._[^/]*)$/.test(name);

interface ZipContent {
  readonly entries: readonly Entry[];
  /** The archive is itself a workbook. */
  readonly isWorkbook: boolean;
}

async function withZip<Result>(
  path: string,
  signal: AbortSignal,
  work: (zip: ZipFile) => Promise<Result>,
): Promise<Result> {
  try {
    const zip = await new Promise<ZipFile>((resolve, reject) =>
      open(path, { lazyEntries: true, autoClose: false }, (error, file) => (error ? reject(error) : resolve(file))),
    );
    try {
      return await work(zip);
    } finally {
      zip.close();
    }
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof Problem || isFromSystem(error)) throw error;
    throw problem(IngestProblems.brokenFile, 'zip', reasonOf(error));
  }
}

export const listZip = (path: string, signal: AbortSignal): Promise<ZipContent> =>
  withZip(path, signal, async (zip) => {
    const entries = await new Promise<Entry[]>((resolve, reject) => {
      const found: Entry[] = [];
      zip.on('error', reject);
      zip.on('end', () => resolve(found));
      zip.on('entry', (entry: Entry) => {
        if (!isNoise(entry.fileName)) found.push(entry);
        if (zip.entriesRead > MOST_ENTRIES)
          reject(
            problem(
              IngestProblems.severalFiles,
              found.map((e) => e.fileName),
            ),
          );
        else zip.readEntry();
      });
      zip.readEntry();
    });
    return { entries, isWorkbook: entries.some((entry) => entry.fileName === 'xl/workbook.xml') };
  });

/** Visits files of the archive one after the other; each is unpacked only when its content is asked for. */
export function eachEntry(
  path: string,
  entries: readonly Entry[],
  signal: AbortSignal,
  visit: (entry: Entry, content: () => Promise<Readable>) => Promise<void>,
): Promise<void> {
  return withZip(path, signal, async (zip) => {
    for (const entry of entries) {
      signal.throwIfAborted();
      await visit(entry, () => streamOf(zip, entry));
    }
  });
}

/** Unpacks the one file of the archive. */
export function unpackZip(packed: LocalFile, path: string, entry: Entry, most: number, signal: AbortSignal) {
  return withZip(packed.path, signal, async (zip): Promise<LocalFile> => {
    if (entry.isEncrypted()) throw problem(IngestProblems.unsupported, 'an archive with a password');
    return saveFile(await streamOf(zip, entry), path, signal, bombGuard(packed.bytes, most));
  });
}

const isFromSystem = (error: unknown) => error instanceof Error && 'syscall' in error;
const reasonOf = (error: unknown) => (error instanceof Error ? error.message.replace(/\.$/, '') : String(error));

/** A workbook is read into memory as a whole: beyond this, CSV is the way. */
const MOST_WORKBOOK_BYTES = 128 * 1024 ** 2;

/**
 * Unpacks every part of a workbook and throws it away, because the program that reads workbooks believes whatever size
 * the archive claims.
 */
export function checkWorkbook(packed: LocalFile, entries: readonly Entry[], signal: AbortSignal): Promise<void> {
  return withZip(packed.path, signal, async (zip) => {
    let bytes = 0;
    for (const entry of entries) {
      const content = await streamOf(zip, entry);
      const watch = watchExtent(entry.fileName);
      for await (const chunk of content as AsyncIterable<Buffer>) {
        signal.throwIfAborted();
        bytes += chunk.length;
        watch(chunk);
        if (bytes > MOST_WORKBOOK_BYTES) {
          throw problem(IngestProblems.tooLarge, 'The workbook (CSV may be larger)', MOST_WORKBOOK_BYTES);
        }
      }
    }
  });
}

const streamOf = (zip: ZipFile, entry: Entry) =>
  new Promise<Readable>((resolve, reject) =>
    zip.openReadStream(entry, (error, stream) => (error ? reject(error) : resolve(stream))),
  );

/** Repetitive tables shrink far, so the ratio only counts once it has made something large. */
const RATIO = 250;
const HARMLESS_BYTES = 64 * 1024 ** 2;

/** Throws once content is beyond what the packed bytes it came from can honestly hold. */
export function bombGuard(packedBytes: number, most: number): (bytes: number) => void {
  return (bytes) => {
    if (bytes > most) throw problem(IngestProblems.tooLarge, 'The content', most);
    if (bytes > HARMLESS_BYTES && bytes > packedBytes * RATIO) throw problem(IngestProblems.bomb, RATIO);
  };
}

export async function unpackGzip(
  packed: LocalFile,
  path: string,
  most: number,
  signal: AbortSignal,
): Promise<LocalFile> {
  const source = createReadStream(packed.path);
  const gunzip = createGunzip();
  source.on('error', (error) => gunzip.destroy(error));
  gunzip.on('error', () => undefined); // also after its reader has left
  let bytes = 0;
  const guard = bombGuard(packed.bytes, most);
  try {
    return await saveFile(source.pipe(gunzip), path, signal, (so) => {
      bytes = so;
      guard(so);
    });
  } catch (error) {
    if (!isZlibError(error)) throw error;
    throw problem(IngestProblems.brokenFile, 'gzip', `${error.message} after ${bytes} bytes of content`);
  } finally {
    source.destroy();
  }
}

const isZlibError = (error: unknown): error is Error =>
  error instanceof Error && 'code' in error && String(error.code).startsWith('Z_');
