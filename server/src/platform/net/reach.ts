import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import type { Config } from '#config';
import { bareHost, judge, type Target, type Verdict } from './address.rules.ts';

/** Calls that somebody of an organization decides the address of. */
export type OutboundKind = 'file' | 'dataStore' | 'webhook' | 'workload' | 'languageModel' | 'provider';

export const INSIDE_SETTING = 'ALMANAC_ALLOWED_INSIDE_HOSTS';

const LOOPBACK = ['127.0.0.0/8', '::1/128'];

type Allowing = Pick<
  Config,
  'allowedInsideHosts' | 'fetchAllowedHosts' | 'webhookAllowedHosts' | 'allowInsecureProviders'
>;

/**
 * What of the inside may be reached: only whoever runs the installation says so, in one setting for all kinds of calls.
 * Older settings of single kinds add to it.
 */
export function allowedInside(config: Allowing, kind: OutboundKind): readonly string[] {
  const more: Partial<Record<OutboundKind, readonly string[]>> = {
    file: config.fetchAllowedHosts,
    workload: config.fetchAllowedHosts,
    webhook: config.webhookAllowedHosts,
    provider: config.allowInsecureProviders ? LOOPBACK : [],
  };
  return [...config.allowedInsideHosts, ...(more[kind] ?? [])];
}

export type Resolve = (host: string) => Promise<readonly string[]>;

const byMachine: Resolve = async (host) => (await lookup(host, { all: true })).map(({ address }) => address);

/** Every address a host has; none when there is no such host. */
export async function addressesOf(hostname: string, resolve: Resolve = byMachine): Promise<readonly string[]> {
  const host = bareHost(hostname);
  return isIP(host) === 0 ? resolve(host).catch(() => []) : [host];
}

/**
 * Where a target leads now, all its addresses together; `unknown` when it has none. A name may lead elsewhere later:
 * connections are judged again when they are made.
 */
export async function whereTo(target: Target, allowed: readonly string[]): Promise<Verdict | 'unknown'> {
  const verdicts = (await addressesOf(target.hostname)).map((address) => judge(target, address, allowed));
  const worst: Verdict[] = ['never', 'inside', 'allowed', 'outside'];
  return worst.find((verdict) => verdicts.includes(verdict)) ?? 'unknown';
}

/** Null when calls may go there as far as it is known now, else the sentence that says why not and what to do. */
export async function unreachable(target: Target, allowed: readonly string[]): Promise<string | null> {
  const verdict = await whereTo(target, allowed);
  if (verdict === 'never') return nowhereSentence(target.hostname);
  return verdict === 'inside' ? insideSentence(target.hostname) : null;
}

export const nowhereSentence = (host: string): string => `${host} is an address where no service lives`;

export const insideSentence = (host: string): string =>
  `${host} is inside the network of this installation. Whoever runs the installation can allow it in ${INSIDE_SETTING}`;
