import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import { HttpProblems } from '#platform/http/http.problems.ts';
import { problem, refuse } from '#platform/http/problem.ts';
import { BrokeOff, readWhole } from '#platform/http/request-body.ts';
import { PredictionProblems } from './prediction.problems.ts';

/** The rows of a request, unread. */
interface Content {
  readonly bytes: Uint8Array;
  readonly format: 'csv' | 'json';
  readonly charset: string | null;
}

type ContentKind =
  | { readonly kind: 'rows'; readonly format: 'csv' | 'json'; readonly charset: string | null }
  | { readonly kind: 'form'; readonly boundary: string };

const CSV_TYPES: ReadonlySet<string> = new Set(['text/csv', 'text/plain', 'application/csv']);
const JSON_TYPES: ReadonlySet<string> = new Set(['application/json', 'text/json']);
const PARAMETER = (name: string) => new RegExp(`;\\s*${name}="?([^";]+)"?`, 'i');
const CHARSET = PARAMETER('charset');
const BOUNDARY = PARAMETER('boundary');

/** The kind of the body by its header; 415 where it cannot hold rows. */
export function contentKind({ 'content-type': header }: IncomingHttpHeaders): ContentKind {
  const { type, charset } = typeOf(header ?? '');
  if (JSON_TYPES.has(type)) return { kind: 'rows', format: 'json', charset };
  if (CSV_TYPES.has(type)) return { kind: 'rows', format: 'csv', charset };
  const boundary = type === 'multipart/form-data' ? BOUNDARY.exec(header ?? '')?.[1] : undefined;
  return boundary === undefined ? refuse(PredictionProblems.wrongType, header ?? '(none)') : { kind: 'form', boundary };
}

function typeOf(header: string): { type: string; charset: string | null } {
  // Nearly all requests.
  if (header === 'application/json' || header === 'text/csv') return { type: header, charset: null };
  const type = (header.split(';')[0] ?? '').trim().toLowerCase();
  return { type, charset: CHARSET.exec(header)?.[1]?.trim() ?? null };
}

/** The rows; of a form those in its part `file`, whose type or name tells the format. */
export function contentOf(kind: ContentKind, bytes: Uint8Array): Content {
  if (kind.kind === 'rows') return { bytes, format: kind.format, charset: kind.charset };
  const file = fileOfForm(bytes, kind.boundary) ?? refuse(PredictionProblems.noFilePart);
  const { type, charset } = typeOf(file.type);
  const isJson = JSON_TYPES.has(type) || (!CSV_TYPES.has(type) && /\.json$/i.test(file.name));
  return { bytes: file.bytes, format: isJson ? 'json' : 'csv', charset };
}

/** JSON unless the caller prefers CSV. */
export function replyFormatOf({ accept }: IncomingHttpHeaders): 'csv' | 'json' {
  if (accept === undefined || accept === '*/*' || accept === 'application/json') return 'json';
  const csv = accept.indexOf('text/csv');
  const json = accept.search(/application\/json/);
  return csv >= 0 && (json < 0 || csv < json) ? 'csv' : 'json';
}

/** What one request may send, decompressed. */
const MOST_BYTES = 50 * 1024 * 1024;
/** Larger bodies are read into memory that threads share, so that they are never copied again. */
const SHARED_FROM = 16 * 1024;

/** A large request over a slow connection. */
const MOST_SECONDS = 600;

/** The whole body. One that is too large is not read, so that the refusal still reaches the caller. */
export async function readBody(stream: Readable, declaredBytes: number, silenceSeconds: number): Promise<Uint8Array> {
  if (declaredBytes > MOST_BYTES) refuse(HttpProblems.tooLarge, MOST_BYTES);
  try {
    const { pieces, bytes } = await readWhole(stream, MOST_BYTES, { silenceSeconds, totalSeconds: MOST_SECONDS });
    return joinPieces(pieces, bytes);
  } catch (error) {
    throw error instanceof BrokeOff ? problem(PredictionProblems.cutOff) : error;
  }
}

function joinPieces(pieces: readonly Buffer[], size: number): Uint8Array {
  const [only] = pieces;
  if (size < SHARED_FROM) return pieces.length === 1 && only !== undefined ? only : Buffer.concat(pieces, size);
  const whole = new Uint8Array(new SharedArrayBuffer(size));
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}

interface FormFile {
  readonly name: string;
  readonly type: string;
  readonly bytes: Uint8Array;
}

const HEAD_END = '\r\n\r\n';

/** The part `file` of a multipart form in memory; undefined when there is none. */
function fileOfForm(form: Uint8Array, boundary: string): FormFile | undefined {
  const body = Buffer.from(form.buffer, form.byteOffset, form.byteLength);
  const edge = `--${boundary}`;
  let at = body.indexOf(edge);
  while (at >= 0) {
    const start = at + edge.length;
    const headEnd = body.indexOf(HEAD_END, start);
    const next = body.indexOf(`\r\n${edge}`, headEnd < 0 ? start : headEnd + 2);
    if (headEnd < 0 || body.subarray(start, start + 2).toString() === '--') return undefined;
    const head = body.subarray(start, headEnd).toString('utf8');
    if (/^content-disposition:[^\r\n]*;\s*name="?file"?(;|\s*$)/im.test(head)) {
      const name = /filename="?([^";\r\n]*)/i.exec(head)?.[1] ?? '';
      const type = /^content-type:\s*([^\r\n]+)/im.exec(head)?.[1] ?? '';
      return { name, type, bytes: body.subarray(headEnd + HEAD_END.length, next < 0 ? body.length : next) };
    }
    at = next < 0 ? -1 : next + 2;
  }
  return undefined;
}
