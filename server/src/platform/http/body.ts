import type { IncomingMessage } from 'node:http';
import { Readable, Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import type { FastifyInstance, FastifyRequest, RequestPayload } from 'fastify';
import { parseJson } from '../json.ts';
import { HttpProblems } from './http.problems.ts';
import { type Problem, problem } from './problem.ts';

/** A JSON body is small: it has this long to arrive, however slowly the client sends. Uploads have no such limit. */
const BODY_SECONDS = 60;

const DECODERS = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
} as const;

/** Codes of zlib, and of brotli, which has its own. */
const DECODING_FAILED = /^(Z_|ERR__ERROR_FORMAT)/;

/** Decompresses the body. What comes out is counted against the route's limit, so a zip bomb stops at it. */
export function decompress(payload: RequestPayload, encoding: string): RequestPayload {
  const name = encoding.trim().toLowerCase();
  if (name === '' || name === 'identity') return payload;
  const decoder = DECODERS[name as keyof typeof DECODERS];
  if (decoder === undefined) throw problem(HttpProblems.wrongContentEncoding, encoding);
  let encodedBytes = 0;
  const counted = new Transform({
    transform(chunk: Buffer, _, done) {
      encodedBytes += chunk.length;
      done(null, chunk);
    },
  });
  const decoded = payload.pipe(counted).pipe(decoder());
  payload.on('error', (error) => decoded.destroy(error));
  // Whoever reads hears of it again. Nobody reads the body of a request that was refused: that must not end the process.
  decoded.on('error', () => undefined);
  Object.defineProperty(decoded, 'receivedEncodedLength', { get: () => encodedBytes });
  return decoded as RequestPayload;
}

/** The whole body, up to the limit and within the time JSON has. Refused, it is left unread: destroyed, it would take
 * the connection with it, and nobody would hear why. */
export async function collect(payload: Readable, limit: number): Promise<Buffer> {
  const reading = read(payload, limit);
  reading.catch(() => undefined); // once it was too slow, nobody waits for how it ends
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(problem(HttpProblems.tooSlow, BODY_SECONDS)), BODY_SECONDS * 1000);
  });
  try {
    return await Promise.race([reading, late]);
  } catch (error) {
    if (error instanceof Error && 'code' in error && DECODING_FAILED.test(String(error.code))) {
      throw problem(HttpProblems.wrongEncoding, `it is not valid for its Content-Encoding (${error.message})`);
    }
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

/** Events instead of an iterator: on a body of one piece, which most are, that is a fifth of the cost. */
function read(payload: Readable, limit: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    if (payload.errored !== null) reject(payload.errored);
    const chunks: Buffer[] = [];
    let size = 0;
    const take = (chunk: Buffer) => {
      size += chunk.length;
      if (size <= limit) chunks.push(chunk);
      else {
        payload.off('data', take).pause();
        chunks.length = 0;
        reject(problem(HttpProblems.tooLarge, limit));
      }
    };
    payload.on('data', take);
    payload.once('end', () => resolve(chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks, size)));
    payload.once('error', reject);
    payload.once('close', () => {
      if (!payload.readableEnded) reject(problem(HttpProblems.wrongEncoding, 'it ended before it was complete'));
    });
  });
}

export const limitOf = (request: { routeOptions: { bodyLimit?: number } }) =>
  request.routeOptions.bodyLimit ?? 1024 * 1024;

/** Some clients name an encoding on every request, also on those without a body. */
const hasBody = (headers: FastifyRequest['headers']): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/** Teaches Fastify our ways to read a body: exact integers in JSON, empty JSON allowed, everything else as a stream. */
export function readBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addHook('preParsing', (request, _reply, payload, done) => {
    const encoding = request.headers['content-encoding'];
    if (encoding === undefined || !hasBody(request.headers)) return done(null, payload);
    try {
      done(null, decompress(payload, encoding));
    } catch (error) {
      done(error as Error);
    }
  });
  app.addContentTypeParser(
    /^application\/([^;\s]+\+)?json\s*(;|$)/i,
    async (request: FastifyRequest, payload: IncomingMessage) => {
      if (request.record?.takes === 'bytes') return payload;
      const bytes = await collect(payload, limitOf(request));
      return bytes.length === 0 ? undefined : parseJson(bytes);
    },
  );
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    async (request: FastifyRequest, payload: IncomingMessage) => {
      const text = (await collect(payload, limitOf(request))).toString('utf8');
      const formFields = Object.fromEntries(new URLSearchParams(text));
      for (const [name, value] of Object.entries(formFields)) if (isUndecoded(name, value)) throw undecoded(name);
      return { formFields };
    },
  );
  app.addContentTypeParser('*', async (_request: FastifyRequest, payload: IncomingMessage) => payload);
}

const REPLACEMENT = '\ufffd';

/** Decoders put U+FFFD where bytes are no UTF-8; kept, it would be what the caller never wrote. */
export const isUndecoded = (name: string, value: string): boolean =>
  name.includes(REPLACEMENT) || value.includes(REPLACEMENT);

export const undecoded = (name: string): Problem =>
  problem(HttpProblems.wrongEncoding, `the field ${JSON.stringify(name.slice(0, 100))} is not valid UTF-8.`);

export const isFormFields = (body: unknown): body is { formFields: Record<string, string> } =>
  typeof body === 'object' && body !== null && 'formFields' in body;

export const isStream = (body: unknown): body is Readable => body instanceof Readable;
