import { expect, test } from 'vitest';
import { call } from '../../support/call.ts';

test('200: the catalog and the list of LLMs tell the same models', async () => {
  const catalog = await call('GET', '/api/v2/genai/llmgw/catalog/?limit=1000');
  const llms = await call('GET', '/api/v2/genai/llms/?limit=1000&activeOnly=true');
  expect([catalog.status, llms.status]).toEqual([200, 200]);
  const ids = catalog.body.data.map(({ llmId }: { llmId: string }) => llmId);
  expect(ids).toContain('fake-echo');
  expect(llms.body.data.map(({ id }: { id: string }) => id)).toEqual(ids);
  const models = await call('GET', '/api/v2/genai/llmgw/models');
  expect(models.body).toMatchObject({
    object: 'list',
    data: expect.arrayContaining([{ id: 'fake/echo', object: 'model', created: 0, owned_by: 'fake' }]),
  });
  const one = await call('GET', '/api/v2/genai/llmgw/catalog/?llmId=fake-echo');
  expect(one.body.data).toMatchObject([{ model: 'fake/echo', isActive: true, provider: 'fake' }]);
  const { body } = await call('GET', '/api/v2/genai/llms/fake-echo/');
  expect(body.settings.map(({ id }: { id: string }) => id)).toContain('temperature');
});

test('404: an LLM nobody has; 422: a parameter it does not take; 401: nobody', async () => {
  expect((await call('GET', '/api/v2/genai/llms/nobody/')).status).toBe(404);
  expect((await call('GET', '/api/v2/genai/llms/?colour=red')).status).toBe(422);
  expect((await call('GET', '/api/v2/genai/llmgw/catalog/', { key: null })).status).toBe(401);
});
