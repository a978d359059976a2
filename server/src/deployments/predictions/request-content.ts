import type { IncomingHttpHeaders } from 'node:http';
import { refuse } from '#platform/http/problem.ts';
import { fileOfForm } from './form-file.ts';
import { PredictionProblems } from './prediction.problems.ts';

/** The rows of a request, before anything of them was read. */
export interface Content {
  readonly bytes: Uint8Array;
  readonly format: 'csv' | 'json';
  readonly charset: string | null;
}

export type ContentKind =
  | { readonly kind: 'rows'; readonly format: 'csv' | 'json'; readonly charset: string | null }
  | { readonly kind: 'form'; readonly boundary: string };

const CSV_TYPES: ReadonlySet<string> = new Set(['text/csv', 'text/plain', 'application/csv']);
const JSON_TYPES: ReadonlySet<string> = new Set(['application/json', 'text/json']);
const PARAMETER = (name: string) => new RegExp(`;\\s*${name}="?([^";]+)"?`, 'i');
const CHARSET = PARAMETER('charset');
const BOUNDARY = PARAMETER('boundary');

/** What the header says the body is; 415 for what nobody can read as rows. */
export function contentKind({ 'content-type': header }: IncomingHttpHeaders): ContentKind {
  const { type, charset } = typeOf(header ?? '');
  if (JSON_TYPES.has(type)) return { kind: 'rows', format: 'json', charset };
  if (CSV_TYPES.has(type)) return { kind: 'rows', format: 'csv', charset };
  const boundary = type === 'multipart/form-data' ? BOUNDARY.exec(header ?? '')?.[1] : undefined;
  return boundary === undefined ? refuse(PredictionProblems.wrongType, header ?? '(none)') : { kind: 'form', boundary };
}

function typeOf(header: string): { type: string; charset: string | null } {
  // Nearly all requests say no more than this.
  if (header === 'application/json' || header === 'text/csv') return { type: header, charset: null };
  const type = (header.split(';')[0] ?? '').trim().toLowerCase();
  return { type, charset: CHARSET.exec(header)?.[1]?.trim() ?? null };
}

/** The rows; of a form those in its part `file`, whose own type or name says what they are. */
export function contentOf(kind: ContentKind, bytes: Uint8Array): Content {
  if (kind.kind === 'rows') return { bytes, format: kind.format, charset: kind.charset };
  const file = fileOfForm(bytes, kind.boundary) ?? refuse(PredictionProblems.noFilePart);
  const { type, charset } = typeOf(file.type);
  const isJson = JSON_TYPES.has(type) || (!CSV_TYPES.has(type) && /\.json$/i.test(file.name));
  return { bytes: file.bytes, format: isJson ? 'json' : 'csv', charset };
}

/** JSON unless CSV is what the caller likes better. */
export function answerFormat({ accept }: IncomingHttpHeaders): 'csv' | 'json' {
  if (accept === undefined || accept === '*/*' || accept === 'application/json') return 'json';
  const csv = accept.indexOf('text/csv');
  const json = accept.search(/application\/json/);
  return csv >= 0 && (json < 0 || csv < json) ? 'csv' : 'json';
}
