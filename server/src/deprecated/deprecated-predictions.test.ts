import { gzipSync } from 'node:zlib';
import { afterAll, describe, expect, test } from 'vitest';
import { aTrainedModel, deploymentsApp } from '../deployments/served-models.fixtures.ts';

const app = await deploymentsApp({ ALMANAC_RELEASE: '6.1', ALMANAC_UPGRADED: 'true' });
afterAll(() => app.stopWorker());
const { key, username } = await app.person({ organization: 'One' });
const outsider = await app.person({ organization: 'Two' });
const [housing, shops] = [await aTrainedModel(app, key, 'binary'), await aTrainedModel(app, key, 'series')];
const ROWS = 'size,colour,rooms,price,kind\n45,red,2,65000,flat\n170,blue,5,170000,villa\n';
const TOMORROW = 'date,store,promotion,sales\n2024-04-01,shop 1,0,\n2024-04-02,shop 1,1,\n';
const CSV = { 'content-type': 'text/csv; charset=utf8' };
const of = ({ projectId, modelId }: typeof housing, word: string) =>
  `POST /predApi/v1.0/${projectId}/${modelId}/${word}`;
const send = (line: string, body: unknown = ROWS, headers: Record<string, string> = CSV) =>
  app.ask(line, { key, body, headers });

describe('rows of a leaderboard', () => {
  test('predict: the current answer without what only deployments have', async () => {
    const reply = await send(of(housing, 'predict'));
    expect(reply.status).toBe(200);
    expect(reply.headers).toMatchObject({
      deprecation: 'true',
      'link-template': expect.stringContaining('/predictions'),
    });
    expect(Number(reply.headers['x-datarobot-execution-time'])).toBeGreaterThanOrEqual(0);
    expect(reply.body.data.map(({ rowId, prediction }: never) => [rowId, prediction])).toEqual([
      [0, 'yes'],
      [1, 'no'],
    ]);
    expect(Object.keys(reply.body.data[0])).toEqual(
      expect.not.arrayContaining(['deploymentApprovalStatus', 'predictionExplanations']),
    );
    const form = '--e\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\n';
    const sent = await send(of(housing, 'predict'), `${form}${ROWS}\r\n--e--\r\n`, {
      'content-type': 'multipart/form-data; boundary=e',
    });
    expect(sent.body).toEqual(reply.body);
    const zipped = await send(of(housing, 'predict'), gzipSync(ROWS), { ...CSV, 'content-encoding': 'gzip' });
    expect(zipped.body).toEqual(reply.body);
  });

  test.each(['reasonCodesPredictions', 'predictionExplanations'])('%s: three reasons unless said', async (word) => {
    const reasons = async (query: string) =>
      (await send(`${of(housing, word)}${query}`)).body.data[0].predictionExplanations.length;
    expect(await reasons('')).toBe(3);
    expect(await reasons('?maxCodes=1')).toBe(1);
  });

  test('version 1: its own shape, with the token of Basic credentials', async () => {
    const line = `POST /api/v1/${housing.projectId}/${housing.modelId}/predict`;
    const reply = await app.ask(line, { basic: [username, key], body: ROWS, headers: CSV });
    expect(reply.body).toMatchObject({ code: 200, version: 'v1', model_id: housing.modelId, task: 'Binary' });
    expect(reply.body.predictions[0]).toMatchObject({ row_id: 0, prediction: 'yes' });
    const { yes, no } = reply.body.predictions[0].class_probabilities;
    expect(yes + no).toBeCloseTo(1, 9);
    const models = await app.ask(`GET /api/v1/${housing.projectId}/models`, { key });
    expect(models.body).toEqual([expect.objectContaining({ id: housing.modelId, project_id: housing.projectId })]);
    expect(models.headers.link).toContain('/api/v2/projects/');
  });

  test('404 for others and for models that are not there; 422 for series; 400 for columns that are missing', async () => {
    const theirs = await app.ask(of(housing, 'predict'), { key: outsider.key, body: ROWS, headers: CSV });
    expect(theirs.status).toBe(404);
    expect((await send(of({ ...housing, modelId: '0'.repeat(24) }, 'predict'))).status).toBe(404);
    expect((await send(of(housing, 'timeSeriesPredict'))).status).toBe(422);
    const missing = await send(of(housing, 'predict'), 'size\n45\n');
    expect([missing.status, missing.body.message]).toEqual([expect.any(Number), expect.stringContaining('colour')]);
    expect(missing.status).toBeLessThan(500);
  });
});

test.each(['timeSeriesPredict', 'timeSeriesPredictions'])('series of a leaderboard: %s', async (word) => {
  const reply = await send(`${of(shops, word)}?forecastPoint=2024-03-31T00:00:00Z`, TOMORROW);
  expect(reply.body.data?.[0] ?? reply.body).toMatchObject({ seriesId: 'shop 1', forecastDistance: 1 });
});

describe('deployments', async () => {
  const deployed = async ({ modelId }: typeof housing) => {
    const body = { modelId, label: 'Old', defaultPredictionServerId: undefined };
    return (await app.finished(await app.ask('POST /api/v2/deployments/fromLeaderboard/', { key, body }), key)).body.id;
  };
  const [ofHousing, ofShops] = [await deployed(housing), await deployed(shops)];

  test('explanations and forecasts have their old names', async () => {
    const why = await send(`POST /predApi/v1.0/deployments/${ofHousing}/predictionExplanations`);
    expect(why.body.data[0].predictionExplanations).toHaveLength(3);
    expect(why.headers.deprecation).toBe('true');
    const forecasts = `POST /predApi/v1.0/deployments/${ofShops}/timeSeriesPredictions`;
    expect((await send(forecasts, TOMORROW)).body.data[0]).toMatchObject({ seriesId: 'shop 1' });
    expect((await send(`POST /predApi/v1.0/deployments/${ofHousing}/timeSeriesPredictions`)).status).toBe(422);
  });
});
