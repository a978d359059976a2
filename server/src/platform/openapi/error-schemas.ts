import type { ErrorStyle } from '../http/problem.ts';
import type { RouteRecord } from '../http/route.ts';

type Json = Record<string, unknown>;

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
