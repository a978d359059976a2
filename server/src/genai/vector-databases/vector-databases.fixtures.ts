import { upload } from '../../projects/projects.fixtures.ts';
import { type PlaygroundApp, playgroundApp } from '../playgrounds.fixtures.ts';

export const VECTOR_DATABASES = '/api/v2/genai/vectorDatabases/';

const TOPICS = [
  [
    'bread.txt',
    'Flour, water, salt and yeast are kneaded into dough and baked into bread in a hot oven',
    'kitchen',
    2020,
  ],
  ['cake.txt', 'Butter, sugar, eggs and flour are stirred and baked into a sweet cake in the oven', 'kitchen', 2024],
  ['tyre.txt', 'A flat tyre of a bicycle is repaired with glue and a patch, then pumped up with air', 'garage', 2021],
  ['chain.txt', 'The chain of a bicycle is cleaned and oiled so that its gears run smoothly', 'garage', 2024],
  ['tax.txt', 'Income is declared to the tax office every year, with receipts for expenses', 'office', 2022],
  ['wage.txt', 'Wages are paid at the end of the month after tax and insurance are taken off', 'office', 2023],
] as const;

export const documentsCsv = (): string =>
  `document,document_file_path,team,year\n${TOPICS.map(([path, text, team, year]) => `"${text}",${path},${team},${year}`).join('\n')}\n`;

export interface VectorApp extends PlaygroundApp {
  dataset(key: string, content?: string | Buffer, name?: string): Promise<string>;
  /** Made and finished. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
  vectorDatabase(key: string, body: object): Promise<any>;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
  prompt(key: string, body: object): Promise<any>;
}

export async function vectorApp(
  settings: Readonly<Record<string, string>> = {},
  elsewhere: { readonly databaseUrl?: string } = {},
): Promise<VectorApp> {
  const app = await playgroundApp(settings, elsewhere);
  const { ask, finished } = app;
  return {
    ...app,
    async dataset(key, content = documentsCsv(), name = 'documents.csv') {
      const { body, headers } = upload({}, { name, content });
      const started = await ask('POST /api/v2/datasets/fromFile/', { key, body, headers });
      return (await finished(started, key)).body.datasetId;
    },
    async vectorDatabase(key, body) {
      return (await finished(await ask(`POST ${VECTOR_DATABASES}`, { key, body }), key)).body;
    },
    async prompt(key, body) {
      return (await finished(await ask('POST /api/v2/genai/chatPrompts/', { key, body }), key)).body;
    },
  };
}
