import { afterAll, beforeAll, expect, test } from 'vitest';
import { type FakeLlm, startLlm } from '../../conformance/providers/index.ts';
import { inBrowser } from './in-browser.ts';
import { beginStory, type Story } from './story.ts';

const DOCUMENTS = [
  'document,document_file_path,team,year',
  '"Flour, water, salt and yeast are kneaded into dough and baked into bread",bread.txt,kitchen,2020',
  '"A flat tyre of a bicycle is repaired with glue and a patch, then pumped up",tyre.txt,garage,2021',
  '"The chain of a bicycle is cleaned and oiled so that its gears run smoothly",chain.txt,garage,2024',
  '"Wages are paid at the end of the month after tax is taken off",wage.txt,office,2023',
].join('\n');
const QUESTION = 'How do I repair a flat tyre?';

/** From documents to an answer that cites them, compared and counted; each step begins where the last one ended. */
inBrowser('generative AI', () => {
  let llm: FakeLlm;
  let story: Story;
  let playground = '';

  beforeAll(async () => {
    llm = await startLlm();
    story = await beginStory({
      ALMANAC_LLM_BASE_URL: llm.url,
      ALMANAC_LLM_MODELS: 'fake/echo,fake/broken',
      ALMANAC_LLM_CALL_LIMIT: '50',
    });
  }, 120_000);

  afterAll(async () => {
    await story?.end();
    await llm?.close();
  }, 60_000);

  const button = (name: string) => story.page.getByRole('button', { name, exact: true });
  const choose = async (label: string, option: string) => {
    await story.page.getByRole('combobox', { name: label }).click();
    await story.page.getByRole('option', { name: option }).click();
  };
  async function act(action: string, of: string): Promise<void> {
    await button(`Actions for ${of}`).click();
    await story.page.getByRole('menuitem', { name: action }).click();
  }

  test('the models of the installation are listed, and a service is added whose key is never shown again', async () => {
    const { page } = story;
    await story.open('/llms', 'Language models');
    await page.getByText('fake/echo').waitFor();
    await button('Add service').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Name' }).fill('House');
    await dialog.getByLabel('Address').fill(llm.url);
    await dialog.getByLabel('Key', { exact: true }).fill('sk-hush-hush');
    await dialog.getByRole('combobox', { name: 'Models' }).fill('house/small');
    await page.keyboard.press('Enter');
    await story.expectNoBarriers();
    await dialog.getByRole('button', { name: 'Add service' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('cell', { name: 'stored' }).waitFor();
    expect(await page.content()).not.toContain('sk-hush-hush');
  });

  test('a vector database is built from a dataset, within bounds, with its progress', async () => {
    const { page } = story;
    await page.goto(`${story.almanac.url}/datasets`);
    await page.locator('input[type=file]').setInputFiles({
      name: 'handbook.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(DOCUMENTS),
    });
    await page.getByText('handbook.csv is ready.').waitFor();
    await story.open('/vector-databases', 'Vector databases');
    await button('Create the first one').click();
    await page.getByRole('textbox', { name: 'Name' }).fill('Handbook');
    await choose('Dataset', 'handbook.csv');
    await page.getByLabel('Longest piece (tokens)').fill('128');
    await page.getByText('128 to 512').waitFor();
    await story.expectNoBarriers();
    await button('Create').click();
    await story.heading('Handbook');
    await page.getByText('ready', { exact: true }).first().waitFor();
  });

  test('a search is tried, with scores, and narrowed by metadata', async () => {
    const { page } = story;
    await page.getByLabel('Question').fill(QUESTION);
    await button('Search').click();
    const found = page.getByRole('list', { name: 'Pieces found' }).getByRole('listitem');
    await found.first().getByText('tyre.txt').waitFor();
    await button('Add a condition on metadata').click();
    await choose('Column of condition 1', 'year');
    await choose('Comparison of condition 1', 'is at least');
    await page.getByLabel('Value of condition 1').fill('2023');
    await button('Search').click();
    await page.getByText('tyre.txt').waitFor({ state: 'detached' });
    await found.getByText('chain.txt').waitFor();
    expect(await found.count()).toBe(2);
    await story.expectNoBarriers();
  });

  test('a blueprint is made in a new playground', async () => {
    const { page } = story;
    await story.open('/playgrounds', 'Playgrounds');
    await button('Create the first playground').click();
    await page.getByRole('textbox', { name: 'Name' }).fill('House questions');
    await page.getByRole('dialog').getByRole('button', { name: 'Create playground' }).click();
    await story.heading('House questions');
    playground = new URL(page.url()).pathname;
    await button('Create the first one').click();
    await page.getByRole('textbox', { name: 'Name' }).fill('With the handbook');
    await choose('Model', 'echo (fake)');
    await page.getByLabel('System prompt').fill('Answer from the documents.');
    await choose('Vector database', 'Handbook');
    await page.getByLabel('Pieces per prompt').fill('2');
    await story.expectNoBarriers();
    await page.getByRole('dialog').getByRole('button', { name: 'Create', exact: true }).click();
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
  });

  test('a chat answers with sources, which open, and is judged', async () => {
    const { page } = story;
    await page.getByLabel('Your question').fill(QUESTION);
    await page.keyboard.press('Enter');
    const thread = page.getByRole('list', { name: 'Conversation' });
    await thread.getByText('repaired with glue').waitFor();
    await thread.getByText(/tokens in .* out/).waitFor();
    await page.getByRole('list', { name: 'Sources' }).getByRole('button', { name: '[1] tyre.txt' }).click();
    await page
      .getByRole('dialog')
      .getByRole('row', { name: /Similarity/ })
      .waitFor();
    await page.getByRole('dialog').getByRole('row', { name: 'year 2021' }).waitFor();
    await story.expectNoBarriers();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    await button('Good answer').click();
    await page.getByRole('button', { name: 'Good answer', pressed: true }).waitFor();
    await page.getByLabel('Your question').fill('And the chain?');
    await page.keyboard.press('Enter');
    await thread.getByText('And the chain?').first().waitFor();
    await page.getByText('tokens in').nth(1).waitFor();
    await page.reload();
    await page.getByText('tokens in').nth(1).waitFor();
    await story.expectNoBarriers();
  });

  test('saved blueprints are asked side by side, and what fails says why', async () => {
    const { page } = story;
    await act('Copy', 'With the handbook');
    await page.getByText('With the handbook (copy)').waitFor();
    await act('Edit', 'With the handbook (copy)');
    await page.getByRole('textbox', { name: 'Name' }).fill('Broken');
    await choose('Model', 'broken (fake)');
    await button('Save').click();
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    for (const name of ['With the handbook', 'Broken']) await act('Save as it is', name);
    await page.getByText('saved', { exact: true }).nth(1).waitFor();
    await page.getByRole('tab', { name: 'Compare' }).click();
    await page.getByLabel('Question for all of them').fill('When are wages paid?');
    await button('Ask').click();
    await page.getByRole('article', { name: 'With the handbook' }).getByText('end of the month').waitFor();
    await page.getByRole('article', { name: 'Broken' }).getByRole('alert', { name: 'No answer' }).waitFor();
    expect(new URL(page.url()).searchParams.get('view')).toBe('compare');
    await story.expectNoBarriers();
  });

  test('usage counts the calls that completed, against the ceiling', async () => {
    const { page } = story;
    await story.open('/usage', 'Usage');
    await page.getByText('3 of 50').first().waitFor();
    await page.getByRole('region', { name: 'Generative AI by person' }).getByText('1 (no limit)').waitFor();
    await story.expectNoBarriers();
    await story.open('/', 'Welcome, ada');
    await page.getByText('3 of 50').waitFor();
    await story.expectNoBarriers();
  });

  test.for([
    ['/playgrounds', 'Playgrounds'],
    ['/vector-databases', 'Vector databases'],
    ['/llms', 'Language models'],
  ] as const)('%s has no serious barrier once it is filled', async ([path, name]) => {
    await story.open(path, name);
    await story.expectNoBarriers();
  });

  test('a playground is deleted, and nothing broke on the way', async () => {
    await story.open(playground, 'House questions');
    await act('Delete', 'House questions');
    await button('Delete the playground').click();
    await story.page.getByText('No playgrounds yet').waitFor();
    expect(story.wrong).toEqual([]);
  });
});
