import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Busboy } from '@fastify/busboy';
import type { Blobs } from '../blobs/blobs.ts';
import { incomingKey } from '../blobs/incoming.ts';
import { isNoSpace } from '../storage/no-space.ts';
import { HttpProblems } from './http.problems.ts';
import { invalidFields, Problem, problem } from './problem.ts';

/** A multipart form after its files were streamed to the store. */
export interface Form {
  readonly fields: Readonly<Record<string, string>>;
  readonly files: readonly UploadedFile[];
}

export interface UploadedFile {
  readonly field: string;
  readonly filename: string;
  /** Where the bytes lie: moved by the handler when it keeps them, deleted by the HTTP layer when it does not. */
  readonly blobKey: string;
  readonly bytes: number;
}

/** The part that holds the data; every client calls it so. */
const FILE_PART = 'file';

/** What is wrong with the files of a form that should hold one, if anything is. */
export function wrongFiles({ files }: Form): string | null {
  const others = files.filter(({ field }) => field !== FILE_PART).map(({ field }) => JSON.stringify(field));
  if (others.length > 0)
    return `Send the file in the part "${FILE_PART}" of the form; you sent one in ${others.join(', ')}`;
  return files.length > 1 ? `Send one file; you sent ${files.length}` : null;
}

/** The one file of a form. `what` it holds is for the refusal when there is none. */
export function getFileOrThrow(form: Form, what: string): UploadedFile {
  const [file] = form.files;
  const wrong = wrongFiles(form);
  if (wrong !== null) throw invalidFields({ file: wrong });
  if (file === undefined) {
    throw invalidFields({ file: `Send ${what} as a file in the part "${FILE_PART}" of a multipart form; got nothing` });
  }
  return file;
}

const MOST_FIELDS = 1000;
const MOST_FILES = 20;
const MOST_FIELD_BYTES = 10 * 1024 * 1024;

/**
 * Reads a multipart form, streaming each file to the store as it arrives: memory stays flat whatever the size.
 * When anything goes wrong, what was already written is deleted before the error is answered.
 */
export async function readForm(
  headers: IncomingHttpHeaders,
  body: Readable,
  blobs: Blobs,
  /** Largest file; null where no file is taken. */
  maxBytes: number | null,
): Promise<Form> {
  const fields: Record<string, string> = Object.create(null);
  let fieldBytes = 0;
  const files: Promise<UploadedFile>[] = [];
  const written: string[] = [];
  const streams: Readable[] = [];
  let parser: InstanceType<typeof Busboy>;
  try {
    parser = new Busboy({
      headers: { ...headers, 'content-type': headers['content-type'] ?? '' },
      limits: { fileSize: maxBytes ?? 0, fields: MOST_FIELDS, fieldSize: MOST_FIELD_BYTES, files: MOST_FILES },
    });
  } catch (error) {
    throw problem(HttpProblems.wrongForm, reasonOf(error));
  }
  parser.on('field', (name, value, _nameCut, valueCut) => {
    // All fields together: they are held in memory, files are not.
    fieldBytes += name.length + value.length;
    if (valueCut || fieldBytes > MOST_FIELD_BYTES) parser.destroy(problem(HttpProblems.tooLarge, MOST_FIELD_BYTES));
    else if (isUndecoded(name, value)) parser.destroy(notUtf8(name));
    else fields[name] = value;
  });
  parser.on('fieldsLimit', () => parser.destroy(problem(HttpProblems.wrongForm, `more than ${MOST_FIELDS} fields`)));
  parser.on('filesLimit', () => parser.destroy(problem(HttpProblems.wrongForm, `more than ${MOST_FILES} files`)));
  parser.on('file', (field, stream, filename) => {
    if (maxBytes === null) {
      stream.resume();
      parser.destroy(invalidFields({ [field]: `${field} must not be a file: this route takes none` }));
      return;
    }
    const blobKey = incomingKey();
    written.push(blobKey);
    streams.push(stream);
    // It may break off before the store listens to it: an error nobody listens to would end the process.
    stream.on('error', () => undefined);
    stream.once('limit', () => stream.destroy(problem(HttpProblems.tooLarge, maxBytes)));
    const saved = blobs
      .write(blobKey, stream)
      .then((bytes) => ({ field, filename: storable(filename), blobKey, bytes }));
    saved.catch((error: Error) => parser.destroy(error));
    files.push(saved);
  });
  try {
    await pipeline(body, parser);
    return { fields, files: await Promise.all(files) };
  } catch (error) {
    // The parser leaves its files open when it breaks off: whoever writes one would wait for the rest for ever.
    for (const stream of streams) stream.destroy(error as Error);
    await Promise.allSettled(files);
    await Promise.allSettled(written.map((key) => blobs.delete(key)));
    if (isNoSpace(error)) throw problem(HttpProblems.noSpace);
    throw error instanceof Problem ? error : problem(HttpProblems.wrongForm, reasonOf(error));
  }
}

/** Deletes what a handler did not move away: a refused or failed request leaves nothing half-written. */
export async function discardLeftovers(form: Form, blobs: Blobs): Promise<void> {
  await Promise.allSettled(form.files.map((file) => blobs.delete(file.blobKey)));
}

/** The only character that PostgreSQL cannot keep. Names of files are shown, never used as paths. */
const storable = (filename: string | undefined): string => (filename ?? '').replaceAll('\u0000', '');

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

const REPLACEMENT = '\ufffd';

/** Decoders put U+FFFD where bytes are not UTF-8; stored, it would be text the caller never wrote. */
export const isUndecoded = (name: string, value: string): boolean =>
  name.includes(REPLACEMENT) || value.includes(REPLACEMENT);

export const notUtf8 = (name: string): Problem =>
  problem(HttpProblems.wrongEncoding, `the field ${JSON.stringify(name.slice(0, 100))} is not valid UTF-8.`);
