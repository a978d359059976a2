import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Served, servedHousing } from '../../deployments/served.ts';
import { type CallOptions, call } from '../../support/call.ts';
import { type Installation, startInstallation } from '../../support/installation.ts';

const ID = '0123456789abcdef01234567';
const DELETED = '/api/v2/deletedOrganizations/';
const ROUTES = [
  ['GET', DELETED],
  ['POST', DELETED],
  ['GET', `${DELETED}${ID}/`],
  ['POST', `${DELETED}${ID}/`],
  ['DELETE', `${DELETED}${ID}/`],
] as const;

const keysOf = (value: object) => Object.keys(value).sort();

/** The properties of a reply, as the OpenAPI document of the server has them. */
async function documented(options: CallOptions) {
  const { body } = await call('GET', '/api/v2/openapi.json', options);
  const over = body.paths['/api/v2/deployments/{deploymentId}/accuracyOverTime/'].get;
  return { document: body, over: over.responses['200'].content['application/json'].schema.properties };
}

describe('the newest version, which is the default', () => {
  let served: Served;
  beforeAll(async () => {
    served = await servedHousing({});
  });

  test('200: the version is 2.49', async () => {
    const { body } = await call('GET', '/api/v2/version/');
    expect(body).toMatchObject({ major: 2, minor: 49, versionString: '2.49.0' });
  });

  test('accuracyOverTime has nothing that 2.35 removed; each baseline and bucket has its modelId', async () => {
    const { body, headers } = await call('GET', `/api/v2/deployments/${served.deploymentId}/accuracyOverTime/`);
    expect(keysOf(body)).toEqual(['baseline', 'baselines', 'buckets', 'metric']);
    expect(headers.get('deprecation')).toBeNull();
    for (const one of [body.baseline, ...body.baselines, ...body.buckets]) {
      expect(one.modelId).toBe(served.modelId);
      expect(one).not.toHaveProperty('valuePerClass');
    }
  });

  test.each(ROUTES)('404: %s %s was removed in 2.35', async (method, path) => {
    for (const key of [undefined, null]) {
      const gone = await call(method, path, key === undefined ? {} : { key });
      expect([gone.status, gone.body.code]).toEqual([404, 'http.removed']);
      expect(gone.body.message).toMatch(/v2\.35.*ALMANAC_API_VERSION=2\.34/);
    }
  });

  test('the OpenAPI document has neither', async () => {
    const { document, over } = await documented({});
    expect(document.info['x-api-version']).toBe('2.49');
    expect(Object.keys(document.paths).filter((path) => path.startsWith(DELETED))).toEqual([]);
    expect(keysOf(over)).toEqual(['baseline', 'baselines', 'buckets', 'metric', 'segmentAttribute', 'segmentValue']);
  });
});

describe('ALMANAC_API_VERSION=2.34', () => {
  let site: Installation;
  let at: CallOptions;
  let served: Served;
  beforeAll(async () => {
    site = await startInstallation({ ALMANAC_API_VERSION: '2.34' });
    at = { url: site.url, key: site.adminKey };
    served = await servedHousing(at);
  });
  afterAll(() => site?.stop());

  test('200: the version is 2.34', async () => {
    expect((await call('GET', '/api/v2/version/', at)).body).toMatchObject({ minor: 34, versionString: '2.34.0' });
  });

  test('accuracyOverTime has the old fields as well, and says what replaces them', async () => {
    const { body, headers } = await call('GET', `/api/v2/deployments/${served.deploymentId}/accuracyOverTime/`, at);
    expect(body.modelId).toBe(served.modelId);
    expect(body.summary).toMatchObject({ value: null, sampleSize: 0 });
    expect(body.baseline.modelId).toBe(served.modelId);
    for (const word of ['modelId', 'summary', 'valuePerClass', 'perClass', 'v2.35'])
      expect(headers.get('deprecation')).toContain(word);
  });

  test.each(ROUTES)('%s %s is there, and deprecated', async (method, path) => {
    expect((await call(method, path, { ...at, key: null })).status).toBe(401);
    const reply = await call(method, path, at);
    expect(reply.body.code, reply.text).not.toBe('http.removed');
    expect(reply.headers.get('deprecation')).toBe('true');
  });

  test('the OpenAPI document has both, as deprecated', async () => {
    const { document, over } = await documented(at);
    expect(document.info['x-api-version']).toBe('2.34');
    expect(document.paths[DELETED].get).toMatchObject({ deprecated: true, 'x-removed': 'v2.35' });
    expect([over.modelId.deprecated, over.summary.deprecated]).toEqual([true, true]);
    expect(over.buckets.items.properties.valuePerClass.deprecated).toBe(true);
    expect(over.metric.deprecated).toBeUndefined();
  });
});
