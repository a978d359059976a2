import { expect } from 'vitest';
import { type Answer, type CallOptions, call } from './call.ts';
import { sendRaw } from './raw-socket.ts';

const JSON_TYPE = { 'content-type': 'application/json' };

/** Bodies that every route refuses that reads JSON or a form, with the status and the code of the refusal. */
const WRONG_BODIES: readonly (readonly [number, string, Readonly<Record<string, string>>, string])[] = [
  [400, 'http.wrong_json', JSON_TYPE, '{"a":'],
  [400, 'http.wrong_form', { 'content-type': 'multipart/form-data; boundary=y' }, 'x'],
  [400, 'http.wrong_encoding', { ...JSON_TYPE, 'content-encoding': 'gzip' }, 'not gzip'],
  [415, 'http.wrong_content_encoding', { ...JSON_TYPE, 'content-encoding': 'unheard' }, '{}'],
  [415, 'http.wrong_type', { 'content-type': 'image/png' }, 'x'],
];

/** A refusal by its status and code, and a sentence for whoever reads it. */
export function expectRefusal({ status, body, text }: Answer, wanted: number, code: string): void {
  expect([status, body?.code], text).toEqual([wanted, code]);
  expect(body.message, code).toMatch(/\w+ \w+/);
}

/** Wrong JSON, a wrong form, a wrong or unknown encoding, another type and a body that is too large, one after the other. */
export async function expectWrongBodiesRefused(
  method: string,
  path: string,
  { headers = {}, ...options }: CallOptions & { readonly url: string },
): Promise<void> {
  for (const [status, code, more, body] of WRONG_BODIES)
    expectRefusal(await call(method, path, { ...options, headers: { ...headers, ...more }, body }), status, code);
  const authorization = headers.authorization ?? `Bearer ${options.key}`;
  const head = `host: x\r\nauthorization: ${authorization}\r\ncontent-type: application/json\r\nconnection: close`;
  const announced = `${method} ${path} HTTP/1.1\r\n${head}\r\ncontent-length: ${2 ** 40}\r\n\r\n`;
  const { status, text } = await sendRaw(announced, options.url);
  expect([status, /"code":"([^"]+)"/.exec(text)?.[1]], path).toEqual([413, 'http.too_large']);
}
