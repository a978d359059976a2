import { lookup } from 'node:dns/promises';
import { isIP, type LookupFunction } from 'node:net';
import { refuse } from '#platform/http/problem.ts';
import { mayFetch } from '#platform/net/address.rules.ts';
import { FromUrlProblems } from './from-url.problems.ts';
import { wrongUrl } from './url.rules.ts';

export interface AddressOptions {
  /** Hosts, host:port or networks that may be inside. */
  readonly allowHosts: readonly string[];
  /** How names become addresses; the machine's own way unless said otherwise. */
  readonly resolve?: (host: string) => Promise<readonly string[]>;
}

const byMachine = async (host: string) => (await lookup(host, { all: true })).map(({ address }) => address);

export function checked(url: string): URL {
  const wrong = wrongUrl(url);
  return wrong === null ? new URL(url) : refuse(FromUrlProblems.wrongUrl, wrong);
}

/** Every address of the host, when all of them may be reached. */
export async function allowedAddresses(url: URL, { resolve = byMachine, allowHosts }: AddressOptions) {
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const addresses = isIP(host) ? [host] : await resolve(host).catch(() => []);
  if (addresses.length === 0) refuse(FromUrlProblems.unknownHost, url.host);
  if (mayFetch(url, addresses, allowHosts)) return addresses;
  return refuse(FromUrlProblems.notOutside, url.host);
}

/** Connects to these addresses and no others, whatever the name of the host says by now. */
export function pinnedLookup(addresses: readonly string[]): LookupFunction {
  const known = addresses.map((address) => ({ address, family: isIP(address) }));
  return (_host, options, done) => {
    const [first] = known;
    if (options.all) done(null, known);
    else done(null, first?.address ?? '', first?.family);
  };
}
