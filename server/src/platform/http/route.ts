import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import type { ZodObject, ZodType, z } from 'zod';
import type { Ctx } from '../context.ts';
import type { Form } from './form.ts';
import type { ErrorStyle, Refusals } from './problem.ts';
import type { ByteReply, Reply } from './reply.ts';
import { isObjectAccess, type NeededPermission, type RouteAccess } from './route-access.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

export type Part =
  | 'accounts'
  | 'data'
  | 'projects'
  | 'deployments'
  | 'monitoring'
  | 'quotas'
  | 'genai'
  | 'access-sync'
  | 'deprecated'
  | 'platform';

/**
 * When the route came, what replaces it, and when it goes. Headers, docs and the usage table follow from this; what
 * ALMANAC_API_VERSION serves follows from it too (`api-version.ts`).
 */
export interface History {
  readonly added: string;
  readonly deprecated?: Replaced | { readonly since: string; readonly replacedBy: null; readonly family?: never };
  /** The first version without the route. */
  readonly removed?: string;
  /** Fields of the replies whose history differs from that of the route. */
  readonly fields?: readonly FieldHistory[];
}

interface Replaced {
  readonly since: string;
  readonly replacedBy: string;
  /** Routes of this family exist only in some installations. */
  readonly family?: 'prediction-api';
}

export interface FieldHistory {
  /** `summary`, `buckets[].valuePerClass`. */
  readonly field: string;
  readonly deprecated: { readonly since: string; readonly replacedBy: string };
  /** The first version without the field. */
  readonly removed: string;
}

/** The context of a public route: without a caller. */
export type OpenCtx = Omit<Ctx, 'actor'>;

type ParamNames<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ParamNames<Rest>
  : never;

export type Params<Path extends string> = { readonly [Name in ParamNames<Path>]: string };

type Parsed<Schema> = Schema extends ZodType ? z.output<Schema> : undefined;

export interface Input<Path extends string, Query, Body> {
  readonly params: Params<Path>;
  readonly query: Parsed<Query>;
  readonly body: Parsed<Body>;
  readonly headers: IncomingHttpHeaders;
  /** The request line as sent, for the usage table. */
  readonly url: string;
  /** Only on routes with `takes: 'form'`. */
  readonly form: Form;
  /** Only on routes with `takes: 'bytes'`: the body as it arrives, decompressed. */
  readonly stream: Readable;
  /** Aborted when the caller disconnects before the reply is complete. Created at first use. */
  gone(): AbortSignal;
}

/**
 * What an agent's key (an API key with a `deploymentId`) may do with a route:
 * - `consumer`: call it as its owner may; the call counts for the key's deployment,
 * - `own usage`: read what has been counted for the key's deployment,
 * - `ownDeployment`: call it where this path parameter names the key's own deployment.
 */
export type AgentAccess = 'consumer' | 'own usage' | { readonly ownDeployment: string };

/** Calls from pages of other sites. */
export interface Cors {
  /** Request headers such pages may set, and reply headers they may read. */
  readonly takes: readonly string[];
  readonly shows: readonly string[];
}

interface RouteBase<Path extends string, Query, Body> {
  readonly method: Method;
  readonly path: Path;
  /** One name for logs, metrics, traces, OpenAPI and docs. */
  readonly operation: string;
  readonly part: Part;
  readonly summary: string;
  readonly history: History;
  readonly query?: Query;
  readonly body?: Body;
  /**
   * `true`: a body may be left out altogether, and the handler gets none. `as specified`: the specification calls the body
   * optional, and the OpenAPI document says so, though without it fields are missing.
   */
  readonly bodyOptional?: true | 'as specified';
  /** `json` also takes form fields, since some clients send those; `form` streams files to blobs; `bytes` is raw. */
  readonly takes?: 'json' | 'form' | 'bytes';
  readonly bodyLimit?: number;
  /** What to do instead, for those whose body is larger. */
  readonly insteadOfMore?: string;
  readonly replies: Readonly<Record<number, ZodType | null>>;
  /** A list that nothing can be in, and why: clients ask for it all the same. */
  readonly alwaysEmpty?: string;
  /** What the route itself refuses: codes by status. What follows from the rest of the record is not repeated (refusals.ts). */
  readonly refusals?: Refusals;
  /** How the caller proves who they are, where it is not a key: for the reference and the OpenAPI document. */
  readonly signIn?: 'basic';
  /** `key`: the session cookie of the console does not count here, so no page acts for whoever is signed in. */
  readonly credentials?: 'key';
  /** `workloads`: served on ALMANAC_WORKLOAD_ORIGIN alone where that is set, as the only routes there. */
  readonly host?: 'workloads';
  /** Request headers the route reads, and what for. */
  readonly headers?: Readonly<Record<string, string>>;
  /** How refusals look: `{message, errors}`; `{detail}` on generative-AI and workload routes; `{error}` as OpenAI says it. */
  readonly errors?: ErrorStyle;
  /** Headers of every reply of the route, refusals too. */
  readonly always?: (requestId: string) => Readonly<Record<string, string>>;
  /** A feature or right that the account must hold, besides what `access` says. */
  readonly permission?: NeededPermission;
  /** Agents' keys are refused (403) on every route that does not say otherwise. */
  readonly agentKeys?: AgentAccess;
  /** Pages of other sites may call the route. */
  readonly cors?: Cors;
  /** Called so often that its requests are found before the router looks (fast-path.ts); it bounds the time of its body itself. */
  readonly fastPath?: boolean;
  /** How long the connection may be silent, where the reply may take longer than the default two minutes to begin. */
  readonly silenceSeconds?: number;
}

export type HandlerResult = Reply | ByteReply | object | null | undefined;

export interface AccountRoute<Path extends string, Query, Body> extends RouteBase<Path, Query, Body> {
  readonly access: Exclude<RouteAccess, 'public'>;
  handle(ctx: Ctx, input: Input<Path, Query, Body>): Promise<HandlerResult> | HandlerResult;
}

export interface PublicRoute<Path extends string, Query, Body> extends RouteBase<Path, Query, Body> {
  readonly access: 'public';
  handle(ctx: OpenCtx, input: Input<Path, Query, Body>): Promise<HandlerResult> | HandlerResult;
}

/** A route whose types were checked where it was written; the HTTP layer needs no more than this. */
export interface RouteRecord extends RouteBase<string, ZodObject | undefined, ZodType | undefined> {
  readonly access: RouteAccess;
  handle(
    ctx: Ctx,
    input: Input<string, ZodObject | undefined, ZodType | undefined>,
  ): Promise<HandlerResult> | HandlerResult;
}

/** The release that brought a route, or its whole history. */
interface Dated {
  readonly added?: string;
  readonly history?: History;
}

type Named = 'method' | 'path' | 'operation';
type Shared = Omit<
  RouteBase<string, undefined, undefined>,
  Named | 'part' | 'summary' | 'history' | 'query' | 'body' | 'replies'
>;

/** What the routes of a group have in common; each may say otherwise. */
type Group = Partial<Shared> & { readonly part: Part; readonly access?: Exclude<RouteAccess, 'public'> } & (
    | { readonly added: string }
    | { readonly history: History }
  );

type Declared<Whole extends RouteBase<string, unknown, unknown>> = Omit<Whole, Named | 'part' | 'access' | 'history'> &
  Dated;

interface Declare {
  <
    const Path extends string,
    Query extends ZodObject | undefined = undefined,
    Body extends ZodType | undefined = undefined,
  >(
    path: Path,
    operation: string,
    record: Declared<PublicRoute<Path, Query, Body>> & { readonly access: 'public' },
  ): RouteRecord;
  <
    const Path extends string,
    Query extends ZodObject | undefined = undefined,
    Body extends ZodType | undefined = undefined,
  >(
    path: Path,
    operation: string,
    record: Declared<AccountRoute<Path, Query, Body>> & { readonly access?: Exclude<RouteAccess, 'public'> },
  ): RouteRecord;
}

/**
 * Declares routes: records with their history, no logic. `input.params` is typed from the path template; a route needs
 * an account unless it says otherwise with `access`.
 */
export function routeGroup(group: Group): Readonly<Record<Lowercase<Method>, Declare>> {
  const usual = 'history' in group ? group.history : { added: group.added };
  const declare =
    (method: Method) =>
    (path: string, operation: string, { added, ...record }: Declared<RouteRecord>) => {
      const history = added === undefined ? usual : { added };
      const whole = {
        access: 'account',
        ...group,
        history,
        ...record,
        method,
        path,
        operation,
      } as unknown as RouteRecord;
      requireParam(whole);
      return whole;
    };
  return {
    get: declare('GET'),
    post: declare('POST'),
    put: declare('PUT'),
    patch: declare('PATCH'),
    delete: declare('DELETE'),
  };
}

/** A role on an object that the path does not name would be checked for nobody. */
function requireParam({ access, method, path }: RouteRecord): void {
  if (!isObjectAccess(access) || access.param === null || path.includes(`{${access.param}}`)) return;
  throw new Error(`${method} ${path} needs a role on {${access.param}}, which its path does not name`);
}
