import type { FastifyRequest } from 'fastify';
import type { ZodObject, ZodType } from 'zod';
import type { Platform } from '../context.ts';
import { isFormFields, isStream } from './body.ts';
import type { Form } from './form.ts';
import { HttpProblems } from './http.problems.ts';
import { invalidFields, problem } from './problem.ts';
import { discardLeftovers, readForm } from './read-form.ts';
import type { Input, RouteRecord } from './route.ts';
import { refuseNul, validate, validateText } from './validate.ts';

type AnyInput = Input<string, ZodObject | undefined, ZodType | undefined>;

const NO_FORM: Form = { fields: {}, files: [] };

/** Parses everything a request carries, once, at the edge: inside, types are true. */
export async function readInput(record: RouteRecord, request: FastifyRequest, platform: Platform): Promise<AnyInput> {
  const params = request.params as Record<string, string>;
  refuseNul(params);
  const query = readQuery(record, request.query as Record<string, unknown>);
  const { form, body } = await readBody(record, request, platform);
  const stream = isStream(request.body) ? request.body : request.raw;
  return { params, query, body, headers: request.headers, url: request.url, form, stream } as AnyInput;
}

function readQuery(record: RouteRecord, query: Record<string, unknown>): unknown {
  const names = Object.keys(query);
  if (names.length > 0) refuseNul(query);
  if (record.query) return validateText(record.query, query);
  if (names.length === 0) return undefined;
  throw invalidFields(Object.fromEntries(names.map((name) => [name, `${name} is not allowed key`])));
}

async function readBody(record: RouteRecord, request: FastifyRequest, platform: Platform) {
  if (record.takes === 'bytes') return { form: NO_FORM, body: undefined };
  const sent = request.body;
  if (isFormFields(sent)) return { form: NO_FORM, body: validBody(record, sent.formFields, 'text') };
  if (!isStream(sent)) return { form: NO_FORM, body: validBody(record, sent, 'json') };
  const type = request.headers['content-type'] ?? '';
  if (!type.startsWith('multipart/form-data')) {
    sent.resume();
    // A type without a body (some clients send one with DELETE) is no body.
    if (request.headers['content-length'] !== '0') throw problem(HttpProblems.wrongType, type, 'application/json');
    return { form: NO_FORM, body: validBody(record, undefined, 'json') };
  }
  const mostBytes = record.takes === 'form' ? platform.config.maxUploadBytes : 0;
  const form = await readForm(request, sent, platform.blobs, mostBytes);
  try {
    return { form, body: validBody(record, form.fields, 'text') };
  } catch (error) {
    await discardLeftovers(form, platform.blobs);
    throw error;
  }
}

function validBody(record: RouteRecord, sent: unknown, came: 'text' | 'json'): unknown {
  const { body: schema } = record;
  if (schema === undefined) {
    const names = typeof sent === 'object' && sent !== null ? Object.keys(sent) : [];
    if (names.length > 0)
      throw invalidFields(Object.fromEntries(names.map((name) => [name, `${name} is not allowed key`])));
    if (sent !== undefined && sent !== null && typeof sent !== 'object') {
      throw invalidFields({ body: 'This route takes no body' });
    }
    return undefined;
  }
  if (sent === undefined && record.bodyOptional) return undefined;
  refuseNul(sent);
  if (came === 'text' && 'shape' in schema) return validateText(schema as ZodObject, sent as Record<string, unknown>);
  return validate(schema, sent === undefined ? {} : sent);
}
