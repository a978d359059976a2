import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { testPlatform } from '../../../test/platform.ts';
import { createHttp } from './http-server.ts';
import { trustOf } from './origin.ts';
import { somePorts } from './ports.fixtures.ts';

const folder = await mkdtemp(join(tmpdir(), 'almanac-pages-'));
await mkdir(join(folder, 'assets'));
await writeFile(join(folder, 'index.html'), '<!doctype html><title>console</title>');
await writeFile(join(folder, 'favicon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
await writeFile(join(folder, 'assets', 'a.js'), '1');
const http = createHttp([], {
  platform: await testPlatform(),
  trusted: trustOf('loopback'),
  checkReplies: true,
  consoleFolder: folder,
  ports: somePorts(),
});
afterAll(async () => {
  await http.close();
  await rm(folder, { recursive: true, force: true });
});

test.each(['/', '/index.html', '/login', '/favicon.svg', '/assets/a.js'])(
  '%s says what may run in it, and that no other site may frame it',
  async (url) => {
    const { statusCode, headers } = await http.inject({ url, headers: { accept: 'text/html' } });
    expect(statusCode).toBe(200);
    expect(headers['content-security-policy']).toContain("default-src 'self'");
    expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'same-origin',
      'cross-origin-opener-policy': 'same-origin',
    });
  },
);
