import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isNoMachine, isOnInternet, judge, targetOf } from './address.rules.ts';

test.each(['93.184.216.34', '1.1.1.1', '2606:2800:220:1::1', '::ffff:93.184.216.34'])('%s is outside', (address) => {
  expect(isOnInternet(address)).toBe(true);
});

test.each([
  '0.0.0.0',
  '0.1.2.3',
  '10.1.2.3',
  '100.64.0.1',
  '100.100.100.200',
  '127.0.0.1',
  '127.255.255.254',
  '168.63.129.16',
  '169.254.169.254',
  '172.16.0.1',
  '172.31.255.255',
  '192.0.0.192',
  '192.168.1.1',
  '198.18.0.1',
  '203.0.113.9',
  '224.0.0.1',
  '240.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::7f00:1',
  '::ffff:10.0.0.1',
  '::ffff:0:127.0.0.1',
  '64:ff9b::a00:1',
  '64:ff9b:1::1',
  '100::1',
  '2001:0:53aa:64c::1',
  '2001:db8::1',
  '2002:7f00:1::',
  '4000::1',
  'fc00::1',
  'fd00:ec2::254',
  'fe80::1',
  'fe80::1%eth0',
  'fec0::1',
  'ff02::1',
  'localhost',
  '',
])('%s is inside, or nowhere', (address) => {
  expect(isOnInternet(address)).toBe(false);
});

test('no IPv4 address becomes allowed by writing it as IPv6', () => {
  fc.assert(
    fc.property(fc.ipV4(), (address) => {
      expect(isOnInternet(`::ffff:${address}`)).toBe(isOnInternet(address));
      const [a = 0, b = 0, c = 0, d = 0] = address.split('.').map(Number);
      // As the rest of the program gets to see it, after the URL was parsed.
      const groups = `${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`;
      for (const way of ['::', '64:ff9b::', '::ffff:0:']) expect(isOnInternet(`${way}${groups}`)).toBe(false);
    }),
  );
});

test('a database may be private or on this machine, but not where clouds keep their metadata', () => {
  expect(['10.0.0.5', '192.168.0.2', '127.0.0.1', '::1', 'fd12::1', '34.1.2.3'].filter(isNoMachine)).toEqual([]);
  const nowhere = [
    '169.254.169.254',
    '::ffff:169.254.169.254',
    'fe80::1',
    'fd00:ec2::254',
    '168.63.129.16',
    '0.0.0.0',
    '224.0.0.1',
    '64:ff9b::a9fe:a9fe',
  ];
  expect(nowhere.filter((address) => !isNoMachine(address))).toEqual([]);
});

test('what is allowed: a host, one port of a host, a network', () => {
  const at = (url: string, address: string, ...allowed: string[]) => judge(targetOf(new URL(url)), address, allowed);
  expect(at('http://files.local/a', '93.184.216.34')).toBe('outside');
  expect(at('http://files.local/a', '10.0.0.1')).toBe('inside');
  expect(at('http://FILES.local./a', '10.0.0.1', 'files.local')).toBe('allowed');
  expect(at('http://files.local/a', '10.0.0.1', 'files.local:80')).toBe('allowed');
  expect(at('https://files.local/a', '10.0.0.1', 'files.local:80')).toBe('inside');
  expect(at('https://files.local.evil.example/a', '10.0.0.1', 'files.local')).toBe('inside');
  expect(at('http://[::1]:99/a', '::1', '[::1]:99')).toBe('allowed');
  expect(at('http://[::1]:98/a', '::1', '[::1]:99')).toBe('inside');
  expect(at('http://2130706433/a', '127.0.0.1', '127.0.0.1')).toBe('allowed');
  expect(at('http://localhost/a', '127.0.0.1', '127.0.0.1')).toBe('inside');
  expect(at('http://[::ffff:7f00:1]/a', '::ffff:7f00:1', '127.0.0.0/8')).toBe('allowed');
  expect(at('http://files.local/a', '10.0.0.1', '10.0.0.0/8')).toBe('allowed');
  expect(at('http://files.local/a', '::1', '10.0.0.0/8')).toBe('inside');
});

test.each(['169.254.169.254', '::ffff:169.254.169.254', 'fd00:ec2::254', 'fd20:ce::254', '100.100.100.200', '0.0.0.0'])(
  '%s is never reached, not even when it is allowed',
  (address) => {
    const allowed = ['0.0.0.0/0', '::/0', '169.254.169.254', 'metadata.local'];
    expect(judge({ hostname: 'metadata.local', port: 80 }, address, allowed)).toBe('never');
  },
);
