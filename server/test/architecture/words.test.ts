import { expect, test } from 'vitest';
import { isForTests, isSource, repositoryFiles, textOf } from './source-files.ts';

/** Words that were ours, and the word of the field that replaced them. Matched as whole words of identifiers, file names and prose. */
const retiredWords: Readonly<Record<string, string>> = {
  lamp: 'health status',
  lamps: 'health statuses',
  harvest: 'aggregate',
  absorb: 'ingest',
  absorbed: 'ingested',
  doom: 'tombstone',
  doomed: 'deleted',
  lend: 'materialise',
  lent: 'materialised',
  crew: 'job runner',
  gang: 'thread team',
  twin: 'reference kernel',
  twins: 'duplicates, reference kernels',
  laws: 'common checks',
  specimen: 'sample',
  specimens: 'samples',
  stranger: 'user of another organization',
  strangers: 'isolation',
  houses: 'housing',
  tally: 'usage record',
  wish: 'options, request',
  wishes: 'options',
  manner: 'retry policy',
  manners: 'behavior',
  honoured: 'supported',
  reopened: 'change set',
};

/** Retired in identifiers and file names; fine as English. */
const retiredInIdentifiers: Readonly<Record<string, string>> = {
  asked: 'options, requested',
  told: 'notified, reported',
  facts: 'metadata',
  judge: 'evaluate',
  judged: 'evaluated',
  widen: 'recalibrate',
  narrow: 'revoke',
  wider: 'expand',
  demand: 'require',
  room: 'module, capacity',
  rooms: 'modules',
  door: 'public interface',
  verb: 'service function',
  house: 'code base, housing',
};

/** Retired in prose too, where they stand for a part of the code. */
const retiredInProse: readonly RegExp[] = [
  /\bkept rows?\b/i,
  /\bdirect way\b/i,
  /\bexpress lane\b/i,
  /\bhot models?\b/i,
  /\bheld places\b/i,
  /\b(the|every|this|other|a) verbs?\b/i,
  /\b(the|of the|every) house\b(?! price)/i,
  /\b(this|other|every|all|any) rooms?\b/i,
  /\bthe door of\b/i,
];

/** Retired names of several words, as camelCase or kebab-case. */
const retiredPhrases: readonly string[] = [
  'kept rows',
  'kept row',
  'fold rows',
  'cut rows',
  'held places',
  'in force everywhere',
  'direct way',
  'express lane',
  'answer anywhere',
  'hot model',
  'hot models',
  'short frame',
  'not honoured',
  'taken back',
  'side by side',
  'in turn',
  'one at a time',
  'let in',
  'made models',
  'model bundle',
];

/** Sentences of pages, errors and documents that the field says otherwise. */
const retiredSentences: readonly string[] = [
  'Models behind an address',
  'From an address',
  'Bring a table',
  'Or take a dataset',
  'Does time matter',
  'Rows in the order of a date',
  'Time does not matter',
  'Rows are shared out',
  'cannot be shared out',
  'that tells series apart',
  'is not the axis of one series',
  'How thoroughly',
  'How much of the machine',
  'the usual one',
  'all there are',
  'How it was aimed',
  'Part of the past',
  'tells little',
  'waits for a target',
  'Median of the five best',
  'Put the worst first',
  'of the errors shown',
  'Why it answers so',
  'owes to each feature',
  'Said positive',
  'Was positive',
  'Ask the model',
  'Report what happened',
  'whatever became of them',
  'Make one up where it is missing',
  'Keep the rows',
  'of any number',
  'starts anew',
  'a Drive with its directory',
  'sites and drives of a tenant',
  'Look every',
  'Believe it for',
  'bytes that are no text',
  'is no URL',
];

/** Names that the API or stored data keep, whatever word they are made of. */
const keptNames: readonly string[] = [
  'ALMANAC_KEPT_ROWS_DAYS',
  'ALMANAC_HOT_MODEL_BYTES',
  // a method of kysely
  'narrowType',
  'monitoring_lamps',
  'lamp:',
  'kept-rows/',
  // the key of a lock that servers of earlier releases take too
  "'kept rows '",
  'monitoring.fold-rows',
  'absorbed_at',
  // parameters of TSB models in stored recipes; a function of the kernels
  'alphaDemand',
  'widenPairs',
];

const inScope = (file: string): boolean =>
  (isSource(file) || file.endsWith('.md') || file === 'spec/openapi.json') && !file.endsWith('words.test.ts');

const splitWords = (name: string): string[] =>
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(' ');

/** What retired words a text holds, each once. */
function retiredIn(whole: string): string[] {
  const text = keptNames.reduce((left, name) => left.replaceAll(name, ''), whole);
  const found = new Set<string>();
  for (const [token] of text.matchAll(/[A-Za-z]+/g)) {
    const words = splitWords(token);
    for (const word of words) {
      if (Object.hasOwn(retiredWords, word)) found.add(`${token}: say ${retiredWords[word]}`);
      if (words.length > 1 && Object.hasOwn(retiredInIdentifiers, word))
        found.add(`${token}: say ${retiredInIdentifiers[word]}`);
    }
  }
  const spaced = text
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .replaceAll('-', ' ');
  for (const phrase of retiredPhrases) if (camelOrKebab(phrase).test(text)) found.add(phrase);
  for (const words of retiredInProse) if (words.test(text)) found.add(String(words));
  for (const sentence of retiredSentences) if (spaced.includes(sentence.toLowerCase())) found.add(sentence);
  return [...found];
}

/** The phrase as a name: `keptRows`, `KeptRows`, `kept-rows`, `KEPT_ROWS`. */
const camelOrKebab = (phrase: string): RegExp => {
  const words = phrase.split(' ');
  const camel = words.map((word, at) => (at === 0 ? word : `${word[0]?.toUpperCase()}${word.slice(1)}`)).join('');
  return new RegExp(
    `\\b${camel}|${camel[0]?.toUpperCase()}${camel.slice(1)}|${words.join('-')}|${words.join('_').toUpperCase()}`,
  );
};

/** Functions are named by what they do, not by what was done: `openModel`, not `opened`. Created and Accepted are HTTP's words; ignored is said of a schema, like optional. */
const participles = /^(?:export )?(?:async )?(?:function\*? (\w+)|const (\w+) = (?:async )?(?:<[^>]*>)?\()/gm;
const isParticiple = (name: string): boolean =>
  /^(sent|told|taken|made|kept|held|given|found|said|seen|known|written|shown|drawn|[a-z]{2,}[a-df-z]ed)$/.test(name) &&
  !['embed', 'created', 'accepted', 'ignored'].includes(name);

test('the words are those of the field', () => {
  const wrong = repositoryFiles
    .filter(inScope)
    .flatMap((file) => [...retiredIn(file), ...retiredIn(textOf(file))].map((word) => `${file}: ${word}`));
  expect(wrong).toEqual([]);
});

test('functions are named in the imperative', () => {
  const wrong = repositoryFiles
    .filter(
      (file) => /^(server|engine|console)\/src\//.test(file) && isSource(file) && !isForTests(file) && inScope(file),
    )
    .flatMap((file) =>
      [...textOf(file).matchAll(participles)]
        .map(([, fn, arrow]) => fn ?? arrow ?? '')
        .filter(isParticiple)
        .map((name) => `${file}: ${name}()`),
    );
  expect(wrong).toEqual([]);
});
