import ipaddr from 'ipaddr.js';

type Address = ipaddr.IPv4 | ipaddr.IPv6;

/**
 * Where clouds hand out the secrets of a virtual machine, beside link-local addresses: public by number, or in the middle
 * of a private network.
 */
const METADATA_4 = new Set(['168.63.129.16', '100.100.100.200']);
const METADATA_6 = ['fd00:ec2::/32', 'fd20:ce::/32'].map(
  (network) => ipaddr.parseCIDR(network) as [ipaddr.IPv6, number],
);
// All that is given out to the internet so far; what lies beside it is somebody's inside or nobody's.
const INTERNET_6 = ipaddr.parseCIDR('2000::/3');
/** What somebody may run a service on; not multicast, reserved, nor an IPv6 address that leads to an IPv4 one. */
const OF_MACHINES = ['unicast', 'private', 'uniqueLocal', 'loopback', 'carrierGradeNat'];

function parse(text: string): Address | null {
  // `process` sees an IPv4 address inside ::ffff:a.b.c.d as what it is.
  return ipaddr.isValid(text) ? ipaddr.process(text) : null;
}

const isMetadata = (address: Address): boolean =>
  address.kind() === 'ipv4'
    ? METADATA_4.has(address.toString())
    : METADATA_6.some((network) => (address as ipaddr.IPv6).match(network));

/**
 * Only addresses of the open internet. Not loopback, private, link-local (where clouds keep their metadata), carrier
 * NAT, multicast, reserved; and no IPv6 address that leads to an IPv4 one (NAT64, 6to4, Teredo), whatever that is.
 */
export function isOnInternet(text: string): boolean {
  const address = parse(text);
  if (address === null || address.range() !== 'unicast' || isMetadata(address)) return false;
  return address.kind() === 'ipv4' || (address as ipaddr.IPv6).match(INTERNET_6);
}

/** Where no service of anybody lives: link-local (clouds' metadata), multicast, reserved, and ways around by IPv6. */
export function isNoMachine(text: string): boolean {
  const address = parse(text);
  return address === null || isMetadata(address) || !OF_MACHINES.includes(address.range());
}

/** What a call is addressed to: a name or an address, and the port. */
export interface Target {
  readonly hostname: string;
  readonly port: number;
}

export const targetOf = ({ hostname, port, protocol }: Pick<URL, 'hostname' | 'port' | 'protocol'>): Target => ({
  hostname,
  port: port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port),
});

/** One spelling of a host: without the brackets of IPv6, without the dot at the end of a complete name. */
export const bareHost = (hostname: string): string =>
  hostname
    .replace(/^\[|\]$/g, '')
    .replace(/\.+$/, '')
    .toLowerCase();

const isIn = (network: string, text: string): boolean => {
  const address = parse(text);
  const range = ipaddr.parseCIDR(network);
  return address !== null && address.kind() === range[0].kind() && address.match(range);
};

/** An entry of an allow-list: a network, which addresses lie in; or a host as it is called, or one port of it. */
function allows(entry: string, { hostname, port }: Target, address: string): boolean {
  if (entry.includes('/')) return isIn(entry, address);
  const [, host = '', only] = /^(\[[^\]]*\]|[^:]*)(?::(\d+))?$/.exec(entry) ?? [];
  if (host === '' || (only !== undefined && Number(only) !== port)) return false;
  return bareHost(host) === bareHost(hostname);
}

/** `inside`: in the network of the installation, and not allowed; `never`: not even by being allowed. */
export type Verdict = 'outside' | 'allowed' | 'inside' | 'never';

/** Where a call to the target goes when it leads to this address. */
export function judge(target: Target, address: string, allowed: readonly string[]): Verdict {
  if (isNoMachine(address)) return 'never';
  if (isOnInternet(address)) return 'outside';
  return allowed.some((entry) => allows(entry, target, address)) ? 'allowed' : 'inside';
}

export const mayReach = (target: Target, address: string, allowed: readonly string[]): boolean =>
  ['outside', 'allowed'].includes(judge(target, address, allowed));
