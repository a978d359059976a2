import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ZodObject, ZodType } from 'zod';
import type { Platform } from '../context.ts';
import { collect, hasBody, isFormFields, isStream, limitOf, openBody } from './body.ts';
import { discardLeftovers, type Form, readForm } from './form.ts';
import { HttpProblems } from './http.problems.ts';
import { type FieldErrors, invalidFields, Problem, problem } from './problem.ts';
import type { Input, RouteRecord } from './route.ts';
import { notAllowed, refuseWrongText, validate, validateText } from './validate.ts';

type AnyInput = Input<string, ZodObject | undefined, ZodType | undefined>;

export const NO_FORM: Form = { fields: {}, files: [] };

/** Parses everything a request carries, once, at the edge: inside, types are true. */
export async function readInput(
  record: RouteRecord,
  request: FastifyRequest,
  reply: FastifyReply,
  platform: Platform,
): Promise<AnyInput> {
  const params = request.params as Record<string, string>;
  refuseWrongText(params);
  const query = readQuery(record, request.query as Record<string, unknown>);
  const { form, body } = await readBody(record, request, platform);
  const stream = record.takes === 'bytes' ? streamOf(request, platform) : request.raw;
  const gone = () => hangUp(reply.raw);
  return { params, query, body, headers: request.headers, url: request.url, form, stream, gone } as AnyInput;
}

function streamOf({ body, raw, headers }: FastifyRequest, { config }: Platform): Readable {
  if (isStream(body)) return body;
  return hasBody(headers) ? openBody(raw, config) : raw;
}

export function hangUp(raw: ServerResponse): AbortSignal {
  const control = new AbortController();
  const leave = () => control.abort(problem(HttpProblems.callerGone));
  if (raw.destroyed) leave();
  raw.once('close', () => {
    if (!raw.writableFinished) leave();
  });
  return control.signal;
}

function readQuery(record: RouteRecord, query: Record<string, unknown>): unknown {
  const names = Object.keys(query);
  if (names.length === 0 && record.query === undefined) return undefined;
  try {
    if (names.length === 0 && record.query) return emptyQuery(record.query);
    refuseWrongText(query);
    if (record.query) return validateText(record.query, query);
    throw notAllowed(names);
  } catch (error) {
    throw error instanceof Problem && error.fields ? inQuery(error, error.fields) : error;
  }
}

const empty = new WeakMap<ZodObject, unknown>();

/** What a schema makes of no query at all is always the same: most requests have none. */
export function emptyQuery(schema: ZodObject): unknown {
  const known = empty.get(schema);
  if (known !== undefined) return known;
  const made = Object.freeze(validateText(schema, {}));
  empty.set(schema, made);
  return made;
}

const inQuery = ({ status, code, message }: Problem, fields: FieldErrors): Problem =>
  new Problem(status, code, message, { fields, where: 'query' });

async function readBody(record: RouteRecord, request: FastifyRequest, platform: Platform) {
  if (record.takes === 'bytes') return { form: NO_FORM, body: undefined };
  const sent = request.body;
  if (isFormFields(sent)) return { form: NO_FORM, body: validBody(record, sent.formFields, 'text') };
  if (!isStream(sent)) return { form: NO_FORM, body: validBody(record, sent, 'json') };
  const type = request.headers['content-type'] ?? '';
  if (!type.startsWith('multipart/form-data')) {
    sent.resume();
    // A type without a body (some clients send one with DELETE) is no body.
    if (request.headers['content-length'] !== '0') {
      throw problem(HttpProblems.wrongType, type || '(none)', 'application/json');
    }
    return { form: NO_FORM, body: validBody(record, undefined, 'json') };
  }
  const form = await (record.takes === 'form'
    ? readForm(request, sent, platform.blobs, platform.config.maxUploadBytes)
    : readFields(request, sent, platform));
  try {
    return { form, body: validBody(record, form.fields, 'text') };
  } catch (error) {
    await discardLeftovers(form, platform.blobs);
    throw error;
  }
}

/** Some clients send form fields where JSON is documented: as small, and as soon, as JSON has to be. */
async function readFields(request: FastifyRequest, sent: Readable, { blobs }: Platform): Promise<Form> {
  const whole = Readable.from([await collect(sent, limitOf(request))]);
  return readForm(request, whole, blobs, null);
}

function validBody(record: RouteRecord, sent: unknown, came: 'text' | 'json'): unknown {
  const { body: schema } = record;
  if (schema === undefined) {
    const names = typeof sent === 'object' && sent !== null ? Object.keys(sent) : [];
    if (names.length > 0) throw notAllowed(names);
    if (sent !== undefined && sent !== null && typeof sent !== 'object') {
      throw invalidFields({ body: 'This route takes no body' });
    }
    return undefined;
  }
  if (sent === undefined && record.bodyOptional === true) return undefined;
  refuseWrongText(sent);
  if (came === 'text' && 'shape' in schema) return validateText(schema as ZodObject, sent as Record<string, unknown>);
  return validate(schema, sent === undefined ? {} : sent);
}
