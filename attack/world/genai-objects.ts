import { idIn } from './client.ts';
import type { Making } from './world-types.ts';

export const DOCUMENTS =
  'document,document_file_path,team\nBread is baked in an oven,bread.txt,kitchen\nA flat tyre is patched,tyre.txt,garage\n';

/** A playground and what belongs to it, in a use case of its own. */
export async function makeGenaiObjects({ people: { owner }, things, step, share }: Making): Promise<void> {
  const useCaseId = await step(
    'a use case',
    async () => (await owner.make('POST', '/api/v2/useCases/', { name: 'Words' })).id,
  );
  if (useCaseId === undefined) return;
  things.put('useCaseId', useCaseId);
  const genai = '/api/v2/genai/';
  const made = (name: string, path: string, body: () => object) =>
    step(name, async () => things.put(name, (await owner.make('POST', `${genai}${path}/`, body())).id));
  await made('playgroundId', 'playgrounds', () => ({ name: 'First', useCaseId }));
  const playgroundId = things.get('playgroundId');
  await made('llmBlueprintId', 'llmBlueprints', () => ({ playgroundId, name: 'Plain', llmId: 'fake-echo' }));
  await made('chatId', 'chats', () => ({ name: 'Talk', llmBlueprintId: things.get('llmBlueprintId') }));
  await made('comparisonChatId', 'comparisonChats', () => ({ name: 'Both', playgroundId }));
  await step('a prompt', async () => {
    const json = { text: 'Hello', chatId: things.get('chatId') };
    const started = await owner.send('POST', `${genai}chatPrompts/`, json);
    things.put('statusId', idIn(new URL(started.headers.location ?? '').pathname), '/genai/status/');
    things.put('chatPromptId', idIn(await owner.follow(started)));
  });
  await step('a vector database', async () => {
    const path = await owner.follow(await owner.upload('/api/v2/datasets/fromFile/', 'documents.csv', DOCUMENTS));
    const { datasetId } = await owner.make('GET', path);
    const started = await owner.send('POST', `${genai}vectorDatabases/`, { datasetId, useCaseId });
    things.put('vectorDatabaseId', idIn(await owner.follow(started)));
  });
  await share(`/api/v2/useCases/${useCaseId}/`);
}
