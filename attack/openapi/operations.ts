import { send } from '../http/send.ts';

/** A schema as the document has it; only what the samples look at. */
export interface Schema {
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly default?: unknown;
  readonly format?: string;
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly exclusiveMinimum?: number;
  readonly maximum?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly contentMediaType?: string;
}

export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required?: boolean;
  readonly schema?: Schema;
}

/** One route of the server, as its own document describes it. */
export interface Operation {
  readonly id: string;
  readonly method: string;
  /** With `{name}` for each parameter. */
  readonly path: string;
  readonly parameters: readonly Parameter[];
  readonly body: { readonly type: string; readonly schema: Schema } | null;
  readonly deprecated: boolean;
  readonly security: 'none' | 'key' | 'basic';
  readonly access: RouteAccess;
  /** The codes of its refusals, each with its status. */
  readonly codes: ReadonlyMap<string, number>;
}

/** What a route says it needs (`x-access`). */
export interface RouteAccess {
  readonly needs: 'public' | 'account' | 'administrator' | 'object';
  readonly object?: string;
  /** The path parameter that names it, where one does. */
  readonly param?: string;
  readonly need?: 'read' | 'use' | 'write' | 'share' | 'own';
  /** In words, for objects that are not shared by roles. */
  readonly seenBy?: string;
  readonly permission?: string;
  readonly agentKeys?: string;
}

interface Described {
  readonly operationId: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> };
  readonly deprecated?: boolean;
  readonly security?: readonly Readonly<Record<string, unknown>>[];
  readonly 'x-access': RouteAccess;
  readonly responses: Readonly<Record<string, { readonly 'x-codes'?: readonly string[] }>>;
}

/** Every route of a server's OpenAPI document. */
export async function readOperations(url: string): Promise<Operation[]> {
  const reply = await send(url, { method: 'GET', path: '/api/v2/openapi.json' });
  if (reply.status !== 200) throw new Error(`${url}/api/v2/openapi.json: ${reply.status} ${reply.failure ?? ''}`);
  const { paths } = JSON.parse(reply.text) as { paths: Record<string, Record<string, Described>> };
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, described]) => operationOf(path, method.toUpperCase(), described)),
  );
}

function operationOf(path: string, method: string, described: Described): Operation {
  const [content] = Object.entries(described.requestBody?.content ?? {});
  const needed = described.security?.[0];
  return {
    id: described.operationId,
    method,
    path,
    parameters: described.parameters ?? [],
    body: content === undefined ? null : { type: content[0], schema: content[1].schema },
    deprecated: described.deprecated === true,
    security: needed === undefined ? 'none' : 'BasicAuth' in needed ? 'basic' : 'key',
    access: described['x-access'],
    codes: new Map(
      Object.entries(described.responses).flatMap(([status, { 'x-codes': codes = [] }]) =>
        codes.map((code) => [code, Number(status)] as const),
      ),
    ),
  };
}
