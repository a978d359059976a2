import { afterAll, beforeAll, expect, test } from 'vitest';
import { call } from '../../support/call.ts';
import { type Installation, startInstallation } from '../../support/installation.ts';

const ID = '0123456789abcdef01234567';
const OTHER = '89abcdef0123456789abcdef';

let site: Installation;
beforeAll(async () => {
  site = await startInstallation({ ALMANAC_RELEASE: '6.1', ALMANAC_UPGRADED: 'true' });
});
afterAll(() => site?.stop());

const asked = (method: string, path: string) => call(method, path, { url: site.url, key: site.adminKey });

test.each([
  ['GET', '/api/v1/ping', '/predApi/v1.0/ping'],
  ['GET', `/api/v1/${ID}/models`, `/api/v2/projects/${ID}/modelRecords/`],
  ['GET', `/api/v2/projects/${ID}/models/`, `/api/v2/projects/${ID}/modelRecords/`],
  ['POST', `/predApi/v1.0/deployments/${ID}/timeSeriesPredictions`, `/predApi/v1.0/deployments/${ID}/predictions`],
  ['POST', `/predApi/v1.0/deployments/${ID}/predictionExplanations`, `/predApi/v1.0/deployments/${ID}/predictions`],
  ['GET', '/api/v2/api_token/', '/api/v2/account/apiKeys/'],
])('Link of %s %s is the address of what replaces it', async (method, path, successor) => {
  const { headers } = await asked(method, path);
  expect(headers.get('deprecation')).toBe('true');
  expect(headers.get('link')).toBe(`<${successor}>; rel="successor-version"`);
});

test.each(['predict', 'timeSeriesPredict', 'reasonCodesPredictions', 'predictionExplanations'])(
  'a model of a leaderboard names no deployment: %s links to the reference and has a template',
  async (word) => {
    const { headers } = await asked('POST', `/predApi/v1.0/${ID}/${OTHER}/${word}`);
    expect(headers.get('link')).toMatch(/^<\/docs#\w+>; rel="deprecation"; type="text\/html"$/);
    expect(headers.get('link-template')).toBe(
      '"/predApi/v1.0/deployments/{deploymentId}/predictions"; rel="successor-version"',
    );
    const place = headers.get('link')?.match(/#(\w+)/)?.[1];
    expect((await asked('GET', '/docs')).text).toContain(`<details id="${place}">`);
  },
);

test('what replaces a deprecated route is not deprecated itself', async () => {
  const { body } = await asked('GET', '/api/v2/openapi.json');
  const operations = Object.entries(body.paths as Record<string, Record<string, Record<string, unknown>>>).flatMap(
    ([path, methods]) =>
      Object.entries(methods).map(([method, one]) => ({ line: `${method.toUpperCase()} ${path}`, one })),
  );
  const replaced = operations.filter(({ one }) => one['x-replaced-by'] !== undefined);
  expect(replaced.length).toBeGreaterThan(10);
  for (const { line, one } of replaced) {
    const successor = operations.find((other) => other.line === one['x-replaced-by']);
    expect([line, successor?.one.deprecated ?? false]).toEqual([line, false]);
    expect(successor, line).toBeDefined();
  }
});
