import { beforeAll, expect, test } from 'vitest';
import { type CallOptions, call } from '../../support/call.ts';
import { follow } from '../../support/follow.ts';
import { aBlueprint, aPlayground, someDocuments } from '../../support/genai.ts';
import { aPerson, type Person } from '../../support/people.ts';

/** Refusals of these routes are `{detail}`: a sentence, or the places of wrong fields. */
const NOTHING = '65f000000000000000000001';
let owner: Person;
let consumer: Person;
let useCaseId: string;
let playgroundId: string;
let saved: string;
let draft: string;

const send = (line: string, json?: object, more: CallOptions = { key: owner.token }) => {
  const [method = '', path = ''] = line.split(' ');
  return call(method, `/api/v2/${path}`, { ...more, ...(json === undefined ? {} : { json }) });
};
type Refused = readonly [line: string, json: object | undefined, sentence: string];
async function expectRefused(status: number, lines: readonly Refused[], who?: CallOptions): Promise<void> {
  for (const [line, json, sentence] of lines) {
    const reply = await send(line, json, who);
    const told = reply.body?.detail ?? reply.body?.message;
    expect([line, reply.status, told]).toEqual([line, status, expect.stringContaining(sentence)]);
  }
}

beforeAll(async () => {
  [owner, consumer] = [await aPerson(), await aPerson()];
  ({ useCaseId, playgroundId } = await aPlayground(owner.token));
  [saved, draft] = [await aBlueprint(owner.token, playgroundId), await aBlueprint(owner.token, playgroundId)];
  await send(`PATCH genai/llmBlueprints/${saved}/`, { isSaved: true });
  const roles = [{ shareRecipientType: 'user', role: 'CONSUMER', id: consumer.id }];
  const shared = await send(`PATCH useCases/${useCaseId}/sharedRoles/`, { operation: 'updateRoles', roles });
  expect(shared.status, shared.text).toBe(204);
});

const prompt = (more: object) => ({ text: 'hello there', ...more });

test('404 for playgrounds, blueprints, chats, connections and models that are not there', async () => {
  const list = 'lists those there are';
  await expectRefused(404, [
    [`GET genai/chatPrompts/?llmBlueprintId=${NOTHING}`, undefined, list],
    [`GET genai/chatPrompts/?playgroundId=${NOTHING}`, undefined, `no playground ${NOTHING}`],
    [`GET genai/comparisonChats/?playgroundId=${NOTHING}`, undefined, `no playground ${NOTHING}`],
    [`GET genai/llmBlueprints/?playgroundId=${NOTHING}`, undefined, `no playground ${NOTHING}`],
    [
      'POST genai/llmBlueprints/',
      { playgroundId, name: 'Docs', llmId: 'fake-echo', vectorDatabaseId: NOTHING },
      NOTHING,
    ],
    [
      'POST genai/vectorDatabases/',
      { datasetId: await someDocuments(owner.token), useCaseId, accessConnectionId: NOTHING },
      'GET aclConnections/ lists the connections',
    ],
    ['POST genai/chatPrompts/', prompt({ llmBlueprintId: NOTHING }), list],
    ['POST genai/chatPrompts/', prompt({ llmBlueprintId: draft, llmId: 'nobody' }), 'nobody'],
  ]);
});

test('404 for a registered model to which a language model shall be added', async () => {
  const version = await follow(await send('POST genai/customModelVersions/', { llmBlueprintId: saved }), {
    key: owner.token,
  });
  const { id } = (await call('GET', version.path ?? '', { key: owner.token })).body;
  const json = { customModelVersionId: id, registeredModelId: NOTHING };
  await expectRefused(404, [['POST modelPackages/fromCustomModelVersion/', json, `registered model ${NOTHING}`]]);
});

test('403 for those who may look into a playground and not ask in it', async () => {
  const asked = await send('POST genai/comparisonPrompts/', prompt({ llmBlueprintIds: [saved] }));
  expect(asked.status, asked.text).toBe(202);
  const compared = `genai/comparisonPrompts/${asked.body.id}/`;
  const chat = await send('POST genai/chatPrompts/', prompt({ llmBlueprintId: draft }));
  const small = 'You hold the role CONSUMER';
  await expectRefused(
    403,
    [
      ['POST genai/chatPrompts/', prompt({ llmBlueprintId: draft }), small],
      ['POST genai/comparisonPrompts/', prompt({ llmBlueprintIds: [saved] }), small],
      [`PATCH genai/chatPrompts/${chat.body.id}/`, { customMetrics: [{ name: 'length', value: 3 }] }, small],
      [`PATCH ${compared}`, { additionalLLMBlueprintIds: [saved] }, small],
      [`DELETE ${compared}`, undefined, small],
    ],
    { key: consumer.token },
  );
  await expectRefused(409, [[`PATCH ${compared}`, { additionalLLMBlueprintIds: [saved] }, 'has answered this']]);
  await follow(asked, { key: owner.token });
  expect((await send(`DELETE ${compared}`)).status).toBe(204);
  expect((await send(`GET ${compared}`)).status).toBe(404);
});

test('409 for a chat that was held with other settings; 422 for drafts, wrong filters and blueprints without a model', async () => {
  const chatId = (await send('POST genai/chats/', { name: 'Early', llmBlueprintId: draft })).body.id;
  await follow(await send('POST genai/chatPrompts/', prompt({ chatId })), { key: owner.token });
  expect((await send(`PATCH genai/llmBlueprints/${draft}/`, { llmSettings: { temperature: 1 } })).status).toBe(200);
  await expectRefused(409, [['POST genai/chatPrompts/', prompt({ chatId }), 'Begin a new one with POST genai/chats/']]);
  const made = await send('POST genai/vectorDatabases/', { datasetId: await someDocuments(owner.token), useCaseId });
  await follow(made, { key: owner.token });
  const empty = (await send('POST genai/llmBlueprints/', { playgroundId, name: 'Empty' })).body.id;
  const metadataFilter = { team: { $like: 'garage' } };
  const operator = 'there is no operator "$like"';
  await expectRefused(422, [
    ['POST genai/comparisonPrompts/', prompt({ llmBlueprintIds: [draft] }), 'PATCH it with isSaved true'],
    ['POST genai/chatPrompts/', prompt({ llmBlueprintId: saved, metadataFilter }), operator],
    ['POST genai/comparisonPrompts/', prompt({ llmBlueprintIds: [saved], metadataFilter }), operator],
    [`POST genai/vectorDatabases/${made.body.id}/search/`, { query: 'tyre', metadataFilter }, operator],
    ['POST genai/customModelVersions/', { llmBlueprintId: empty }, 'PATCH its llmId first'],
  ]);
});
