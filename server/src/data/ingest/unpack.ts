import { join } from 'node:path';
import type { Entry } from 'yauzl';
import { problem } from '#platform/http/problem.ts';
import { areDocuments } from './document-kind.rules.ts';
import { IngestProblems } from './ingest.problems.ts';
import type { IngestFile } from './ingest.types.ts';
import { type LocalFile, readHead } from './local-file.ts';
import { checkWorkbook, listZip, unpackGzip, unpackZip } from './unpack-archive.ts';

interface Unpacked {
  readonly local: LocalFile;
  readonly kind: 'parquet' | 'xlsx' | 'text' | 'documents';
  /** Of documents: the files of the archive, which stay in it. */
  readonly entries?: readonly Entry[];
  readonly compression?: 'gzip' | 'zip';
}

/** Takes a file out of its gzip or zip, once: an archive in an archive is refused. */
export async function unpack(file: IngestFile, local: LocalFile): Promise<Unpacked> {
  const { signal } = file;
  const most = file.config.maxUploadBytes;
  const target = join(file.folder, 'unpacked');
  const kind = await kindOf(local);
  if (kind === 'gzip') return inner(await unpackGzip(local, target, most, signal), 'gzip', signal);
  if (kind !== 'zip') return { local, kind };
  const zip = await listZip(local.path, signal);
  if (zip.isWorkbook) {
    await checkWorkbook(local, zip.entries, signal);
    return { local, kind: 'xlsx' };
  }
  const { entries } = zip;
  if (areDocuments(entries.map(({ fileName }) => fileName))) return { local, kind: 'documents', entries };
  const [only, ...others] = entries;
  if (only === undefined || others.length > 0) {
    throw problem(
      IngestProblems.severalFiles,
      zip.entries.map((entry) => entry.fileName),
    );
  }
  return inner(await unpackZip(local, target, only, most, signal), 'zip', signal);
}

async function inner(local: LocalFile, compression: 'gzip' | 'zip', signal: AbortSignal): Promise<Unpacked> {
  const kind = await kindOf(local);
  if (kind === 'gzip') throw problem(IngestProblems.unsupported, `a gzip file inside a ${compression} file`);
  if (kind !== 'zip') return { local, kind, compression };
  const zip = await listZip(local.path, signal);
  if (!zip.isWorkbook) throw problem(IngestProblems.unsupported, `a zip file inside a ${compression} file`);
  await checkWorkbook(local, zip.entries, signal);
  return { local, kind: 'xlsx', compression };
}

async function kindOf(local: LocalFile): Promise<'parquet' | 'zip' | 'gzip' | 'text'> {
  const found = fileKind(await readHead(local.path, 16));
  return found.kind === 'unsupported' ? refuseFormat(found.format) : found.kind;
}

function refuseFormat(format: string): never {
  throw problem(IngestProblems.unsupported, format);
}

/** What a file is by its first bytes: names lie. */
type FileKind =
  | { readonly kind: 'parquet' | 'zip' | 'gzip' | 'text' }
  | { readonly kind: 'unsupported'; readonly format: string };

const SIGNATURES: readonly (readonly [format: string, bytes: RegExp])[] = [
  ['compressed with bzip2', /^425a683.314159265359/],
  ['compressed with xz', /^fd377a585a00/],
  ['compressed with Zstandard', /^28b52ffd/],
  ['a 7z archive', /^377abcaf271c/],
  ['a RAR archive', /^526172211a07/],
  ['an old Excel workbook (.xls)', /^d0cf11e0a1b11ae1/],
  ['a PDF document', /^25504446/],
  ['a PNG picture', /^89504e470d0a1a0a/],
  ['a JPEG picture', /^ffd8ff/],
  ['an Avro file', /^4f626a01/],
  ['an Arrow file', /^4152524f5731/],
  ['a program', /^7f454c46/],
];

function fileKind(head: Buffer): FileKind {
  const hex = head.subarray(0, 16).toString('hex');
  if (hex.startsWith('50415231')) return { kind: 'parquet' };
  if (hex.startsWith('504b0304') || hex.startsWith('504b0506')) return { kind: 'zip' };
  if (hex.startsWith('1f8b')) return { kind: 'gzip' };
  const other = SIGNATURES.find(([, bytes]) => bytes.test(hex));
  if (other) return { kind: 'unsupported', format: other[0] };
  return { kind: 'text' };
}

/** Records of JSON, one after another or in a list; a line of CSV that merely begins with a brace is not taken for one. */
export function isJson(text: string): boolean {
  return /^\s*(\[\s*)?\{\s*("(?:[^"\\]|\\.)*"\s*:|\})/.test(text) || isEmptyList(text);
}

export const isEmptyList = (text: string): boolean => /^\s*\[\s*\]\s*$/.test(text);
