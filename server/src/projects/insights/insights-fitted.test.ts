import { afterAll, beforeAll, expect, test } from 'vitest';
import { projectsApp, upload } from '../projects.fixtures.ts';

let app: Awaited<ReturnType<typeof projectsApp>>;
let key: string;
/** Reviews with a score, and the same with three classes; each with a linear and a boosted model. */
let scores: Project;
let moods: Project;

interface Project {
  readonly path: string;
  readonly linear: string;
  readonly boosted: string;
}

/** The score follows the price (missing in every tenth row) and the word after "very". */
function reviewsCsv(target: 'score' | 'mood', rows = 180): string {
  const lines = [`note,price,town,${target}`];
  for (let i = 0; i < rows; i++) {
    const word = ['good', 'bad', 'plain'][(i * 7) % 3] as string;
    const price = i % 10 === 3 ? '' : String((i * 37) % 50);
    const town = ['north', 'south', 'west'][(i * 11) % 4] ?? '';
    const score = (word === 'good' ? 20 : word === 'bad' ? -20 : 0) + Number(price || 25) + ((i * 13) % 5);
    lines.push(
      `the room number ${i} was very ${word} and quiet,${price},${town},${target === 'score' ? score : word === 'plain' ? 'calm' : word === 'good' ? 'glad' : 'sad'}`,
    );
  }
  return `${lines.join('\n')}\n`;
}

async function project(target: 'score' | 'mood', linear: string): Promise<Project> {
  const file = upload({}, { name: 'reviews.csv', content: reviewsCsv(target) });
  const { id } = (await app.finished(await app.ask('POST /api/v2/projects/', { key, ...file }), key)).body;
  const path = `/api/v2/projects/${id}/`;
  await app.finished(await app.ask(`PATCH ${path}aim/`, { key, body: { target, mode: 'manual' } }), key);
  const models = new Map<string, string>();
  for (const { id: blueprintId } of (await app.ask(`GET ${path}blueprints/`, { key })).body) {
    const { blueprint } = (await app.ask(`GET ${path}blueprints/${blueprintId}/json/`, { key })).body;
    if (![linear, 'gbdt'].includes(blueprint.id)) continue;
    const trained = await app.finished(await app.ask(`POST ${path}models/`, { key, body: { blueprintId } }), key);
    models.set(blueprint.id, trained.body.id);
  }
  return { path, linear: models.get(linear) ?? '', boosted: models.get('gbdt') ?? '' };
}

beforeAll(async () => {
  app = await projectsApp();
  key = (await app.person()).key;
  scores = await project('score', 'elastic-net');
  moods = await project('mood', 'logistic');
}, 300_000);
afterAll(() => app.stopWorker());

const get = (of: Project, path: string) => app.ask(`GET ${of.path}${path}`, { key });
const post = (of: Project, path: string, body: object = {}) => app.ask(`POST ${of.path}${path}`, { key, body });

test('200, 404: the coefficients of a linear model; other models have none', async () => {
  const { parameters, derivedFeatures } = (await get(scores, `models/${scores.linear}/parameters/`)).body;
  expect(parameters).toEqual([
    { name: 'Intercept', value: expect.any(Number) },
    { name: 'Link function', value: 'identity' },
  ]);
  const of = (name: string) =>
    derivedFeatures.find(({ derivedFeature }: { derivedFeature: string }) => derivedFeature === name);
  expect(of('price').coefficient).toBeGreaterThan(0.5);
  expect(of('note: very good').coefficient).toBeGreaterThan(0);
  expect(of('note: very bad').coefficient).toBeLessThan(0);
  const classes = (await get(moods, `models/${moods.linear}/parameters/`)).body;
  expect(classes.parameters.map(({ name }: { name: string }) => name)).toContain('Intercept (glad)');
  expect(classes.derivedFeatures[0].stageCoefficients.map(({ stage }: { stage: string }) => stage)).toEqual([
    'calm',
    'glad',
    'sad',
  ]);
  const none = await get(scores, `models/${scores.boosted}/parameters/`);
  expect([none.status, none.body.code]).toEqual([404, 'insights.no_parameters']);
  expect((await get(scores, 'models/none/parameters/')).status).toBe(404);
});

test('200, 404: the words that matter; trees have no word cloud', async () => {
  const { ngrams } = (await get(scores, `models/${scores.linear}/wordCloud/`)).body;
  const of = (name: string) => ngrams.find(({ ngram }: { ngram: string }) => ngram === name);
  expect(of('very good').coefficient).toBeGreaterThan(0);
  expect(of('very bad').coefficient).toBeLessThan(0);
  expect([of('very good').class, of('very good').variable]).toEqual([null, 'note']);
  expect(Math.max(...ngrams.map(({ coefficient }: { coefficient: number }) => Math.abs(coefficient)))).toBe(1);
  const byClass = (await get(moods, `models/${moods.linear}/wordCloud/?excludeStopWords=true`)).body.ngrams;
  const glad = byClass.find((one: { ngram: string; class: string }) => one.ngram === 'good' && one.class === 'glad');
  expect(glad.coefficient).toBeGreaterThan(0);
  expect(byClass.some(({ isStopword }: { isStopword: boolean }) => isStopword)).toBe(false);
  expect((await get(scores, `models/${scores.boosted}/wordCloud/`)).status).toBe(404);
});

test('200: missing values of the training rows, and what each model does with them', async () => {
  const { missingValuesReport } = (await get(scores, `models/${scores.linear}/missingReport/`)).body;
  const rows = (await get(scores, `models/${scores.linear}/`)).body.trainingRowCount;
  expect(missingValuesReport[0]).toMatchObject({ feature: 'town', type: 'Categorical' });
  const price = missingValuesReport.find(({ feature }: { feature: string }) => feature === 'price');
  expect(price.missingPercentage).toBeCloseTo(price.missingCount / rows, 12);
  expect(price.missingCount).toBeGreaterThan(5);
  expect(Object.values<{ descriptions: string[] }>(price.tasks)[0]?.descriptions).toEqual([
    expect.stringMatching(/^Imputed value: \d/),
    'Missing indicator was treated as feature',
  ]);
  const trees = (await get(scores, `models/${scores.boosted}/missingReport/`)).body.missingValuesReport;
  expect(Object.values<{ descriptions: string[] }>(trees[0].tasks)[0]?.descriptions[0]).toContain('branch');
});

test('200, 404: rounds of boosting', async () => {
  const { data, modelId } = (await get(scores, `models/${scores.boosted}/numIterationsTrained/`)).body;
  expect(modelId).toBe(scores.boosted);
  expect(data).toEqual([{ stage: null, numIterations: expect.any(Number) }]);
  expect(data[0].numIterations).toBeGreaterThan(10);
  expect((await get(scores, `models/${scores.linear}/numIterationsTrained/`)).status).toBe(404);
});

test('capabilities tell which models have coefficients and word clouds', async () => {
  const of = async (id: string) => (await get(scores, `models/${id}/supportedCapabilities/`)).body;
  expect(await of(scores.linear)).toMatchObject({ hasWordCloud: true, hasParameters: true });
  expect(await of(scores.boosted)).toMatchObject({ hasWordCloud: false, hasParameters: false });
});

test('404, 200, 422: feature impact by class comes with feature impact', async () => {
  const path = `models/${moods.linear}/multiclassFeatureImpact/`;
  expect((await get(moods, path)).status).toBe(404);
  await app.finished(await post(moods, `models/${moods.linear}/featureImpact/`), key);
  const { classFeatureImpacts } = (await get(moods, path)).body;
  expect(classFeatureImpacts.map((one: { class: string }) => one.class)).toEqual(['calm', 'glad', 'sad']);
  for (const { featureImpacts } of classFeatureImpacts) {
    expect(featureImpacts[0]).toMatchObject({ featureName: 'note', impactNormalized: 1, redundantWith: null });
    expect(featureImpacts).toHaveLength(3);
  }
  expect((await get(scores, `models/${scores.linear}/multiclassFeatureImpact/`)).status).toBe(422);
  expect((await post(moods, `models/${moods.linear}/featureImpact/`)).status).toBe(422);
}, 60_000);

test('202, 422: explanations for the rows of the project, without a locked holdout', async () => {
  const { featurelistId } = (await get(scores, `models/${scores.linear}/`)).body;
  const body = { modelId: scores.linear, datasetId: featurelistId, maxExplanations: 2 };
  const path = 'predictionExplanationsOnTrainingData/';
  const made = (await app.finished(await post(scores, path, body), key)).body;
  expect(made, JSON.stringify(made)).toMatchObject({ totalCount: 144 });
  const [record] = (await get(scores, 'predictionExplanationsRecords/')).body.data;
  expect(record).toMatchObject({ id: made.id, datasetId: featurelistId, source: 'training', numColumns: 4 });
  expect(made.data[0].predictionExplanations[0].feature).toMatch(/^(note|price)$/);
  const other = await post(scores, path, { ...body, datasetId: '65f000000000000000000001' });
  expect(other.body.errors.datasetId).toContain('feature list');
  expect((await post(scores, path, { ...body, datetimePredictionPartition: '0' })).status).toBe(422);
  await app.ask(`PATCH ${scores.path}`, { key, body: { holdoutUnlocked: true } });
  expect((await app.finished(await post(scores, path, body), key)).body.totalCount).toBe(180);
}, 120_000);
