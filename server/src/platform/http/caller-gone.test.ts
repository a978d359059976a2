import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, expect, test } from 'vitest';
import { z } from 'zod';
import { testDatabase } from '../../../test/database.ts';
import { anActor, aPlatform, gate } from '../jobs/jobs.fixtures.ts';
import { createHttp } from './http-server.ts';
import { trustOf } from './origin.ts';
import { somePorts } from './ports.fixtures.ts';
import { routeGroup } from './route.ts';

const begun = gate();
const left = gate<unknown>();
let unused: AbortSignal | undefined;
const route = routeGroup({ part: 'platform', added: 'v2.0' });
const slow = route.get('/api/v2/slow/', 'slow', {
  summary: 'Works until nobody waits for it',
  replies: { 200: z.strictObject({}) },
  async handle({ gone }) {
    begun.open();
    if (gone !== undefined) await once(gone, 'abort');
    left.open(gone?.reason);
    throw gone?.reason;
  },
});
const quick = route.get('/api/v2/quick/', 'quick', {
  summary: 'Answers',
  replies: { 200: z.strictObject({}) },
  async handle({ gone }) {
    unused = gone;
    return {};
  },
});

const http = createHttp([slow, quick], {
  platform: await aPlatform(await testDatabase()),
  trusted: trustOf('loopback'),
  checkReplies: true,
  ports: somePorts({ authenticate: async () => anActor() }),
});
const address = new URL(await http.listen({ host: '127.0.0.1', port: 0 }));
afterAll(() => http.close());

test('the signal of a request is aborted when its caller disconnects', async () => {
  const socket = connect(Number(address.port), '127.0.0.1');
  socket.write('GET /api/v2/slow/ HTTP/1.1\r\nhost: x\r\n\r\n');
  await begun.passed;
  socket.destroy();
  expect(await left.passed).toMatchObject({ status: 499, code: 'http.caller_gone' });
});

test('and not when it has been answered', async () => {
  expect((await fetch(new URL('/api/v2/quick/', address))).status).toBe(200);
  expect(unused?.aborted).toBe(false);
});
