import { join } from 'node:path';
import type { Entry } from 'yauzl';
import { problem } from '#platform/http/problem.ts';
import { areDocuments } from './document-kind.rules.ts';
import { fileKind } from './file-kind.ts';
import { IngestProblems } from './ingest.problems.ts';
import type { IngestFile } from './ingest-file.ts';
import { headOf, type Landed } from './land-file.ts';
import { unpackGzip } from './unpack-gzip.ts';
import { checkWorkbook, listZip, unpackZip } from './unpack-zip.ts';

export interface Unpacked {
  readonly landed: Landed;
  readonly kind: 'parquet' | 'xlsx' | 'text' | 'documents';
  /** Of documents: the files of the archive, which stay in it. */
  readonly entries?: readonly Entry[];
  readonly compression?: 'gzip' | 'zip';
}

/** Takes a file out of its gzip or zip, once: an archive in an archive is refused. */
export async function unpack(file: IngestFile, landed: Landed): Promise<Unpacked> {
  const { signal } = file;
  const most = file.config.maxUploadBytes;
  const target = join(file.folder, 'unpacked');
  const kind = await kindOf(landed);
  if (kind === 'gzip') return inner(await unpackGzip(landed, target, most, signal), 'gzip', signal);
  if (kind !== 'zip') return { landed, kind };
  const zip = await listZip(landed.path, signal);
  if (zip.isWorkbook) {
    await checkWorkbook(landed, zip.entries, signal);
    return { landed, kind: 'xlsx' };
  }
  const { entries } = zip;
  if (areDocuments(entries.map(({ fileName }) => fileName))) return { landed, kind: 'documents', entries };
  const [only, ...others] = entries;
  if (only === undefined || others.length > 0) {
    throw problem(
      IngestProblems.severalFiles,
      zip.entries.map((entry) => entry.fileName),
    );
  }
  return inner(await unpackZip(landed, target, only, most, signal), 'zip', signal);
}

async function inner(landed: Landed, compression: 'gzip' | 'zip', signal: AbortSignal): Promise<Unpacked> {
  const kind = await kindOf(landed);
  if (kind === 'gzip') throw problem(IngestProblems.unsupported, `a gzip file inside a ${compression} file`);
  if (kind !== 'zip') return { landed, kind, compression };
  const zip = await listZip(landed.path, signal);
  if (!zip.isWorkbook) throw problem(IngestProblems.unsupported, `a zip file inside a ${compression} file`);
  await checkWorkbook(landed, zip.entries, signal);
  return { landed, kind: 'xlsx', compression };
}

async function kindOf(landed: Landed): Promise<'parquet' | 'zip' | 'gzip' | 'text'> {
  const found = fileKind(await headOf(landed.path, 16));
  return found.kind === 'unsupported' ? refuseFormat(found.format) : found.kind;
}

function refuseFormat(format: string): never {
  throw problem(IngestProblems.unsupported, format);
}
