import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import type { Place } from './jdbc-url.rules.ts';

const isLoopback = (address: string): boolean =>
  ipaddr.isValid(address) && ipaddr.process(address).range() === 'loopback';

/** Whether the place is where our own tables are. The database we start ourselves has no port and cannot be reached. */
export async function isOwnDatabase(
  url: string,
  address: string,
  place: Pick<Place, 'port' | 'database'>,
): Promise<boolean> {
  const own = new URL(url);
  const host = own.searchParams.get('host') ?? own.hostname.replace(/^\[|\]$/g, '');
  if (host === '' || host.startsWith('/') || Number(own.port || 5432) !== place.port) return false;
  if (decodeURIComponent(own.pathname.slice(1)) !== place.database) return false;
  const found = isIP(host) ? [host] : (await lookup(host, { all: true }).catch(() => [])).map((one) => one.address);
  return found.some((one) => one === address || (isLoopback(one) && isLoopback(address)));
}
