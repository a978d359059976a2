import { expect, test } from 'vitest';
import { playgroundApp } from '../playgrounds.fixtures.ts';

const { ask, person, someone, finished } = await playgroundApp();
const { key, useCaseId, playgroundId, blueprintId } = await someone();
const API = '/api/v2/genai/';
const post = async (path: string, body: object) => (await ask(`POST ${API}${path}`, { key, body })).body;

const chatId = (await post('chats/', { name: 'Talk', llmBlueprintId: blueprintId })).id;
const asking = await ask(`POST ${API}chatPrompts/`, { key, body: { text: 'hi', chatId } });
const promptId = (await finished(asking, key)).body.id;
const savedBlueprintId = (await post('llmBlueprints/', { playgroundId, name: 'Saved', llmId: 'fake-echo' })).id;
await ask(`PATCH ${API}llmBlueprints/${savedBlueprintId}/`, { key, body: { isSaved: true } });
const comparisonChatId = (await post('comparisonChats/', { name: 'Both', playgroundId })).id;
const comparing = await ask(`POST ${API}comparisonPrompts/`, {
  key,
  body: { llmBlueprintIds: [savedBlueprintId], text: 'hi', comparisonChatId },
});
const comparisonId = (await finished(comparing, key)).body.id;

const THINGS = [
  `playgrounds/${playgroundId}/`,
  `llmBlueprints/${blueprintId}/`,
  `chats/${chatId}/`,
  `chatPrompts/${promptId}/`,
  `comparisonChats/${comparisonChatId}/`,
  `comparisonPrompts/${comparisonId}/`,
];
const LISTS = [
  `llmBlueprints/?playgroundId=${playgroundId}`,
  `chats/?llmBlueprintId=${blueprintId}`,
  `chatPrompts/?chatId=${chatId}`,
  `chatPrompts/?playgroundId=${playgroundId}`,
  `comparisonChats/?playgroundId=${playgroundId}`,
  `comparisonPrompts/?comparisonChatId=${comparisonChatId}`,
];
const NEW: readonly (readonly [string, object])[] = [
  ['playgrounds/', { name: 'x', useCaseId }],
  ['llmBlueprints/', { name: 'x', playgroundId }],
  ['llmBlueprints/fromLLMBlueprint/', { name: 'x', llmBlueprintId: blueprintId }],
  ['llmBlueprints/fromChatPrompt/', { name: 'x', chatPromptId: promptId }],
  ['chats/', { name: 'x', llmBlueprintId: blueprintId }],
  ['chatPrompts/', { text: 'x', llmBlueprintId: blueprintId }],
  ['chatPrompts/', { text: 'x', chatId }],
  ['comparisonChats/', { name: 'x', playgroundId }],
  ['comparisonPrompts/', { text: 'x', llmBlueprintIds: [savedBlueprintId] }],
  ['customModelVersions/', { llmBlueprintId: blueprintId }],
];
const change = (path: string) =>
  path.startsWith('chatPrompts/')
    ? { customMetrics: [] }
    : path.startsWith('comparisonPrompts/')
      ? { additionalLLMBlueprintIds: [savedBlueprintId] }
      : { name: 'x' };

test.each([
  ['somebody else of the organization', { role: 'user' }],
  ['an administrator of another organization', { organization: 'Elsewhere', role: 'admin' }],
] as const)('404: to %s nothing of it exists, and no refusal tells what it lies in', async (_, who) => {
  const outsider = (await person(who)).key;
  for (const path of THINGS) {
    for (const method of ['GET', 'PATCH', 'DELETE']) {
      const body = method === 'PATCH' ? { body: change(path) } : {};
      const { status, text } = await ask(`${method} ${API}${path}`, { key: outsider, ...body });
      expect([method, path, status]).toEqual([method, path, 404]);
      if (!path.startsWith('playgrounds/')) expect(text).not.toContain(playgroundId);
    }
  }
  for (const path of LISTS)
    expect([path, (await ask(`GET ${API}${path}`, { key: outsider })).status]).toEqual([path, 404]);
  for (const [path, body] of NEW)
    expect([path, (await ask(`POST ${API}${path}`, { key: outsider, body })).status]).toEqual([path, 404]);
  for (const list of ['playgrounds', 'llmBlueprints', 'chats', 'chatPrompts', 'comparisonChats', 'comparisonPrompts'])
    expect((await ask(`GET ${API}${list}/`, { key: outsider })).body).toMatchObject({ totalCount: 0, data: [] });
});

test('403: whoever may look at the use case may look at everything in it, and change nothing; judging is not changing', async () => {
  const reader = await person();
  const roles = [{ role: 'CONSUMER', shareRecipientType: 'user', id: reader.id }];
  const shared = { key, body: { operation: 'updateRoles', roles } };
  expect((await ask(`PATCH /api/v2/useCases/${useCaseId}/sharedRoles/`, shared)).status).toBe(204);
  const as = { key: reader.key };
  for (const path of THINGS) {
    expect([path, (await ask(`GET ${API}${path}`, as)).status]).toEqual([path, 200]);
    expect([path, (await ask(`PATCH ${API}${path}`, { ...as, body: change(path) })).status]).toEqual([path, 403]);
    expect([path, (await ask(`DELETE ${API}${path}`, as)).status]).toEqual([path, 403]);
  }
  for (const [path, body] of NEW)
    expect([path, (await ask(`POST ${API}${path}`, { ...as, body })).status]).toEqual([path, 403]);
  const opinion = { feedbackMetadata: { feedback: '0' } };
  const judged = await ask(`PATCH ${API}chatPrompts/${promptId}/`, { ...as, body: opinion });
  expect(judged.body.resultMetadata.feedbackResult.negativeUserIds).toEqual([reader.id]);
});

test('422: a filter that is none is refused before anything is asked', async () => {
  const metadataFilter = { team: { $like: 'k%' } };
  for (const [path, body] of [
    ['chatPrompts/', { text: 'x', llmBlueprintId: blueprintId, metadataFilter }],
    ['comparisonPrompts/', { text: 'x', llmBlueprintIds: [savedBlueprintId], metadataFilter }],
  ] as const) {
    const refused = await ask(`POST ${API}${path}`, { key, body });
    expect([refused.status, refused.body.detail]).toEqual([422, expect.stringContaining('$like')]);
  }
});
