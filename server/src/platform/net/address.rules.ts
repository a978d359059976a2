import ipaddr from 'ipaddr.js';

type Address = ipaddr.IPv4 | ipaddr.IPv6;

/** Public by number, yet answered by the cloud's own machines: the agent that hands out a virtual machine's secrets. */
const CLOUD_AGENTS = new Set(['168.63.129.16']);
// All that is given out to the internet so far; what lies beside it is somebody's inside or nobody's.
const INTERNET_6 = ipaddr.parseCIDR('2000::/3');

function parse(text: string): Address | null {
  // `process` sees an IPv4 address inside ::ffff:a.b.c.d as what it is.
  return ipaddr.isValid(text) ? ipaddr.process(text) : null;
}

/**
 * Only addresses of the open internet. Not loopback, private, link-local (where clouds keep their metadata), carrier
 * NAT, multicast, reserved; and no IPv6 address that leads to an IPv4 one (NAT64, 6to4, Teredo), whatever that is.
 */
export function isOnInternet(text: string): boolean {
  const address = parse(text);
  if (address === null || address.range() !== 'unicast' || CLOUD_AGENTS.has(address.toString())) return false;
  return address.kind() === 'ipv4' || (address as ipaddr.IPv6).match(INTERNET_6);
}

/** Where no database of anybody lives: link-local (clouds' metadata), multicast, reserved, and ways around by IPv6. */
export function isNoMachine(text: string): boolean {
  const address = parse(text);
  if (address === null || CLOUD_AGENTS.has(address.toString())) return true;
  const metadata = ['100.100.100.200', 'fd00:ec2::254'].includes(address.toString());
  return metadata || !['unicast', 'private', 'uniqueLocal', 'loopback', 'carrierGradeNat'].includes(address.range());
}

const isIn = (network: string, text: string): boolean => {
  const address = parse(text);
  const range = ipaddr.parseCIDR(network);
  return address !== null && address.kind() === range[0].kind() && address.match(range);
};

/** Whether a file may be fetched: the host is on the open internet, or an administrator allows it or its network. */
export function mayFetch(
  { hostname, port, protocol }: Pick<URL, 'hostname' | 'port' | 'protocol'>,
  addresses: readonly string[],
  allowHosts: readonly string[],
): boolean {
  const reached = port === '' ? (protocol === 'https:' ? '443' : '80') : port;
  if (allowHosts.includes(hostname) || allowHosts.includes(`${hostname}:${reached}`)) return true;
  const networks = allowHosts.filter((entry) => entry.includes('/'));
  return addresses.every((address) => isOnInternet(address) || networks.some((network) => isIn(network, address)));
}
