import { once } from 'node:events';
import { createServer } from 'node:net';
import type { Browser, BrowserContext } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Almanac, startAlmanac } from './almanac.ts';
import { openBrowser } from './browser.ts';
import { type HostileService, startHostileService } from './hostile-service.ts';
import { inBrowser } from './in-browser.ts';

const LONG = { timeout: 180_000 };
const ADMIN = { username: 'ada', password: 'nine tall lighthouses', key: 'key-of-the-first-administrator-ada' };

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  if (address === null || typeof address === 'string') throw new Error('no free port');
  return address.port;
}

/** An administrator is signed in to the console, and opens what a service of their organization answers. */
inBrowser('content of others', () => {
  let almanac: Almanac;
  let browser: Browser;
  let service: HostileService;
  let context: BrowserContext;
  let endpoint: string;

  const api = (path: string, body?: object) =>
    fetch(`${almanac.url}/api/v2/${path}`, {
      headers: { authorization: `Bearer ${ADMIN.key}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
    }).then(async (reply) => (await reply.json()) as { endpoint: string; data: { name: string }[] });
  const keys = async () => (await api('account/apiKeys/')).data.map(({ name }) => name);

  async function start(settings: Record<string, string>) {
    almanac = await startAlmanac({
      ALMANAC_ADMIN_USERNAME: ADMIN.username,
      ALMANAC_ADMIN_PASSWORD: ADMIN.password,
      ALMANAC_ADMIN_API_KEY: ADMIN.key,
      ALMANAC_ALLOWED_INSIDE_HOSTS: '127.0.0.0/8',
      ...settings,
    });
    ({ endpoint } = await api('workloads/', { name: 'Dashboard', address: service.url }));
    context = await browser.newContext();
    const page = await context.newPage();
    await page.goto(`${almanac.url}/login`);
    await page.getByLabel('Username').fill(ADMIN.username);
    await page.getByLabel('Password', { exact: true }).fill(ADMIN.password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('heading', { level: 1, name: `Welcome, ${ADMIN.username}` }).waitFor();
    await page.close();
  }

  beforeAll(async () => {
    [service, browser] = await Promise.all([startHostileService(), openBrowser()]);
  }, 120_000);
  afterAll(async () => {
    await browser?.close();
    service?.stop();
  }, 60_000);

  test(
    'on the origin of the console a page of a service is opened by no session, and with a key it is saved',
    LONG,
    async () => {
      await start({});
      try {
        const page = await context.newPage();
        const opened = await page.goto(`${endpoint}dashboard`);
        expect([opened?.status(), service.asked]).toEqual([401, []]);
        await context.setExtraHTTPHeaders({ authorization: `Bearer ${ADMIN.key}` });
        for (const name of ['dashboard', 'form', 'drawing.svg']) {
          const download = page.waitForEvent('download');
          await page.goto(`${endpoint}${name}`).catch(() => null);
          await (await download).path();
          expect(service.asked.at(-1)).toBe(`/${name}`);
        }
        expect((await context.cookies()).filter(({ value }) => value === 'chosen')).toEqual([]);
        expect(await keys()).toHaveLength(1);
      } finally {
        await almanac.stop();
      }
    },
  );

  test('on an origin of its own the page runs, and reaches nothing of the console', LONG, async () => {
    const port = await freePort();
    const workloads = `http://workloads.localhost:${port}`;
    await start({ ALMANAC_PORT: String(port), ALMANAC_WORKLOAD_ORIGIN: workloads });
    try {
      service.aimAt(almanac.url);
      const page = await context.newPage();
      // The key goes to the workload alone: whatever its page sends has no more than the session of the console.
      await page.route(`${workloads}/**`, (route) =>
        route.continue({ headers: { ...route.request().headers(), authorization: `Bearer ${ADMIN.key}` } }),
      );
      await page.goto(`${endpoint}dashboard`);
      await page.waitForFunction(() => document.title !== 'no script');
      expect(await page.title()).toBe('null got nothing');
      const posted = page.waitForResponse((answer) => answer.request().method() === 'POST');
      await page.goto(`${endpoint}form`);
      expect((await posted).status()).toBe(401);
      expect(await keys()).toHaveLength(1);
      expect((await page.goto(`${workloads}/`))?.status()).toBe(404);
    } finally {
      await almanac.stop();
    }
  });
});
