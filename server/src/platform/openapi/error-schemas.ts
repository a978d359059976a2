import { type ErrorStyle, type FieldErrors, Problem, renderProblem } from '../http/problem.ts';
import { refusalsOf } from '../http/refusals.ts';
import type { RouteRecord } from '../http/route.ts';

import examples from './refusal-examples.json' with { type: 'json' };

type Json = Record<string, unknown>;

/** As the suites saw them: `npm run coverage` adds those of new codes. */
const EXAMPLES: Readonly<Record<string, { readonly message: string; readonly fields?: FieldErrors }>> = examples;

const WORDS = 'What was wrong, with which value, and what to do';
const code: Json = { type: 'string', description: 'Stable name of this refusal' };

const validationError: Json = {
  type: 'object',
  properties: {
    loc: {
      type: 'array',
      items: { anyOf: [{ type: 'string' }, { type: 'integer' }] },
      description: 'Place of the field: body, query or path first, then names and indexes',
    },
    msg: { type: 'string', description: 'What is wrong there' },
    type: { type: 'string' },
  },
  required: ['loc', 'msg', 'type'],
  additionalProperties: false,
};

/** What renderProblem writes, style by style. */
export const ERROR_SCHEMAS: Readonly<Record<string, Json>> = {
  Problem: {
    type: 'object',
    properties: {
      message: { type: 'string', description: WORDS },
      code,
      errors: {
        type: 'object',
        additionalProperties: { type: 'string' },
        description: 'Place of a field -> what is wrong',
      },
    },
    required: ['message', 'code'],
  },
  DetailProblem: {
    type: 'object',
    properties: {
      detail: {
        anyOf: [
          { type: 'string', description: WORDS },
          { type: 'array', items: validationError, description: 'One item per wrong field (422)' },
        ],
      },
    },
    required: ['detail'],
    additionalProperties: false,
  },
  HTTPValidationErrorResponse: {
    type: 'object',
    properties: { detail: { type: 'array', items: validationError, description: 'One item per wrong parameter' } },
    required: ['detail'],
    additionalProperties: false,
  },
  OpenAiProblem: {
    type: 'object',
    properties: {
      error: {
        type: 'object',
        properties: {
          message: { type: 'string', description: WORDS },
          type: { type: 'string', description: 'As OpenAI names it: invalid_request_error, rate_limit_exceeded, …' },
          param: { anyOf: [{ type: 'string' }, { type: 'null' }], description: 'The wrong field, if one was wrong' },
          code,
        },
        required: ['message', 'type', 'param', 'code'],
        additionalProperties: false,
      },
      message: { type: 'string', description: 'The same message, for clients of the other routes' },
    },
    required: ['error', 'message'],
  },
};

const NAMES: Readonly<Record<ErrorStyle, string>> = {
  message: 'Problem',
  detail: 'DetailProblem',
  openai: 'OpenAiProblem',
};

/** The response of every refusal of a route, in the style the route answers. */
export const refusalOf = (description: string, style: ErrorStyle = 'message'): Json =>
  answering(description, NAMES[style]);

/** The responses that a route declares: one per status, with the codes it may carry and an example of each. */
export function refusalResponses(record: RouteRecord): Record<string, Json> {
  const { errors: style = 'message' } = record;
  return Object.fromEntries(
    Object.entries(refusalsOf(record)).map(([status, codes]) => {
      const schema = status === '422' ? wrongFieldsOf(record) : refusalOf('', style);
      const content = (schema.content as { 'application/json': Json })['application/json'];
      const examples = Object.fromEntries(
        codes
          .filter((code) => code in EXAMPLES)
          .map((code) => [code, { $ref: `#/components/examples/${style}.${code}` }]),
      );
      return [
        status,
        {
          description: `${REASONS[Number(status)] ?? 'Refused'}: ${codes.map((code) => `\`${code}\``).join(', ')}`,
          'x-codes': codes,
          content: { 'application/json': { ...content, ...(Object.keys(examples).length > 0 ? { examples } : {}) } },
        },
      ];
    }),
  );
}

const REASONS: Readonly<Record<number, string>> = {
  400: 'The request could not be read',
  401: 'Not signed in',
  403: 'Not allowed',
  404: 'Not there, or not visible to the caller',
  409: 'Not possible in the present state',
  413: 'Too large',
  415: 'A content type or encoding that is not taken',
  422: 'A field or parameter is wrong: which one, and why',
  429: 'Too many requests',
};

/** One example of each refusal, in each style that a route of ours uses. */
export function refusalExamples(routes: readonly RouteRecord[]): Record<string, Json> {
  const found: Record<string, Json> = {};
  for (const record of routes) {
    const { errors: style = 'message' } = record;
    for (const [status, codes] of Object.entries(refusalsOf(record)))
      for (const code of codes) {
        const example = EXAMPLES[code];
        if (example === undefined) continue;
        const { message, fields } = example;
        const value = renderProblem(new Problem(Number(status), code, message, fields ? { fields } : {}), style);
        found[`${style}.${code}`] = { value };
      }
  }
  return found;
}

/** The response 422. A route that takes neither query nor body has nothing to refuse but parameters it does not know. */
export function wrongFieldsOf({ query, body, takes, errors = 'message' }: RouteRecord): Json {
  const takesNothing = query === undefined && body === undefined && takes === undefined;
  const name = errors === 'detail' && takesNothing ? 'HTTPValidationErrorResponse' : NAMES[errors];
  return answering('A field or parameter is wrong: which one, and why', name);
}

const answering = (description: string, schema: string): Json => ({
  description,
  content: { 'application/json': { schema: { $ref: `#/components/schemas/${schema}` } } },
});
