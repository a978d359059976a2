import { lookup } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { Agent, type Dispatcher } from 'undici';
import { isNoMachine } from '#platform/net/address.rules.ts';
import type { Upstream } from '../catalogue/catalogue.ts';

const CONNECT_MS = 10_000;
const IDLE_MS = 30_000;

/** Looks names up as the machine does and refuses what no service lives at: the addresses clouds keep secrets behind. */
const guardedLookup: LookupFunction = (host, options, done) => {
  lookup(host, { ...options, all: true }, (error, found) => {
    const wrong = found?.find(({ address }) => isNoMachine(address));
    const refusal = wrong === undefined ? null : new Error(`${host} is at ${wrong.address}, where no service lives`);
    const [first] = found ?? [];
    if (error ?? refusal) done((error ?? refusal) as NodeJS.ErrnoException, '');
    else if (options.all) done(null, found);
    else done(null, first?.address ?? '', first?.family);
  });
};

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
  guarded ??= new Agent({ ...connections, connect: { timeout: CONNECT_MS, lookup: guardedLookup } });
  return guarded;
}
