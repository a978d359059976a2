import type { paths } from '../../build/openapi.d.ts';

/**
 * Requests to the public API as data, typed by its routes (`build/openapi.d.ts`, generated from `spec/openapi.json`).
 * The console sends them, and "As API call" prints them: what people copy is what the page does.
 */
export interface ApiCall<Reply> {
  readonly method: Uppercase<Method>;
  /** Below `/api/v2/`, as the route has it. */
  readonly path: string;
  /** A list is repeated: `batchId=a&batchId=b`. */
  readonly query?: Readonly<Record<string, QueryValue>>;
  /** An object, or the rows of a prediction. BigInt is written with all its digits. */
  readonly body?: Body;
  /** A file sent as one part of a form, whose other fields are `body`; with `raw` it is the whole body. */
  readonly file?: { readonly name: string; readonly field?: string; readonly raw?: boolean };
  /** What is wanted when it is not JSON: a file for spreadsheets. */
  readonly accept?: 'text/csv';
  /** What programs have to send besides; the pages of the console do not, their session is enough. */
  readonly programHeaders?: Readonly<Record<string, string>>;
  /** Public calls need no API key: signing in, and making the first administrator. */
  readonly access?: 'public';
  readonly [reply]?: Reply;
}

declare const reply: unique symbol;
type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';
type QueryValue = string | number | boolean | readonly (string | number)[];
type Body = Readonly<Record<string, unknown>> | readonly object[];

/** The paths that have this method. */
type Path<M extends Method> = {
  [P in keyof paths]: paths[P] extends Readonly<Record<M, { responses: unknown }>> ? P : never;
}[keyof paths];

type Operation<M extends Method, P extends Path<M>> = paths[P][M];
type PathInput<O> = O extends { parameters: { path: infer Names } }
  ? { readonly [Name in keyof Names]: string }
  : object;
type QueryInput<O> = O extends { parameters: { query?: infer Query } }
  ? { readonly [Name in keyof NonNullable<Query>]: OneOrMore<NonNullable<Query>[Name]> }
  : object;
/** What is undefined is not sent. */
type OneOrMore<Value> = Value extends readonly (infer Item)[] ? Item | readonly Item[] : Value | undefined;
type BodyInput<O> = O extends { requestBody: { content: infer Content } }
  ? { readonly body: JsonOf<Content> }
  : O extends { requestBody?: { content: infer Content } }
    ? { readonly body?: JsonOf<Content> }
    : object;
type JsonOf<Content> = Content extends { 'application/json': infer Json } ? Json : Body;

/** The parameters of path and query by their names, and the body. */
type InputOf<O> = O extends { parameters: unknown } ? PathInput<O> & QueryInput<O> & BodyInput<O> : never;
type Input<M extends Method, P extends Path<M>> = InputOf<Operation<M, P>>;
type InputArgument<M extends Method, P extends Path<M>> =
  object extends Input<M, P> ? [input?: Input<M, P>] : [input: Input<M, P>];

type Success<Responses> = Responses[keyof Responses];
export type ReplyOf<M extends Method, P extends Path<M>> =
  Operation<M, P> extends { responses: infer Responses }
    ? Success<Responses> extends { content: { 'application/json': infer Json } }
      ? Json
      : unknown
    : never;
export type BodyOf<M extends Method, P extends Path<M>> =
  Operation<M, P> extends { requestBody?: { content: infer Content } } ? JsonOf<Content> : never;
export type QueryOf<P extends Path<'get'>> = QueryInput<Operation<'get', P>>;

/** One item of the page or list that a path has. */
export type ItemOf<P extends Path<'get'>> =
  ReplyOf<'get', P> extends { readonly data: readonly (infer Item)[] } ? Item : ElementOf<ReplyOf<'get', P>>;
export type ElementOf<List> = List extends readonly (infer Item)[] ? Item : never;
/** What every paged list replies. */
export interface Page<Item> {
  readonly count: number;
  readonly next: string | null;
  readonly previous: string | null;
  readonly data: readonly Item[];
  readonly totalCount: number;
}
/** Which part of a long list. */
export interface Window {
  readonly offset: number;
  readonly limit: number;
}

type Caller<M extends Method> = <P extends Path<M>>(path: P, ...input: InputArgument<M, P>) => ApiCall<ReplyOf<M, P>>;

/** Inputs that the path names are part of it, the others are the query. */
function caller<M extends Method>(method: Uppercase<M>): Caller<M> {
  const make = (route: string, { body, ...parameters }: Readonly<Record<string, unknown>> = {}) => {
    const query: Record<string, unknown> = {};
    let path = route;
    for (const [name, value] of Object.entries(parameters)) {
      if (route.includes(`{${name}}`)) path = path.replace(`{${name}}`, encodeURIComponent(String(value)));
      else if (value !== undefined) query[name] = value;
    }
    return {
      method,
      path,
      ...(Object.keys(query).length > 0 ? { query } : {}),
      ...(body === undefined ? {} : { body }),
    };
  };
  return make as unknown as Caller<M>;
}

export const get = caller<'get'>('GET');
export const post = caller<'post'>('POST');
export const put = caller<'put'>('PUT');
export const patch = caller<'patch'>('PATCH');
export const remove = caller<'delete'>('DELETE');

export const asPublic = <Reply>(one: ApiCall<Reply>): ApiCall<Reply> => ({ ...one, access: 'public' });
/** An upload. The bytes are chosen later: `sendFile` takes them. */
export const withFile = <Reply>(one: ApiCall<Reply>, name: string, raw = false): ApiCall<Reply> => ({
  ...one,
  file: { name, ...(raw ? { raw } : {}) },
});

export function address(call: ApiCall<unknown>): string {
  const query = new URLSearchParams(
    Object.entries(call.query ?? {}).flatMap(([name, value]) =>
      (Array.isArray(value) ? value : [value]).map((one) => [name, String(one)]),
    ),
  );
  return `/api/v2/${call.path}${query.size > 0 ? `?${query}` : ''}`;
}
