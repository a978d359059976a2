import { isIP, type LookupFunction } from 'node:net';
import { refuse } from '#platform/http/problem.ts';
import { mayReach, targetOf } from '#platform/net/address.rules.ts';
import { addressesOf, type Resolve } from '#platform/net/reach.ts';
import { FromUrlProblems } from './from-url.problems.ts';
import { wrongUrl } from './url.rules.ts';

export interface AddressOptions {
  /** Hosts, host:port or networks that may be inside. */
  readonly allowHosts: readonly string[];
  /** How names become addresses; the machine's own way unless said otherwise. */
  readonly resolve?: Resolve;
}

export function checked(url: string): URL {
  const wrong = wrongUrl(url);
  return wrong === null ? new URL(url) : refuse(FromUrlProblems.wrongUrl, wrong);
}

/** Every address of the host, when all of them may be reached. */
export async function allowedAddresses(url: URL, { resolve, allowHosts }: AddressOptions) {
  const addresses = await addressesOf(url.hostname, resolve);
  if (addresses.length === 0) refuse(FromUrlProblems.unknownHost, url.host);
  const target = targetOf(url);
  if (addresses.every((address) => mayReach(target, address, allowHosts))) return addresses;
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
