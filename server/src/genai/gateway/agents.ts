import { isIP } from 'node:net';
import { Agent, type Dispatcher } from 'undici';
import { isNoMachine } from '#platform/net/address.rules.ts';
import { guardedLookup } from '#platform/net/guarded-lookup.ts';
import type { Upstream } from '../catalogue/catalogue.ts';

const CONNECT_MS = 10_000;
const IDLE_MS = 30_000;

const isMachine = (address: string): boolean => !isNoMachine(address);

const connections = { keepAliveTimeout: IDLE_MS, keepAliveMaxTimeout: IDLE_MS, pipelining: 1 };
let trusted: Agent | null = null;
let guarded: Agent | null = null;

/** Connections are kept for the next call; idle ones hold no process back. Throws where calls must not go. */
export function agentFor({ baseUrl, fromSettings }: Upstream): Dispatcher {
  if (fromSettings) {
    trusted ??= new Agent({ ...connections, connect: { timeout: CONNECT_MS } });
    return trusted;
  }
  const host = new URL(baseUrl).hostname.replace(/^\[|\]$/g, '');
  if (isIP(host) && isNoMachine(host)) throw new Error(`${host} is an address where no service lives`);
  guarded ??= new Agent({ ...connections, connect: { timeout: CONNECT_MS, lookup: guardedLookup(isMachine) } });
  return guarded;
}
