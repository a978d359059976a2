import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { BlockList, isIP, isIPv4 } from 'node:net';
import { isNetwork } from '#config';
import type { Links } from '../context.ts';
import { HttpProblems } from './http.problems.ts';
import { type Problem, problem } from './problem.ts';
import type { RouteRecord } from './route.ts';

/** Whose forwarded headers count. An unknown peer's `X-Forwarded-For` must not choose the address we throttle. */
export type Trust = (peer: string) => boolean;

const LOOPBACK = ['127.0.0.0/8', '::1'];

export function trustOf(setting: string): Trust {
  const networks =
    setting === 'loopback' ? LOOPBACK : setting === 'none' ? [] : setting.split(',').map((n) => n.trim());
  const list = new BlockList();
  for (const network of networks) {
    if (!isNetwork(network))
      throw new Error(`A proxy is trusted by its address, and ${JSON.stringify(network)} is none.`);
    const [base = '', bits] = network.split('/');
    const family = isIPv4(base) ? 'ipv4' : 'ipv6';
    if (bits === undefined) list.addAddress(base, family);
    else list.addSubnet(base, Number(bits), family);
  }
  return remembering((peer) => {
    const address = peer.replace(/^::ffff:/, '');
    return list.check(address, isIPv4(address) ? 'ipv4' : 'ipv6');
  });
}

const MOST_REMEMBERED = 1000;

/** The same few peers ask again and again, and the check is dear on a path that takes microseconds. */
function remembering(check: Trust): Trust {
  const known = new Map<string, boolean>();
  return (peer) => {
    const answer = known.get(peer);
    if (answer !== undefined) return answer;
    if (known.size >= MOST_REMEMBERED) known.clear();
    const fresh = check(peer);
    known.set(peer, fresh);
    return fresh;
  };
}

const first = (value: string | string[] | undefined): string | undefined =>
  (Array.isArray(value) ? value[0] : value)?.split(',')[0]?.trim();

const HOST = /^[\w.-]+(:\d{1,5})?$|^\[[0-9a-f:]+\](:\d{1,5})?$/i;

/** The host the client asked, as it was written. */
function hostOf(raw: IncomingMessage, trusted: Trust): string {
  const believed = trusted(raw.socket.remoteAddress ?? '');
  return (believed ? first(raw.headers['x-forwarded-host']) : undefined) ?? raw.headers.host ?? '';
}

/** The address the client used, which every link we send must begin with. */
export function originOf(raw: IncomingMessage, trusted: Trust, publicUrl: string | null): string {
  if (publicUrl !== null) return publicUrl;
  const believed = trusted(raw.socket.remoteAddress ?? '');
  const host = hostOf(raw, trusted);
  const scheme = (believed ? first(raw.headers['x-forwarded-proto']) : undefined) === 'https' ? 'https' : 'http';
  return `${scheme}://${HOST.test(host) ? host : `localhost:${raw.socket.localPort ?? 80}`}`;
}

/** `1.2.3.4:567` and `[::1]:567` -> the address alone; null when there is none. */
function bareAddress(hop: string): string | null {
  const address = hop
    .trim()
    .replace(/^\[(.*)\](:\d+)?$/, '$1')
    .replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, '$1')
    .replace(/^::ffff:/i, '');
  return isIP(address) === 0 ? null : address;
}

/** An IPv4 address as sockets for both families tell it -> the address alone. */
const bareOfFour = (address: string): string => (address.startsWith('::ffff:') ? address.slice(7) : address);

/**
 * Who asks. Each proxy appends whom it heard, so the list is read from its end: the first that is no proxy of ours is
 * the caller, and whatever stands before it they wrote themselves.
 */
export function addressOf(raw: IncomingMessage, trusted: Trust): string {
  let address = bareOfFour(raw.socket.remoteAddress ?? 'unknown');
  if (raw.headers['x-forwarded-for'] === undefined) return address;
  const heard = [raw.headers['x-forwarded-for'] ?? []].flat().join(',').split(',').reverse();
  for (const hop of heard) {
    const before = trusted(address) ? bareAddress(hop) : null;
    if (before === null) break;
    address = before;
  }
  return address;
}

export interface ServedHosts {
  /** Whether a request came to the host that is kept for workloads. */
  isWorkloadHost(raw: IncomingMessage): boolean;
  /** Why the route (null: a page of the console, or none) is not served on the host that was asked; null when it is. */
  refusal(record: RouteRecord | null, raw: IncomingMessage): Problem | null;
}

/** Without ALMANAC_WORKLOAD_ORIGIN every host serves everything. With it, what workloads send has a host of its own. */
export function servedHosts(workloadOrigin: string | null, trusted: Trust): ServedHosts {
  if (workloadOrigin === null) return { isWorkloadHost: () => false, refusal: () => null };
  const { host, protocol } = new URL(workloadOrigin);
  const isWorkloadHost = (raw: IncomingMessage): boolean => {
    // A URL drops the port that its scheme implies, and so compares what clients write in either way.
    const asked = `${protocol}//${hostOf(raw, trusted)}`;
    return URL.canParse(asked) && new URL(asked).host === host;
  };
  return {
    isWorkloadHost,
    refusal(record, raw) {
      const isForWorkloads = record?.host === 'workloads';
      if (isForWorkloads === isWorkloadHost(raw)) return null;
      const path = (raw.url ?? '').slice(0, 300);
      const instead = isForWorkloads ? `Call workloads at ${workloadOrigin}.` : 'Only workloads are called there.';
      return problem(HttpProblems.otherHost, path, hostOf(raw, trusted), instead);
    },
  };
}

export function linksOf(origin: string): Links {
  return { origin, absolute: (path) => origin + path };
}

const SANE = /^[\w.-]{1,128}$/;

/** One random start per process and a count: as unique as a random id, and many times cheaper to make. */
export function createRequestIds(): () => string {
  const start = randomBytes(8).toString('hex');
  let count = 0;
  return () => start + (count++ >>> 0).toString(16).padStart(8, '0');
}

/** The caller's own id is kept when it is harmless, so that both sides' logs can be laid side by side. */
export const givenRequestId = (header: string | string[] | undefined): string | null =>
  typeof header === 'string' && SANE.test(header) ? header : null;
