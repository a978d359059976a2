import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Client } from '../client.ts';
import type { Step, Story } from '../story.ts';

const GUIDES = join(import.meta.dirname, '..', '..', 'docs', 'guides');
const QUESTION = 'How do I upload a zip of pdf and docx documents?';

interface Citation {
  readonly text: string;
  readonly source: string;
  readonly similarityScore: number;
}
type Named = Readonly<Record<string, string>>;

/** Nothing is downloaded: the built-in embedder learns from the texts themselves. */
export const askDocuments: Step = {
  title: 'Documents: the guides of Almanac become a vector database, and a question finds its sources',
  async run(story) {
    const { client, say, tell } = story;
    const useCase = await client.call<Named>('POST /api/v2/useCases/', { name: 'Handbook' });
    const form = new FormData();
    form.set('file', new Blob([await guides()]), 'guides.jsonl');
    const dataset = await client.follow(await client.raw('POST /api/v2/datasets/fromFile/', form), say);
    const { datasetId } = await client.call<Named>(`GET ${dataset}`);
    const asked = JSON.stringify({ datasetId, useCaseId: useCase.id, name: 'Handbook' });
    const started = await client.raw('POST /api/v2/genai/vectorDatabases/', asked, JSON_TYPE);
    const made = await client.call<Named>(`GET ${await client.follow(started, say)}`);
    tell(`${made.chunksCount} chunks, embedded by ${made.embeddingModel}. Asked: ${QUESTION}`);
    const { citations } = await client.call<{ citations: readonly Citation[] }>(
      `POST /api/v2/genai/vectorDatabases/${made.id}/search/`,
      { query: QUESTION, vectorDatabaseSettings: { maxDocumentsRetrievedPerPrompt: 3 } },
    );
    for (const { source, similarityScore, text } of citations)
      tell(`${source} (${similarityScore.toFixed(2)}): ${sentenceFor(text)}`);
    await answered(story, useCase.id ?? '', made.id ?? '');
    story.addresses.push({ what: 'vector database', address: `${client.url}/vector-databases/${made.id}` });
  },
};

const wordsOf = (text: string): readonly string[] => text.toLowerCase().match(/[a-z]{4,}/g) ?? [];

/** A chunk is long: the line of it that has most words of the question. */
function sentenceFor(text: string): string {
  const asked = new Set(wordsOf(QUESTION));
  const shared = (line: string) => new Set(wordsOf(line).filter((word) => asked.has(word))).size;
  const [best = ''] = text.split('\n').sort((one, other) => shared(other) - shared(one));
  return best.trim().slice(0, 140);
}

const JSON_TYPE = { 'content-type': 'application/json' };

async function guides(): Promise<string> {
  const names = (await readdir(GUIDES)).filter((name) => name.endsWith('.md')).sort();
  const rows = names.map(async (name) => ({
    document: await readFile(join(GUIDES, name), 'utf8'),
    document_file_path: name,
  }));
  return (await Promise.all(rows)).map((row) => `${JSON.stringify(row)}\n`).join('');
}

/** An answer takes a language model, and the demonstration brings none. */
async function answered({ client, say, tell }: Story, useCaseId: string, vectorDatabaseId: string): Promise<void> {
  const llmId = await aModel(client);
  if (llmId === undefined)
    return tell('No language model is configured, so none answers from them: set ALMANAC_LLM_BASE_URL to have one.');
  const playground = await client.call<Named>('POST /api/v2/genai/playgrounds/', { name: 'Handbook', useCaseId });
  const blueprint = await client.call<Named>('POST /api/v2/genai/llmBlueprints/', {
    playgroundId: playground.id,
    name: 'Answers from the guides',
    llmId,
    vectorDatabaseId,
    vectorDatabaseSettings: { maxDocumentsRetrievedPerPrompt: 3 },
  });
  const prompt = JSON.stringify({ text: QUESTION, llmBlueprintId: blueprint.id });
  const started = await client.raw('POST /api/v2/genai/chatPrompts/', prompt, JSON_TYPE);
  const { resultText, executionStatus, resultMetadata } = await client.call<{
    resultText: string | null;
    executionStatus: string;
    resultMetadata: { errorMessage: string | null } | null;
  }>(`GET ${await client.follow(started, say)}`);
  const said = resultText ?? resultMetadata?.errorMessage ?? '';
  tell(`${llmId}, ${executionStatus}: ${said.replaceAll(/\s+/g, ' ').slice(0, 300)}`);
}

async function aModel(client: Client): Promise<string | undefined> {
  const { data } = await client.call<{ data: readonly { llmId: string; isActive: boolean }[] }>(
    'GET /api/v2/genai/llmgw/catalog/',
  );
  return data.find(({ isActive }) => isActive)?.llmId;
}
