import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { parse } from 'fast-querystring';
import type { ZodObject, ZodType } from 'zod';
import type { Platform } from '../context.ts';
import { parseJson } from '../json.ts';
import { discardLeftovers, type Form, isUndecoded, notUtf8, readForm } from './form.ts';
import { HttpProblems } from './http.problems.ts';
import { type FieldErrors, invalidFields, Problem, problem } from './problem.ts';
import { collect, decompress, hasBody, openBody } from './request-body.ts';
import type { Input, RouteRecord } from './route.ts';
import { notAllowed, refuseWrongText, validate, validateJson, validateText } from './validate.ts';

/** A request as the router found it: the bare message, and what its address says. */
export interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly id: string;
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, unknown>>;
}

export type AnyInput = Input<string, ZodObject | undefined, ZodType | undefined>;

const NO_FORM: Form = { fields: {}, files: [] };
const JSON_LIMIT = 10 * 1024 * 1024;
const JSON_TYPE = /^application\/([^;\s]+\+)?json\s*(;|$)/i;
const FIELDS_TYPE = /^application\/x-www-form-urlencoded\s*(;|$)/i;
const FORM_TYPE = /^multipart\/form-data\s*(;|$)/i;

/** The router's parser of query strings too: both ways to a route read them alike. */
export const parseQuery: (text: string) => Record<string, unknown> = parse;

/** Parses everything a request carries, once, at the edge: inside, types are true. */
export async function readInput(record: RouteRecord, exchange: Exchange, platform: Platform): Promise<AnyInput> {
  const { params } = exchange;
  const query = readQuery(record, exchange.query) as AnyInput['query'];
  const { form, body } = await readBody(record, exchange, platform);
  return inputOf(exchange, { params, query, body, form, stream: exchange.request });
}

/** The same where the route reads the body itself, as it arrives. */
export function bytesInput(record: RouteRecord, exchange: Exchange, { config }: Platform): AnyInput {
  const { request, params } = exchange;
  return inputOf(exchange, {
    params,
    query: readQuery(record, exchange.query) as AnyInput['query'],
    body: undefined,
    form: NO_FORM,
    stream: bodyStream(record, request, config),
  });
}

const inputOf = (
  { request, response }: Exchange,
  parsed: Pick<AnyInput, 'params' | 'query' | 'body' | 'form' | 'stream'>,
): AnyInput => ({
  ...parsed,
  headers: request.headers,
  url: request.url ?? '',
  gone: () => abortOnDisconnect(response),
});

/** Routes of the fast path bound the time and size of their body themselves. */
function bodyStream(record: RouteRecord, request: IncomingMessage, config: Platform['config']): Readable {
  const { headers, method } = request;
  if (!hasBody(headers)) return request;
  refuseTooLarge(request, record.bodyLimit);
  const encoding = method === 'GET' || method === 'HEAD' ? '' : (headers['content-encoding'] ?? '');
  if (record.fastPath === true && encoding === '') return request;
  return decompress(openBody(request, config), encoding);
}

/** What says itself that it is too large is not waited for. */
function refuseTooLarge({ headers }: IncomingMessage, limit = Number.POSITIVE_INFINITY): void {
  if (Number(headers['content-length'] ?? 0) > limit) throw problem(HttpProblems.tooLarge, limit);
}

export function abortOnDisconnect(response: ServerResponse): AbortSignal {
  const control = new AbortController();
  const abort = () => control.abort(problem(HttpProblems.callerGone));
  if (response.destroyed) abort();
  response.once('close', () => {
    if (!response.writableFinished) abort();
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

/** The parsed form of no query at all is always the same, and most requests have none. */
function emptyQuery(schema: ZodObject): unknown {
  const known = empty.get(schema);
  if (known !== undefined) return known;
  const made = Object.freeze(validateText(schema, {}));
  empty.set(schema, made);
  return made;
}

const inQuery = ({ status, code, message }: Problem, fields: FieldErrors): Problem =>
  new Problem(status, code, message, { fields, where: 'query' });

async function readBody(record: RouteRecord, { request }: Exchange, platform: Platform) {
  const { method, headers } = request;
  // The body of a GET means nothing; an encoding or type named without a body is nothing.
  if (method === 'GET' || method === 'HEAD' || !hasBody(headers)) return jsonBody(record, undefined);
  const limit = record.bodyLimit ?? (record.takes === 'form' ? Number.POSITIVE_INFINITY : JSON_LIMIT);
  refuseTooLarge(request, limit);
  const body = decompress(openBody(request, platform.config), headers['content-encoding'] ?? '');
  const type = headers['content-type'] ?? '';
  if (JSON_TYPE.test(type)) {
    const bytes = await collect(body, record.takes === 'form' ? JSON_LIMIT : limit);
    return jsonBody(record, bytes.length === 0 ? undefined : parseJson(bytes));
  }
  if (FIELDS_TYPE.test(type)) return { form: NO_FORM, body: validBody(record, await readFields(body, limit), 'text') };
  if (FORM_TYPE.test(type)) return formBody(record, headers, body, limit, platform);
  body.resume();
  throw problem(HttpProblems.wrongType, type || '(none)', 'application/json');
}

const jsonBody = (record: RouteRecord, sent: unknown) => ({ form: NO_FORM, body: validBody(record, sent, 'json') });

async function readFields(body: Readable, limit: number): Promise<Record<string, string>> {
  const text = (await collect(body, Math.min(limit, JSON_LIMIT))).toString('utf8');
  const fields = Object.fromEntries(new URLSearchParams(text));
  for (const [name, value] of Object.entries(fields)) if (isUndecoded(name, value)) throw notUtf8(name);
  return fields;
}

async function formBody(
  record: RouteRecord,
  headers: IncomingMessage['headers'],
  body: Readable,
  limit: number,
  { blobs, config }: Platform,
) {
  // Some clients send form fields where JSON is documented: as small, and as soon, as JSON has to be.
  const form = await (record.takes === 'form'
    ? readForm(headers, body, blobs, config.maxUploadBytes)
    : readForm(headers, Readable.from([await collect(body, limit)]), blobs, null));
  try {
    return { form, body: validBody(record, form.fields, 'text') };
  } catch (error) {
    await discardLeftovers(form, blobs);
    throw error;
  }
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
  // Limits are taken to the letter: the specification calls them integers, and a text may be meant for another field.
  const read = record.part === 'quotas' ? validate : validateJson;
  return read(schema, sent === undefined ? {} : sent);
}
