import type { IncomingMessage } from 'node:http';
import { Readable, Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import type { FastifyInstance, FastifyRequest, RequestPayload } from 'fastify';
import { parseJson } from '../json.ts';
import { HttpProblems } from './http.problems.ts';
import { problem } from './problem.ts';

/** A JSON body is small: it has this long to arrive, however slowly the client sends. Uploads have no such limit. */
const BODY_SECONDS = 60;

const DECODERS = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
} as const;

/** Decompresses the body. Fastify counts what comes out against the route's limit, so a zip bomb stops at it. */
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
  Object.defineProperty(decoded, 'receivedEncodedLength', { get: () => encodedBytes });
  return decoded as RequestPayload;
}

async function collect(payload: Readable, limit: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  const timer = setTimeout(() => payload.destroy(problem(HttpProblems.tooSlow, BODY_SECONDS)), BODY_SECONDS * 1000);
  try {
    for await (const chunk of payload as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > limit) throw problem(HttpProblems.tooLarge, limit);
      chunks.push(chunk);
    }
  } catch (error) {
    if (error instanceof Error && 'code' in error && String(error.code).startsWith('Z_')) {
      throw problem(HttpProblems.wrongEncoding, `it is not valid for its Content-Encoding (${error.message})`);
    }
    throw error;
  } finally {
    clearTimeout(timer);
  }
  return chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks, size);
}

const limitOf = (request: { routeOptions: { bodyLimit?: number } }) => request.routeOptions.bodyLimit ?? 1024 * 1024;

/** Teaches Fastify our ways to read a body: exact integers in JSON, empty JSON allowed, everything else as a stream. */
export function readBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addHook('preParsing', (request, _reply, payload, done) => {
    const encoding = request.headers['content-encoding'];
    if (encoding === undefined) return done(null, payload);
    try {
      done(null, decompress(payload, encoding));
    } catch (error) {
      done(error as Error);
    }
  });
  app.addContentTypeParser(/^application\/(.+\+)?json/, async (request: FastifyRequest, payload: IncomingMessage) => {
    const bytes = await collect(payload, limitOf(request));
    return bytes.length === 0 ? undefined : parseJson(bytes);
  });
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    async (request: FastifyRequest, payload: IncomingMessage) => {
      const text = (await collect(payload, limitOf(request))).toString('utf8');
      return { formFields: Object.fromEntries(new URLSearchParams(text)) };
    },
  );
  app.addContentTypeParser('*', async (_request: FastifyRequest, payload: IncomingMessage) => payload);
}

export const isFormFields = (body: unknown): body is { formFields: Record<string, string> } =>
  typeof body === 'object' && body !== null && 'formFields' in body;

export const isStream = (body: unknown): body is Readable => body instanceof Readable;
