import { calendarCalls } from '../../src/api/calendars.ts';
import { datasetCalls } from '../../src/api/datasets.ts';
import { recipeCalls } from '../../src/api/recipes.ts';
import { useCaseCalls } from '../../src/api/use-cases.ts';
import { type Camera, sendFrom } from './camera.ts';

const STORES = ['Lyon', 'Porto', 'Ghent', 'Turin'];
const DAYS = 180;

/** Half a year of four bakeries: a week's rhythm, a few gaps. */
const sales = [
  'date,city,price,pieces,promotion,weather',
  ...STORES.flatMap((city, store) =>
    Array.from({ length: DAYS }, (_, day) => {
      const date = new Date(Date.UTC(2026, 0, 1 + day)).toISOString().slice(0, 10);
      const price = (2.4 + store * 0.35 + Math.sin(day / 20) * 0.3).toFixed(2);
      const pieces = Math.round(80 + store * 20 + 25 * Math.sin((day * 2 * Math.PI) / 7) + ((day * 37) % 23));
      const weather = day % 17 === 0 ? '' : ['sun', 'rain', 'clouds'][(day + store) % 3];
      return [date, city, price, day % 41 === 0 ? '' : pieces, day % 12 === 0, weather].join(',');
    }),
  ),
].join('\n');

const steps = [
  {
    directive: 'filter',
    arguments: {
      conditions: [{ column: 'pieces', function: 'notnull', functionArguments: [] }],
      keepRows: true,
      operator: 'and',
    },
  },
  { directive: 'compute-new', arguments: { expression: 'price * pieces', newFeatureName: 'revenue' } },
];
const misspelt = {
  directive: 'aggregate',
  arguments: { groupBy: ['town', 'weather'], aggregations: [{ feature: 'revenue', functions: ['sum', 'avg'] }] },
};

/** Datasets, recipes and use cases: empty, then with something in them. */
export async function shootData({ page, open, shoot }: Camera): Promise<void> {
  const ready = (name: string) => page.getByRole('row', { name }).getByText('ready').waitFor();
  const histogram = () => page.getByRole('img', { name: /^Histogram/ }).waitFor();
  await open('/datasets');
  await page.getByText('No datasets yet').waitFor();
  await shoot('datasets-empty');

  const made = await sendFrom(page, datasetCalls.upload('bakeries.csv'), sales);
  await sendFrom(page, datasetCalls.upload('holidays.csv'), 'date,name\n2026-01-01,New Year\n2026-05-01,Labour Day\n');
  await open('/datasets');
  await ready('bakeries.csv');
  await ready('holidays.csv');
  await shoot('datasets');
  await open(`/datasets/${made.catalogId}?feature=pieces`);
  await histogram();
  await shoot('dataset-profile', true);
  await open(`/datasets/${made.catalogId}?tab=rows`);
  await page.getByRole('region', { name: 'Rows', exact: true }).getByText('Lyon').first().waitFor();
  await shoot('dataset-rows');

  const { recipeId } = await sendFrom(page, recipeCalls.fromDataset(made.catalogId));
  await sendFrom(page, recipeCalls.change(recipeId, { name: 'Revenue of the bakeries' }));
  await sendFrom(page, recipeCalls.setOperations(recipeId, steps));
  await open(`/recipes/${recipeId}`);
  await page.getByRole('columnheader', { name: 'revenue' }).waitFor();
  await shoot('recipe');
  await page.getByRole('button', { name: 'Change which rows' }).click();
  await page.getByRole('dialog').getByText('Publishing keeps').waitFor();
  await shoot('recipe-sampling');
  await open(`/recipes/${recipeId}?tab=insights&feature=revenue`);
  await histogram();
  await shoot('recipe-insights', true);
  await sendFrom(page, recipeCalls.setOperations(recipeId, [...steps, misspelt]));
  await open(`/recipes/${recipeId}`);
  await page.getByRole('alert', { name: 'Step 3 cannot be done' }).waitFor();
  await shoot('recipe-step-error');
  await page.getByRole('button', { name: 'Actions for step 3, Group and aggregate' }).click();
  await page.getByRole('menuitem', { name: 'Edit' }).click();
  await page.getByRole('dialog').getByText('Group by').waitFor();
  await shoot('recipe-step-form');
  await sendFrom(page, recipeCalls.setOperations(recipeId, steps));
  await open('/recipes');
  await shoot('recipes');

  const span = { startDate: '2022-01-01', endDate: '2028-12-31' };
  await sendFrom(page, calendarCalls.fromCountry({ countryCode: 'FR', ...span }));
  await sendFrom(page, calendarCalls.fromCountry({ countryCode: 'PT', ...span, name: 'Shops in Portugal' }));
  const called = (name: string) => page.getByRole('link', { name });
  while ((await called('France holidays').count()) + (await called('Shops in Portugal').count()) < 2) {
    await open('/calendars');
    await page.getByRole('region', { name: 'Calendars' }).or(page.getByText('No calendars yet')).waitFor();
  }
  await shoot('calendars');
  await called('France holidays').click();
  await page.getByRole('region', { name: 'Events' }).waitFor();
  await shoot('calendar');

  const text = { name: 'Bakeries', description: 'How many pieces to bake tomorrow' };
  const useCase = await sendFrom(page, useCaseCalls.create(text));
  await sendFrom(page, useCaseCalls.link(useCase.id, 'datasets', made.catalogId));
  await sendFrom(page, useCaseCalls.link(useCase.id, 'recipes', recipeId));
  await open('/use-cases');
  await page.getByRole('link', { name: 'Bakeries' }).waitFor();
  await shoot('use-cases');
  await open(`/use-cases/${useCase.id}`);
  await page.getByRole('link', { name: 'bakeries.csv' }).waitFor();
  await shoot('use-case');
}
