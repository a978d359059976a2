import { inject } from 'vitest';
import './global-setup.ts';

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: replies of any server, looked at field by field
  readonly body: any;
  readonly text: string;
}

export interface CallOptions {
  /** An API key; null sends no credentials. The administrator's by default. */
  readonly key?: string | null;
  readonly scheme?: string;
  readonly json?: unknown;
  readonly body?: string | Uint8Array | FormData;
  readonly headers?: Readonly<Record<string, string>>;
  /** Another server than the shared one. */
  readonly url?: string;
}

/** One request as any client would make it; redirects are not followed. */
export async function call(method: string, path: string, options: CallOptions = {}): Promise<Answer> {
  const target = inject('target');
  const { key = target.adminKey, scheme = 'Bearer', json, headers = {} } = options;
  const reply = await fetch((options.url ?? target.url) + path, {
    method,
    redirect: 'manual',
    headers: {
      ...(key === null ? {} : { authorization: `${scheme} ${key}` }),
      ...(json === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(json === undefined ? {} : { body: JSON.stringify(json) }),
    ...(options.body === undefined ? {} : { body: options.body }),
  });
  const text = await reply.text();
  const isJson = reply.headers.get('content-type') === 'application/json';
  return {
    status: reply.status,
    headers: reply.headers,
    text,
    body: isJson && text !== '' ? JSON.parse(text) : undefined,
  };
}

/** How a request was refused: `404 data.no_such_version`. */
export const refusalOf = ({ status, body }: Answer): string => `${status} ${body?.code}`;

export const basic = (username: string, password: string): Record<string, string> => ({
  authorization: `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`,
});
