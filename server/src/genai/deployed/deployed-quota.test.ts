import { expect, test } from 'vitest';
import { adds, aGrant, aMirror, anItem, owns } from '../../access-sync/graph/graph.fixtures.ts';
import { heard } from '../genai.fixtures.ts';
import { deployedApp, question } from './deployed.fixtures.ts';

const app = await deployedApp();
const { ask, someone, person, deployed, chat, dataset, vectorDatabase, llm, platform } = app;
const ada = await someone();
const { key } = ada;

async function withQuota(defaultRules: object[], label: string) {
  const { id } = await deployed(key, ada.blueprintId, label);
  const quota = { resourceType: 'deployment', resourceId: id, defaultRules };
  expect((await ask('POST /api/v2/quotas/', { key, body: quota })).status).toBe(200);
  return id;
}

test('429: requests and tokens of the deployment, in the shape OpenAI clients read', async () => {
  const id = await withQuota([{ rule: 'requests', limit: 2, window: 'day' }], 'Two');
  for (const stream of [true, false]) expect((await chat(key, id, question('hi', { stream }))).status).toBe(200);
  const { status, body, headers } = await chat(key, id, question('hi'));
  expect([status, body.error.code, headers['ratelimit-limit']]).toEqual([429, 'quota_exceeded', '2']);
  expect(Number(headers['retry-after'])).toBeGreaterThan(0);
  const tokens = await withQuota([{ rule: 'token', limit: 1000, window: 'day' }], 'Tokens');
  for (let call = 0; call < 5; call++)
    expect((await chat(key, tokens, question('hi', { max_tokens: 900 }))).status).toBe(200);
  expect((await chat(key, tokens, question('hi', { max_tokens: 1000 }))).status).toBe(429);
});

test('422: an input that is too long for the deployment', async () => {
  const id = await withQuota([{ rule: 'inputSequenceLength', limit: 20 }], 'Short');
  expect((await chat(key, id, question('hi'))).status).toBe(200);
  const { status, body } = await chat(key, id, question('word '.repeat(100)));
  expect([status, body.error.code]).toEqual([422, 'context_length_exceeded']);
});

test('a conversational retriever looks for the words of earlier questions too, a single lookup for those of the last', async () => {
  const made = await vectorDatabase(key, { datasetId: await dataset(key), useCaseId: ada.useCaseId });
  const citedBy = async (retriever: string) => {
    const body = {
      playgroundId: ada.playgroundId,
      name: retriever,
      llmId: 'fake-echo',
      vectorDatabaseId: made.id,
      vectorDatabaseSettings: { maxDocumentsRetrievedPerPrompt: 1, retriever },
    };
    const blueprint = await ask('POST /api/v2/genai/llmBlueprints/', { key, body });
    const { id } = await deployed(key, blueprint.body.id, retriever);
    const messages = [
      { role: 'user', content: 'How is a flat tyre of a bicycle repaired with glue and a patch?' },
      { role: 'assistant', content: 'With glue.' },
      { role: 'user', content: 'And when it is baked?' },
    ];
    const { body: reply } = await chat(key, id, { messages });
    return [reply.citations[0].source, blueprint.headers.warning];
  };
  expect(await citedBy('CONVERSATIONAL_RETRIEVER')).toEqual(['tyre.txt', undefined]);
  expect(await citedBy('MULTI_STEP_RETRIEVER')).toEqual([
    'tyre.txt',
    expect.stringContaining('vectorDatabaseSettings.retriever has no effect'),
  ]);
  expect((await citedBy('SINGLE_LOOKUP_RETRIEVER'))[0]).toMatch(/^(bread|cake)\.txt$/);
});

test('a deployment answers from its documents, says which, and asks the quota before it looks them up', async () => {
  const datasetId = await dataset(key);
  const made = await vectorDatabase(key, { datasetId, useCaseId: ada.useCaseId });
  const vectorDatabaseSettings = { maxDocumentsRetrievedPerPrompt: 2, maxTokens: 100 };
  const body = { playgroundId: ada.playgroundId, name: 'Reader', llmId: 'fake-echo', vectorDatabaseId: made.id };
  const blueprint = await ask('POST /api/v2/genai/llmBlueprints/', { key, body: { ...body, vectorDatabaseSettings } });
  const { id } = await deployed(key, blueprint.body.id, 'Reader');
  const asked = question('How do I repair a flat tyre?');
  const whole = await chat(key, id, asked);
  expect(whole.body.citations[0]).toMatchObject({ source: 'tyre.txt', metadata: { team: 'garage' } });
  expect(whole.body.choices[0].message.content).toContain('repaired with glue');
  const streamed = await chat(key, id, { ...asked, stream: true });
  expect(heard(streamed.text)).toMatchObject({ words: whole.body.choices[0].message.content, ended: true });
  const first = JSON.parse(streamed.text.split('\n\n')[0]?.slice(5) ?? '');
  expect([first.citations, first.choices[0].delta.content]).toEqual([whole.body.citations, '']);
  const parts = [
    { type: 'text', text: 'repair a flat tyre' },
    { type: 'image_url', image_url: { url: 'data:,' } },
  ];
  await chat(key, id, { messages: [{ role: 'user', content: parts }] });
  expect(JSON.parse(llm.calls.at(-1)?.body ?? '').messages[0].content).toMatchObject([
    { type: 'text', text: expect.stringContaining('glue') },
    ...parts,
  ]);
  // Whoever may use the deployment is answered from its documents, though they have no role on them.
  const guest = await person();
  const roles = [{ role: 'CONSUMER', shareRecipientType: 'user', id: guest.id }];
  await ask(`PATCH /api/v2/deployments/${id}/sharedRoles/`, { key, body: { operation: 'updateRoles', roles } });
  expect((await chat(guest.key, id, asked)).body.citations).toHaveLength(whole.body.citations.length);
  // The pieces of documents are part of what may be used: 50 tokens of answer do not fit, 1 does not either.
  const quota = {
    resourceType: 'deployment',
    resourceId: id,
    defaultRules: [{ rule: 'token', limit: 90, window: 'day' }],
  };
  expect((await ask('POST /api/v2/quotas/', { key, body: quota })).status).toBe(200);
  expect((await chat(key, id, { ...asked, max_tokens: 1 })).status).toBe(429);
  expect((await ask(`DELETE /api/v2/genai/vectorDatabases/${made.id}/`, { key })).status).toBe(204);
  const gone = await chat(key, id, asked);
  expect([gone.status, gone.body.error.message]).toEqual([422, expect.stringContaining('was deleted')]);
});

test('bound to a synchronised source, a deployment tells nobody what they may not read there', async () => {
  const mirror = await aMirror(platform);
  const ann = { key: 'user:ann', sourceId: 'ann', kind: 'user', name: 'Ann', active: true, guest: false } as const;
  await mirror.directory({ principals: [{ ...ann, emails: ['ann@here.org'] }], complete: true });
  await mirror.change([
    mirror.upsert(anItem('root', null), owns()),
    mirror.upsert(
      anItem('chain.txt', 'root', { kind: 'file', sourceId: 'chain.txt' }),
      adds(aGrant({ kind: 'user', key: 'user:ann' })),
    ),
  ]);
  const datasetId = await dataset(key);
  const bound = { datasetId, useCaseId: ada.useCaseId, accessConnectionId: mirror.connectionId };
  const { id: vectorDatabaseId } = await vectorDatabase(key, bound);
  const body = { playgroundId: ada.playgroundId, name: 'Bound', llmId: 'fake-echo', vectorDatabaseId };
  const blueprint = await ask('POST /api/v2/genai/llmBlueprints/', { key, body });
  const { id } = await deployed(key, blueprint.body.id, 'Bound');
  const guest = await person({ email: 'ann@here.org' });
  const roles = [{ role: 'CONSUMER', shareRecipientType: 'user', id: guest.id }];
  await ask(`PATCH /api/v2/deployments/${id}/sharedRoles/`, { key, body: { operation: 'updateRoles', roles } });
  const found = async (who: string) => {
    const { body: said } = await chat(who, id, question('repair the chain of a bicycle'));
    return said.citations.map(({ source }: { source: string }) => source);
  };
  expect(await found(guest.key)).toEqual(['chain.txt']);
  // Even the owner of the deployment.
  expect(await found(key)).toEqual([]);
});
