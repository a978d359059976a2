declare const reply: unique symbol;

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * One request to the public API, as data. The console sends it, and "as API call" prints it: what people copy is
 * what the page does. `Reply` is the type of the answer.
 */
export interface ApiCall<Reply> {
  readonly method: Method;
  /** Below `/api/v2/`, with its trailing slash. */
  readonly path: string;
  /** A list is repeated: `batchId=a&batchId=b`. */
  readonly query?: Readonly<Record<string, string | number | boolean | readonly string[]>>;
  /** An object, or the rows of a prediction. BigInt is written with all its digits. */
  readonly body?: Readonly<Record<string, unknown>> | readonly object[];
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

type Query = NonNullable<ApiCall<unknown>['query']>;
type Body = NonNullable<ApiCall<unknown>['body']>;

export const get = <Reply>(path: string, query?: Query): ApiCall<Reply> => ({
  method: 'GET',
  path,
  ...(query ? { query } : {}),
});

export const post = <Reply>(path: string, body?: Body): ApiCall<Reply> => ({
  method: 'POST',
  path,
  ...(body ? { body } : {}),
});
/** An upload. The bytes are chosen later: `sendFile` takes them. */
export const postFile = <Reply>(path: string, fileName: string, fields?: Body): ApiCall<Reply> => ({
  ...post<Reply>(path, fields),
  file: { name: fileName },
});
export const openPost = <Reply>(path: string, body: Body): ApiCall<Reply> => ({
  ...post(path, body),
  access: 'public',
});
export const openGet = <Reply>(path: string): ApiCall<Reply> => ({ ...get(path), access: 'public' });
export const put = <Reply>(path: string, body: Body): ApiCall<Reply> => ({ method: 'PUT', path, body });
export const patch = <Reply>(path: string, body: Body): ApiCall<Reply> => ({ method: 'PATCH', path, body });
export const remove = (path: string, body?: Body): ApiCall<void> => ({
  method: 'DELETE',
  path,
  ...(body ? { body } : {}),
});

export function address(call: ApiCall<unknown>): string {
  const query = new URLSearchParams(
    Object.entries(call.query ?? {}).flatMap(([name, value]) =>
      (Array.isArray(value) ? value : [value]).map((one) => [name, String(one)]),
    ),
  );
  return `/api/v2/${call.path}${query.size > 0 ? `?${query}` : ''}`;
}
