/**
 * How often what was looked for is among the ten pieces found, with the built-in embedder and words together. There is no
 * question set among the shared datasets. The texts are those that lie here: the READMEs of the installed packages, cut
 * as a vector database cuts them. The question is the line each package describes itself with; the line itself is taken
 * out of its README, so that the words of others have to find it.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { lexicalIndex } from '../../engine/src/index.ts';
import { buildIndex } from '../../server/src/genai/vector-databases/building/build-index.ts';
import { CachedIndex } from '../../server/src/genai/vector-databases/search/cached-index.ts';
import type { Search } from '../../server/src/genai/vector-databases/search/chunks.ts';
import { round } from '../measure.ts';
import { record } from '../record.ts';

const PACKAGES = join(import.meta.dirname, '..', '..', 'node_modules');
const SHORTEST = { readme: 1000, words: 5 };
const AT = [1, 3, 10];

interface Item {
  readonly name: string;
  readonly question: string;
  readonly text: string;
}

const folders = readdirSync(PACKAGES, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.') && entry.name !== '@almanac')
  .flatMap(({ name }) =>
    name.startsWith('@') ? readdirSync(join(PACKAGES, name)).map((one) => join(name, one)) : [name],
  );

const squeezed = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();

function itemOf(name: string): Item[] {
  const folder = join(PACKAGES, name);
  const readme = readdirSync(folder).find((file) => /^readme(\.md|\.markdown)?$/i.test(file));
  if (readme === undefined) return [];
  const { description = '' } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
    description?: string;
  };
  const question = squeezed(description);
  const needle = question.toLowerCase().replace(/\.$/, '');
  const lines = readFileSync(join(folder, readme), 'utf8').split('\n');
  const text = lines.filter((line) => !squeezed(line).toLowerCase().includes(needle)).join('\n');
  return text.length < SHORTEST.readme || question.split(' ').length < SHORTEST.words ? [] : [{ name, question, text }];
}

/** Parts of one project describe themselves with one line: only lines that name one package are questions. */
const all = folders.flatMap(itemOf);
const times = new Map<string, number>();
for (const { question } of all) times.set(question, (times.get(question) ?? 0) + 1);
const asked = all.filter(({ question }) => times.get(question) === 1);

const chunking = {
  custom: false,
  size: 256,
  overlapPercentage: 0,
  separators: ['\n\n', '\n', ' ', ''],
  isRegex: false,
};
const documents = all.map(({ name, text }) => ({ text, source: name, metadata: {} }));
const made = buildIndex({ documents, chunking, isLocal: true, mostChunks: 1_000_000 });
if (made.local === null) throw new Error('No vectors were made.');
const index = new CachedIndex({ lines: made.lines, ...made.local });
const chunks = Buffer.from(made.lines)
  .toString()
  .trimEnd()
  .split('\n')
  .map((line) => JSON.parse(line) as { text: string; source: string });
const words = lexicalIndex(chunks.map(({ text }) => text));

const plain = { vector: null, most: 10, diversity: null, withNeighbours: false, filter: null, readable: null };
const ways: readonly { id: string; what: string; find(query: string): (string | null)[] }[] = [
  {
    id: 'hybrid',
    what: 'words and vectors together, as vector databases search',
    find: (query) => index.search({ query, ...plain } satisfies Search).map(({ source }) => source),
  },
  {
    id: 'words',
    what: 'words alone',
    find: (query) => words.search(query, 10).map(({ row }) => chunks[row]?.source ?? null),
  },
];

const seen = {
  ...{ documents: all.length, chunks: made.count, questions: asked.length },
  recalls: ways.flatMap(({ id, what, find }) => {
    const found = asked.map(({ name, question }) => find(question).indexOf(name));
    const recallAt = (at: number) => found.filter((place) => place >= 0 && place < at).length / asked.length;
    return AT.map((at) => ({ id, what, at, recall: round(recallAt(at), 3) }));
  }),
};
record({
  title: 'Recall of retrieval with the built-in embedder',
  work: { documents: seen.documents, chunks: seen.chunks, questions: seen.questions },
  note: 'No question set was given: the texts are READMEs of installed packages, each asked for by the line it describes itself with. Such questions share words with their texts, which suits words more than vectors.',
  figures: seen.recalls.map(({ id, what, at, recall }) => ({
    id: `${id}-${at}`,
    what: `Recall@${at}, ${what}`,
    value: recall,
    unit: '',
  })),
});
