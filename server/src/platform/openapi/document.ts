import { type ZodType, z } from 'zod';
import { ignoredWarning } from '../http/ignored.ts';
import type { RouteRecord } from '../http/route.ts';
import { accessOf } from './access.ts';
import { ERROR_SCHEMAS, refusalExamples, refusalOf, refusalResponses } from './error-schemas.ts';

type Json = Record<string, unknown>;

export function schemaOf(schema: ZodType, io: 'input' | 'output'): Json {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any', override: inOwnWords }) as Json;
  return rest;
}

/** Where zod has no words for what a schema takes (64-bit integers), the schema brings JSON Schema's own along. */
function inOwnWords({ zodSchema, jsonSchema }: { zodSchema: z.core.$ZodType; jsonSchema: Json }): void {
  const { jsonSchema: own, ...meta } = z.globalRegistry.get(zodSchema) ?? {};
  if (own === undefined) return;
  for (const word of Object.keys(jsonSchema)) delete jsonSchema[word];
  Object.assign(jsonSchema, meta, own);
}

function queryParameters(route: RouteRecord): Json[] {
  if (!route.query) return [];
  const { properties = {}, required = [] } = schemaOf(route.query, 'input') as {
    properties?: Record<string, Json>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, { 'x-required': told, ...schema }]) => ({
    name,
    in: 'query',
    required: told === true || required.includes(name),
    schema,
  }));
}

const headerParameters = (route: RouteRecord): Json[] =>
  Object.entries(route.headers ?? {}).map(([name, description]) => ({
    name,
    in: 'header',
    required: false,
    description,
    schema: { type: 'string' },
  }));

function requestBody(route: RouteRecord): Json | undefined {
  if (route.takes === 'bytes') {
    return { content: { '*/*': { schema: { type: 'string', contentMediaType: 'application/octet-stream' } } } };
  }
  if (route.body === undefined && route.takes !== 'form') return undefined;
  const fields = route.body ? schemaOf(route.body, 'input') : { type: 'object' };
  if (route.takes !== 'form') {
    return { required: !mayBeLeftOut(route), content: { 'application/json': { schema: fields } } };
  }
  const file = { type: 'string', contentMediaType: 'application/octet-stream' };
  const properties = { ...((fields as { properties?: Json }).properties ?? {}), file };
  return { content: { 'multipart/form-data': { schema: { ...fields, properties } } } };
}

/** Without a body the fields of an empty one are looked at. */
const mayBeLeftOut = ({ body, bodyOptional }: RouteRecord): boolean =>
  bodyOptional !== undefined || body?.safeParse({}).success === true;

const WARNING = {
  Warning: {
    description:
      'Names each field of the request that has no effect (`x-ignored`), and why: `299 - "field is ignored. …"`',
    schema: { type: 'string' },
  },
};

function responses(route: RouteRecord): Json {
  const warns = ignoredWarning(route) === null ? {} : { headers: WARNING };
  const said = Object.entries(route.replies).map(([status, schema]) => {
    if (schema === null && Number(status) >= 400) return [status, refusalOf('Refused', route.errors)];
    const content = schema ? { content: { 'application/json': { schema: schemaOf(schema, 'output') } } } : {};
    return [status, { description: STATUS_WORDS[status] ?? 'Answer', ...warns, ...content }];
  });
  const refusals = {
    ...refusalResponses(route),
    '5XX': refusalOf('Not now, or not here: the server could not do it', route.errors),
  };
  return { ...Object.fromEntries(said), ...refusals };
}

const STATUS_WORDS: Readonly<Record<string, string>> = {
  200: 'Done',
  201: 'Created; Location holds its address',
  202: 'Work has begun; Location holds the status address',
  204: 'Done, nothing to say',
  303: 'Finished; Location holds the result',
};

function operation(route: RouteRecord): Json {
  const { deprecated, removed } = route.history;
  const path = [...route.path.matchAll(/\{(\w+)\*?\}/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }));
  const body = requestBody(route);
  return {
    operationId: route.operation,
    tags: [route.part],
    summary: route.summary,
    parameters: [...path, ...queryParameters(route), ...headerParameters(route)],
    ...(body ? { requestBody: body } : {}),
    responses: responses(route),
    security: route.access === 'public' ? [] : [route.signIn === 'basic' ? { BasicAuth: [] } : { BearerAuth: [] }],
    ...(deprecated ? { deprecated: true } : {}),
    ...(deprecated?.replacedBy ? { 'x-replaced-by': deprecated.replacedBy } : {}),
    ...(removed ? { 'x-removed': removed } : {}),
    'x-added': route.history.added,
    'x-access': accessOf(route),
  };
}

const DESCRIPTION =
  'Forecasting, deployment, monitoring, quotas, generative AI and access control behind one API. A refusal of a route ' +
  '(wrong credentials, method, size, type or fields, nothing there, a server that cannot answer now) has the status, ' +
  'the code and the schema that its responses name; 5XX are failures of the server. A request that reaches no route (unknown path, not HTTP) is refused with Problem.';

/** The OpenAPI 3.1 document of exactly the routes that are served, in the version of the API they are served in. */
export function openApiDocument(routes: readonly RouteRecord[], version: string, apiVersion: string): Json {
  const paths: Record<string, Json> = {};
  for (const route of [...routes].sort((a, b) => a.path.localeCompare(b.path))) {
    const path = route.path.replace('*}', '}');
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operation(route) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Almanac',
      version,
      'x-api-version': apiVersion,
      description: DESCRIPTION,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    paths,
    components: {
      schemas: ERROR_SCHEMAS,
      examples: refusalExamples(routes),
      securitySchemes: {
        BearerAuth: {
          type: 'http',
          scheme: 'bearer',
          description: 'An API key or account token. The schemes Bearer, Token and token are equal.',
        },
        BasicAuth: { type: 'http', scheme: 'basic', description: 'Name and password of the account.' },
      },
    },
  };
}
