import type { Maker, World } from './world-types.ts';

const AT = '/api/v2/genai/';

export async function makeGenaiObjects({ make }: Maker, { useCaseId, documentsId }: World): Promise<World> {
  const idOf = async (path: string, body: object) => (await make(`POST ${AT}${path}`, body)).body.id;
  const playgroundId = await idOf('playgrounds/', { name: 'First', useCaseId });
  const vectorDatabaseId = await idOf('vectorDatabases/', { useCaseId, datasetId: documentsId, name: 'Papers' });
  const llmBlueprintId = await idOf('llmBlueprints/', { playgroundId, name: 'Plain', llmId: 'fake-echo' });
  const chatId = await idOf('chats/', { name: 'Talk', llmBlueprintId });
  const chatPromptId = await idOf('chatPrompts/', { text: 'hi', chatId });
  const saved = await idOf('llmBlueprints/', { playgroundId, name: 'Saved', llmId: 'fake-echo' });
  await make(`PATCH ${AT}llmBlueprints/${saved}/`, { isSaved: true });
  const comparisonChatId = await idOf('comparisonChats/', { name: 'Both', playgroundId });
  const compared = { llmBlueprintIds: [saved], text: 'hi', comparisonChatId };
  const version = (await make(`POST ${AT}customModelVersions/`, { llmBlueprintId: saved })).body;
  return {
    ...{ playgroundId, vectorDatabaseId, llmBlueprintId, chatId, chatPromptId, comparisonChatId },
    llmId: 'fake-echo',
    savedBlueprintId: saved,
    comparisonPromptId: await idOf('comparisonPrompts/', compared),
    customModelVersionId: version.id,
    customModelId: version.customModelId ?? version.customModel?.id,
  };
}
