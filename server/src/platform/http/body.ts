import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest, RequestPayload } from 'fastify';
import type { Config } from '#config';
import { parseJson } from '../json.ts';
import { decodeContent } from '../net/decode-content.ts';
import { HttpProblems } from './http.problems.ts';
import { type Problem, problem } from './problem.ts';
import { RequestBody, readWhole } from './request-body.ts';

/** A JSON body is small: it has this long to arrive, however slowly the client sends. */
const JSON_SECONDS = 60;
/** Uploads may take hours; what an upload wrote is swept by nobody before it ends (incoming.ts). */
export const UPLOAD_SECONDS = 24 * 3600;

/** Decompresses the body. What comes out is counted against the route's limit, so a zip bomb stops at it. */
export function decompress(payload: RequestPayload, encoding: string): RequestPayload {
  const name = encoding.trim().toLowerCase();
  if (name === '' || name === 'identity') return payload;
  const decoded = decodeContent(payload as unknown as Readable, name);
  if (decoded === undefined) throw problem(HttpProblems.wrongContentEncoding, encoding);
  const { stream, encodedBytes } = decoded;
  Object.defineProperty(stream, 'receivedEncodedLength', { get: encodedBytes });
  return stream as RequestPayload;
}

/** The whole body, up to the limit and within the time JSON has. */
export async function collect(payload: Readable, limit: number, silenceSeconds = JSON_SECONDS): Promise<Buffer> {
  const { pieces, bytes } = await readWhole(payload, limit, { silenceSeconds, totalSeconds: JSON_SECONDS });
  return pieces.length === 1 ? (pieces[0] as Buffer) : Buffer.concat(pieces, bytes);
}

export const limitOf = (request: { routeOptions: { bodyLimit?: number } }) =>
  request.routeOptions.bodyLimit ?? 1024 * 1024;

/** Some clients name an encoding on every request, also on those without a body. */
export const hasBody = (headers: FastifyRequest['headers']): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/** The body as a stream that fails when the client falls silent or leaves. */
export const openBody = (
  raw: IncomingMessage,
  { bodySilenceSeconds }: Pick<Config, 'bodySilenceSeconds'>,
): RequestBody => new RequestBody(raw, { silenceSeconds: bodySilenceSeconds, totalSeconds: UPLOAD_SECONDS });

/** Teaches Fastify our ways to read a body: exact integers in JSON, empty JSON allowed, everything else as a stream. */
export function readBodies(app: FastifyInstance, config: Pick<Config, 'bodySilenceSeconds'>): void {
  app.removeAllContentTypeParsers();
  app.addHook('preParsing', (request, _reply, payload, done) => {
    // No parser looks at the body of a GET: should the route want it, it opens it itself.
    if (request.method === 'GET' || request.method === 'HEAD' || !hasBody(request.headers)) return done(null, payload);
    // What says itself that it is too large is not waited for.
    const limit = limitOf(request);
    if (Number(request.headers['content-length'] ?? 0) > limit) return done(problem(HttpProblems.tooLarge, limit));
    try {
      const body = openBody(request.raw, config) as Readable as RequestPayload;
      done(null, decompress(body, request.headers['content-encoding'] ?? ''));
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
      if (request.record?.takes === 'bytes') return payload;
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
