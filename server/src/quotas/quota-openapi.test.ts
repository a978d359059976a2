import { expect, test } from 'vitest';
import { servedApp } from '../../test/served-app.ts';

interface Parameter {
  readonly name: string;
  readonly required: boolean;
  readonly schema: Readonly<Record<string, unknown>>;
}

const LISTS = ['/api/v2/quotas/', '/api/v2/quotaTemplates/'] as const;

async function describeRoutes(settings: Readonly<Record<string, string>> = {}) {
  const { ask, person } = await servedApp({ settings });
  const { key } = await person();
  const { body } = await ask('GET /api/v2/openapi.json');
  const paging = (path: string): Parameter[] =>
    body.paths[path].get.parameters.filter(({ name }: Parameter) => name === 'offset' || name === 'limit');
  return { ask: (request: string) => ask(request, { key }), body, paging };
}

const usual = await describeRoutes();
const relaxed = await describeRoutes({ ALMANAC_REQUIRE_PAGING: 'false' });

test('offset and limit are required, and told as required', async () => {
  const { ask, paging } = usual;
  for (const path of LISTS) {
    expect(paging(path).map(({ name, required }) => [name, required])).toEqual([
      ['offset', true],
      ['limit', true],
    ]);
    expect((await ask(`GET ${path}`)).status).toBe(422);
  }
});

test('ALMANAC_REQUIRE_PAGING=false: they have defaults, and are told as optional', async () => {
  const { ask, paging } = relaxed;
  for (const path of LISTS) {
    expect(paging(path).map(({ required, schema }) => [required, schema.default])).toEqual([
      [false, 0],
      [false, 100],
    ]);
    expect((await ask(`GET ${path}`)).status).toBe(200);
    expect((await ask(`GET ${path}?limit=1`)).status).toBe(200);
    expect((await ask(`GET ${path}?limit=0`)).status).toBe(422);
  }
});

test('bounds of limit, versions of elements, optional bodies and the shape of 422', async () => {
  const { body } = usual;
  const { post } = body.paths['/api/v2/quotas/'];
  const schema = post.requestBody.content['application/json'].schema;
  expect([post.requestBody.required, schema['x-added']]).toEqual([false, 'v2.43']);
  const { properties } = schema;
  const rule = properties.defaultRules.items;
  expect(rule).toMatchObject({ 'x-added': 'v2.39', required: ['limit', 'rule'] });
  expect(rule.properties.limit).toEqual({
    type: 'integer',
    exclusiveMinimum: 0,
    exclusiveMaximum: 9223372036854776000,
  });
  expect(properties.defaultRules.maxItems).toBe(100);
  expect(properties.policies.items.properties.reserved['x-added']).toBe('v2.42');
  expect([properties.capacity['x-added'], properties.saturationThreshold['x-added']]).toEqual(['v2.42', 'v2.42']);
  const one = body.paths['/api/v2/quotas/{quotaId}/'];
  expect(one.patch.requestBody.required).toBe(false);
  const shown = one.get.responses[200].content['application/json'].schema.properties;
  expect(shown.defaultRules.items.properties.limit).toEqual(rule.properties.limit);
  expect(shown.policies.maxItems).toBe(10_000);
  expect(post.responses[422].content['application/json'].schema.$ref).toBe('#/components/schemas/Problem');
  const counter = body.paths['/api/v2/genai/userLimits/llmApiCalls/'].get.responses[422];
  expect(counter.content['application/json'].schema.$ref).toBe('#/components/schemas/HTTPValidationErrorResponse');
});

test('the service key is a header of the prediction routes', async () => {
  const { body } = usual;
  const { parameters } = body.paths['/predApi/v1.0/deployments/{deploymentId}/predictions'].post;
  expect(parameters.map(({ name }: Parameter) => name)).toContain('service-key');
});
