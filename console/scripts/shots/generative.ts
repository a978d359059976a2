import { datasetCalls } from '../../src/api/datasets.ts';
import { type BlueprintText, chatCalls, playgroundCalls, vectorDatabaseCalls } from '../../src/api/generative.ts';
import { useCaseCalls } from '../../src/api/use-cases.ts';
import { type Camera, sendFrom } from './camera.ts';

const DOCUMENTS = [
  'document,document_file_path,team,year',
  '"Flour, water, salt and yeast are kneaded into dough and baked into bread in a hot oven",bread.txt,kitchen,2020',
  '"Butter, sugar, eggs and flour are stirred and baked into a sweet cake",cake.txt,kitchen,2024',
  '"A flat tyre of a bicycle is repaired with glue and a patch, then pumped up with air",tyre.txt,garage,2021',
  '"The chain of a bicycle is cleaned and oiled so that its gears run smoothly",chain.txt,garage,2024',
  '"Wages are paid at the end of the month after tax and insurance are taken off",wage.txt,office,2023',
].join('\n');

const plain: BlueprintText = {
  name: 'Plain',
  description: '',
  llmId: 'fake-echo',
  llmSettings: {},
  promptType: 'CHAT_HISTORY_AWARE',
  vectorDatabaseId: null,
  vectorDatabaseSettings: null,
};

/** Playgrounds, vector databases and models. */
export async function shootGenerative({ page, open, shoot }: Camera): Promise<void> {
  await open('/playgrounds');
  await shoot('playgrounds-empty');
  const { catalogId: datasetId } = await sendFrom(page, datasetCalls.upload('handbook.csv'), DOCUMENTS);
  await open(`/datasets/${datasetId}`);
  await page.getByText('5 rows').waitFor();
  const { id: useCaseId } = await sendFrom(page, useCaseCalls.create({ name: 'Handbook', description: '' }));
  const wanted = { datasetId, useCaseId, name: 'Handbook' };
  const { id: vectorDatabaseId } = await sendFrom(page, vectorDatabaseCalls.create(wanted));
  await open(`/vector-databases/${vectorDatabaseId}`);
  await page.getByLabel('Question').fill('How do I repair a flat tyre?');
  await page.getByRole('button', { name: 'Search' }).click();
  await page.getByRole('list', { name: 'Pieces found' }).waitFor();
  await shoot('vector-database', true);
  await open('/vector-databases');
  await shoot('vector-databases');

  const text = { name: 'Product questions', description: 'What customers ask', useCaseId };
  const { id } = await sendFrom(page, playgroundCalls.create(text));
  const cited = { vectorDatabaseId, vectorDatabaseSettings: { maxDocumentsRetrievedPerPrompt: 2 } };
  const make = (blueprint: BlueprintText) => sendFrom(page, playgroundCalls.createBlueprint(id, blueprint));
  const made = [await make({ ...plain, ...cited, name: 'With the handbook' }), await make(plain)];
  for (const one of made) await sendFrom(page, playgroundCalls.changeBlueprint(one.id, { isSaved: true }));
  const name = 'How do I repair a flat tyre?';
  const chat = await sendFrom(page, chatCalls.create(made[0]?.id ?? '', name));
  await sendFrom(page, chatCalls.prompt(chat.id, name));
  await open(`/playgrounds/${id}?chat=${chat.id}`);
  await page.getByRole('list', { name: 'Sources' }).waitFor();
  await shoot('playground', true);
  await page.getByRole('button', { name: 'Create blueprint' }).click();
  await shoot('blueprint');
  await open(`/playgrounds/${id}?view=compare`);
  await page.getByLabel('Question for all of them').fill('When are wages paid?');
  await page.keyboard.press('Enter');
  await page.getByText('tokens in').nth(1).waitFor();
  await shoot('compare', true);
  for (const part of ['playgrounds', 'llms']) {
    await open(`/${part}`);
    await shoot(part);
  }
}
