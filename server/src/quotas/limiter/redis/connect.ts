import { createHash } from 'node:crypto';
import { createClient, createCluster } from '@redis/client';
import type { Logger } from '#platform/log/logger.ts';

export interface Script {
  readonly text: string;
  readonly sha: string;
}

export const script = (text: string): Script => ({ text, sha: createHash('sha1').update(text).digest('hex') });

/** The little that counting needs of Redis, the same for one server and for a cluster. */
export interface Redis {
  /** The first calls wait for the connection, or for the first failure to get one. */
  readonly started: Promise<void>;
  /** One round trip; a second one only when the server does not know the script yet. */
  run(script: Script, keys: readonly string[], args: readonly string[]): Promise<unknown>;
  close(): Promise<void>;
}

const CONNECT_MS = 2_000;
const LONGEST_PAUSE_MS = 2_000;

interface Evaluating {
  evalSha(sha: string, options: { keys: string[]; arguments: string[] }): Promise<unknown>;
  eval(text: string, options: { keys: string[]; arguments: string[] }): Promise<unknown>;
  on(event: 'error', listener: (error: Error) => void): unknown;
  connect(): Promise<unknown>;
  destroy(): unknown;
}

/** Connects in the background and comes back by itself; what is asked meanwhile fails at once. */
export function connectRedis(url: string, log: Logger): Redis {
  const socket = {
    connectTimeout: CONNECT_MS,
    reconnectStrategy: (tries: number) => Math.min(50 * 2 ** tries, LONGEST_PAUSE_MS),
  };
  const single = createClient({ url, socket, disableOfflineQueue: true });
  let chosen: Evaluating = single;
  let closed = false;
  let complained = false;
  const complain = (err: Error) => {
    if (!complained) log.warn({ err }, 'Redis is away');
    complained = true;
  };
  single.on('error', complain);
  single.on('ready', () => {
    complained = false;
  });

  /** A member of a cluster holds only its own slots: the client must know all members. */
  async function lookForCluster(): Promise<void> {
    const details = await single.info('cluster');
    if (!details.includes('cluster_enabled:1') || closed) return;
    const { username, password, protocol } = new URL(url);
    const cluster = createCluster({
      rootNodes: [{ url }],
      defaults: {
        ...(username === '' ? {} : { username: decodeURIComponent(username) }),
        ...(password === '' ? {} : { password: decodeURIComponent(password) }),
        socket: protocol === 'rediss:' ? { ...socket, tls: true } : socket,
        disableOfflineQueue: true,
      },
    });
    cluster.on('error', complain);
    await cluster.connect();
    chosen = cluster;
    single.destroy();
  }
  const ready = single.connect().then(lookForCluster).catch(complain);
  const started = Promise.race([ready, new Promise<void>((resolve) => single.once('error', () => resolve()))]);

  return {
    started,
    async run({ sha, text }, keys, args) {
      const options = { keys: keys as string[], arguments: args as string[] };
      try {
        return await chosen.evalSha(sha, options);
      } catch (error) {
        if (!(error instanceof Error) || !error.message.startsWith('NOSCRIPT')) throw error;
        return chosen.eval(text, options);
      }
    },
    async close() {
      closed = true;
      if (chosen === single) single.destroy();
      await ready;
      if (chosen !== single) chosen.destroy();
    },
  };
}
