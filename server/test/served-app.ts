import { promisify } from 'node:util';
import type { InjectOptions } from 'fastify';
import { createUser, type NewUser, newSecretText } from '#accounts';
import type { Platform } from '#platform/context.ts';
import type { RouteRecord } from '#platform/http/route.ts';
import { createApp } from '../src/app.ts';
import { afterFile } from './after-file.ts';
import { type TestPlatformOptions, testPlatform } from './platform.ts';

/** Time that stands still until a test moves it. */
export interface MovableClock {
  (): Date;
  moveSeconds(seconds: number): void;
}

export function movableClock(start = '2026-01-01T00:00:00.000Z'): MovableClock {
  let now = new Date(start).getTime();
  return Object.assign(() => new Date(now), {
    moveSeconds: (seconds: number) => {
      now += seconds * 1000;
    },
  });
}

export interface Asked {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
  readonly body: any;
  /** As it was sent, with every digit. */
  readonly text: string;
  readonly headers: Readonly<Record<string, string | string[] | number | undefined>>;
}

export interface AskOptions {
  readonly key?: string;
  readonly basic?: readonly [name: string, password: string];
  readonly cookie?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly address?: string;
}

export interface ServedApp {
  readonly platform: Platform;
  readonly routes: readonly RouteRecord[];
  /** For tests of sockets: its address on a free port. Called once. */
  listen(): Promise<string>;
  /** How many connections it holds. */
  connections(): Promise<number>;
  /** `ask('GET /api/v2/version/', { key })`. Every reply is compared with the schema its route declares. */
  ask(line: string, options?: AskOptions): Promise<Asked>;
  /** An account with a fresh API key. */
  person(user?: Partial<NewUser> & { username?: string }): Promise<{
    id: string;
    username: string;
    organizationId: string;
    key: string;
  }>;
}

const PASSWORD = 'correct horse';
let people = 0;

/** The whole application on a fresh database: what `almanac serve` serves, without the socket. */
export async function servedApp(options: TestPlatformOptions = {}): Promise<ServedApp> {
  const settings = { ALMANAC_CHECK_REPLIES: 'true', ...options.settings };
  const platform = await testPlatform({ ...options, settings });
  const app = await createApp(platform, { version: 'test' });
  afterFile(() => app.close());
  return {
    platform,
    routes: app.routes,
    listen: () => app.http.listen({ host: '127.0.0.1', port: 0 }),
    connections: () => promisify(app.http.server.getConnections.bind(app.http.server))(),
    async ask(line, { key, basic, cookie, headers, body, address } = {}) {
      const [method, url = ''] = line.split(' ');
      const credentials = basic
        ? { authorization: `Basic ${Buffer.from(basic.join(':')).toString('base64')}` }
        : key === undefined
          ? {}
          : { authorization: `Bearer ${key}` };
      const answer = await app.http.inject({
        method: method as NonNullable<InjectOptions['method']>,
        url,
        headers: { ...credentials, ...(cookie === undefined ? {} : { cookie }), ...headers },
        ...(body === undefined ? {} : { payload: body as object }),
        ...(address === undefined ? {} : { remoteAddress: address }),
      });
      const isJson = answer.headers['content-type'] === 'application/json';
      return {
        status: answer.statusCode,
        body: isJson ? answer.json() : answer.body,
        text: answer.body,
        headers: answer.headers,
      };
    },
    async person(user = {}) {
      const key = newSecretText('key');
      const username = user.username ?? `person-${++people}`;
      const row = await createUser(platform, {
        password: PASSWORD,
        ...user,
        username,
        apiKey: { name: 'first', key },
      });
      return { id: row.id, username, organizationId: row.organization_id, key };
    },
  };
}
