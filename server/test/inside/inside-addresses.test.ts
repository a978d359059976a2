import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { outboundKinds } from './outbound-kinds.ts';
import { SPELLINGS } from './spellings.ts';

/** A service of this machine that is nobody's business: it counts who comes, and hangs up. */
let connections = 0;
const listener = createServer((socket) => {
  connections += 1;
  socket.on('error', () => undefined).destroy();
});
listener.listen(0, '::');
await once(listener, 'listening');
const { port } = listener.address() as AddressInfo;
afterAll(() => listener.close());
beforeEach(() => {
  connections = 0;
});

// Not every resolver knows localhost with a dot at its end: then there is no such host.
const REFUSED =
  /ALMANAC_ALLOWED_INSIDE_HOSTS|no service lives|hold no databases|not on the open internet|ENOTFOUND|no host/;

const closed = await outboundKinds({});
const open = await outboundKinds({ ALMANAC_ALLOWED_INSIDE_HOSTS: `127.0.0.1:${port}` });
const wide = await outboundKinds({ ALMANAC_ALLOWED_INSIDE_HOSTS: '0.0.0.0/0,::/0' });

describe.each(Object.keys(closed))('%s', (kind) => {
  test.each(SPELLINGS)('at %s is refused, and nobody comes there', async (host) => {
    const outcome = await closed[kind]?.(host, port);
    expect(outcome).toMatch(REFUSED);
    expect(connections).toBe(0);
  });

  test('is allowed by one setting, for that port alone', async () => {
    const outcome = await open[kind]?.('127.0.0.1', port);
    expect(outcome).not.toMatch(REFUSED);
    if (!kind.endsWith('registered')) expect(connections).toBeGreaterThan(0);
    expect(await open[kind]?.('127.0.0.1', port + 1)).toMatch(REFUSED);
    expect(await open[kind]?.('10.0.0.1', port)).toMatch(REFUSED);
  });

  test.each([
    '169.254.169.254',
    '[fd00:ec2::254]',
    '[::ffff:169.254.169.254]',
    '100.100.100.200',
    '[64:ff9b::a9fe:a9fe]',
  ])('at %s is refused though every network is allowed: clouds keep their secrets there', async (host) =>
    expect(await wide[kind]?.(host, 80)).toMatch(REFUSED),
  );
});
