import type { IncomingMessage } from 'node:http';
import { expect, test } from 'vitest';
import { addressOf, originOf, trustOf } from './origin.ts';

const from = (remoteAddress: string, headers: Record<string, string>) =>
  ({ socket: { remoteAddress, localPort: 8080 }, headers }) as unknown as IncomingMessage;

const forwarded = {
  host: 'inner:8080',
  'x-forwarded-host': 'ml.example.com',
  'x-forwarded-proto': 'https',
  'x-forwarded-for': '203.0.113.9, 10.0.0.1',
};

test.each([
  ['a proxy on this machine', '127.0.0.1', 'loopback', 'https://ml.example.com', '10.0.0.1'],
  ['the same over IPv6', '::1', 'loopback', 'https://ml.example.com', '10.0.0.1'],
  ['the same, mapped', '::ffff:127.0.0.1', 'loopback', 'https://ml.example.com', '10.0.0.1'],
  ['two proxies of ours', '127.0.0.1', '127.0.0.1, 10.0.0.0/8', 'https://ml.example.com', '203.0.113.9'],
  ['a outsider', '198.51.100.7', 'loopback', 'http://inner:8080', '198.51.100.7'],
  ['a named network', '10.1.2.3', '10.0.0.0/8, 192.168.1.5', 'https://ml.example.com', '203.0.113.9'],
  ['nobody', '127.0.0.1', 'none', 'http://inner:8080', '127.0.0.1'],
])('forwarded headers from %s', (_, peer, setting, origin, address) => {
  const request = from(peer, forwarded);
  const trusted = trustOf(setting);
  expect(originOf(request, trusted, null)).toBe(origin);
  expect(addressOf(request, trusted)).toBe(address);
});

test('the public address wins over everything', () => {
  expect(originOf(from('127.0.0.1', forwarded), trustOf('loopback'), 'https://fixed.example')).toBe(
    'https://fixed.example',
  );
});

test.each([['evil.example/path'], ['a b'], ['"><script>'], ['']])('a host that is none is not repeated: %j', (host) => {
  expect(originOf(from('127.0.0.1', { host }), trustOf('loopback'), null)).toBe('http://localhost:8080');
});

test.each(['proxy.local', '10.0.0.0/33', '10.0.0.0/', '10.0.0.0/x', '::1/129', ''])('a wrong setting: %j', (wrong) => {
  expect(() => trustOf(`10.0.0.0/8,${wrong}`)).toThrow(JSON.stringify(wrong));
});

test.each([
  ['what a caller claims before their own address', '1.2.3.4, 203.0.113.9', '203.0.113.9'],
  ['an address with a port', '203.0.113.9:5123', '203.0.113.9'],
  ['an IPv6 address with a port', '[2001:db8::7]:5123', '2001:db8::7'],
  ['a chain that ends in loopback', '203.0.113.9, 127.0.0.1', '203.0.113.9'],
  ['what is no address', 'unknown', '127.0.0.1'],
  ['an empty header', '', '127.0.0.1'],
])('the caller behind a proxy: %s', (_, list, address) => {
  expect(addressOf(from('127.0.0.1', { 'x-forwarded-for': list }), trustOf('loopback'))).toBe(address);
});
