import { setTimeout as pause } from 'node:timers/promises';
import type { AttackRun } from '../attack-run.ts';
import type { Outgoing, Reply } from '../http/send.ts';

const BOUNDARY = 'attack-form-boundary';
const JOB_WITHIN_MS = 90_000;

/** Somebody with a key who uses the API as it is meant to be used. */
export interface Client {
  readonly key: string;
  send(method: string, path: string, json?: unknown, more?: Partial<Outgoing>): Promise<Reply>;
  /** Like `send`, but refuses to go on after a refusal; answers the parsed body. */
  // biome-ignore lint/suspicious/noExplicitAny: replies of any route
  make(method: string, path: string, json?: unknown): Promise<any>;
  /** Uploads one file in a form. */
  upload(path: string, filename: string, content: string | Buffer): Promise<Reply>;
  /** Follows a started job to the path of what it made. */
  follow(started: Reply): Promise<string>;
}

export function clientOf(run: AttackRun, key: string): Client {
  const authorization = `Bearer ${key}`;
  const send: Client['send'] = (method, path, json, more = {}) =>
    run.send({
      method,
      path,
      headers: { authorization, ...(json === undefined ? {} : { 'content-type': 'application/json' }) },
      ...(json === undefined ? {} : { body: JSON.stringify(json) }),
      ...more,
    });
  return {
    key,
    send,
    async make(method, path, json) {
      const reply = await send(method, path, json, { deadlineMs: 60_000 });
      if (reply.status === 0 || reply.status >= 400)
        throw new Error(`${method} ${path}: ${reply.status} ${reply.failure ?? ''} ${reply.text.slice(0, 300)}`);
      return reply.text === '' ? undefined : JSON.parse(reply.text);
    },
    upload: (path, filename, content) =>
      run.send({
        method: 'POST',
        path,
        headers: { authorization, 'content-type': `multipart/form-data; boundary=${BOUNDARY}` },
        body: fileForm(filename, content),
        deadlineMs: 60_000,
      }),
    async follow(started) {
      if (started.status !== 202)
        throw new Error(`Nothing was started: ${started.status} ${started.text.slice(0, 300)}`);
      const at = new URL(started.headers.location ?? '', run.url).pathname;
      const deadline = performance.now() + JOB_WITHIN_MS;
      while (performance.now() < deadline) {
        const seen = await send('GET', at);
        if (seen.status === 303) return new URL(seen.headers.location ?? '', run.url).pathname;
        const { status = '', message = '' } = parsed(seen.text);
        if (/^(error|aborted|expired|failed|completed)$/i.test(status)) throw new Error(`${at}: ${status} ${message}`);
        await pause(100);
      }
      throw new Error(`Not finished in time: ${at}`);
    },
  };
}

/** A form with one file, as bytes. */
export function fileForm(
  filename: string,
  content: string | Buffer,
  fields: Readonly<Record<string, string>> = {},
): Buffer {
  const parts = Object.entries(fields).map(
    ([name, value]) => `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  const head = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="${filename}"\r\nContent-Type: application/octet-stream\r\n\r\n`;
  return Buffer.concat([
    Buffer.from(parts.join('') + head),
    Buffer.from(content),
    Buffer.from(`\r\n--${BOUNDARY}--\r\n`),
  ]);
}

export const FORM_TYPE = `multipart/form-data; boundary=${BOUNDARY}`;

/** The last piece of a path: the id of what it names. */
export const idIn = (path: string): string => path.split('/').filter(Boolean).at(-1) ?? '';

export function parsed(text: string): Record<string, string> {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}
