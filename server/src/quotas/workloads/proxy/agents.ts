import { lookup as resolve } from 'node:dns/promises';
import { isIP } from 'node:net';
import { Agent, type Dispatcher } from 'undici';
import { isNoMachine, isOnInternet, mayFetch } from '#platform/net/address.rules.ts';
import { guardedLookup } from '#platform/net/guarded-lookup.ts';

/** `inside`: in the network of the installation; `allowed`: there, but the settings allow the host to everybody. */
export type Verdict = 'outside' | 'inside' | 'allowed' | 'never' | 'unknown';

/** Where an address leads. A name that leads nowhere yet may be registered: calls look again. */
export async function mayCall(url: URL, allowedHosts: readonly string[]): Promise<Verdict> {
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const addresses = isIP(host)
    ? [host]
    : (await resolve(host, { all: true }).catch(() => [])).map(({ address }) => address);
  if (addresses.length === 0) return 'unknown';
  if (addresses.some(isNoMachine)) return 'never';
  if (addresses.every(isOnInternet)) return 'outside';
  return mayFetch(url, addresses, allowedHosts) ? 'allowed' : 'inside';
}

const CONNECT_MS = 10_000;
const IDLE_MS = 30_000;
const MAY = { inside: (address: string) => !isNoMachine(address), outside: isOnInternet } as const;
const agents: { inside?: Agent; outside?: Agent } = {};

/** Connections are kept for the next call. Undefined where calls must not go. */
export function agentFor(address: string, isInside: boolean): Dispatcher | undefined {
  const which = isInside ? 'inside' : 'outside';
  const host = new URL(address).hostname.replace(/^\[|\]$/g, '');
  // An address written as a number is not looked up.
  if (isIP(host) && !MAY[which](host)) return undefined;
  agents[which] ??= new Agent({
    connect: { timeout: CONNECT_MS, lookup: guardedLookup(MAY[which]) },
    keepAliveTimeout: IDLE_MS,
    keepAliveMaxTimeout: IDLE_MS,
    bodyTimeout: 0, // a stream may be silent for long; whoever listens hangs up
  });
  return agents[which];
}
