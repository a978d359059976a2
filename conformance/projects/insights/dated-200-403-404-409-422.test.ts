import { beforeAll, describe, expect, test } from 'vitest';
import { type CallOptions, call, refusalOf } from '../../support/call.ts';
import { follow } from '../../support/follow.ts';
import { aPerson } from '../../support/people.ts';
import { housingCsv } from '../housing.ts';
import { shopsCsv } from '../shops.ts';
import { computed, manualProject, trainedModel } from '../trained.ts';

const PATIENCE_MS = 300_000;
const NOTHING = '65f000000000000000000001';
let options: CallOptions;
const get = (path: string) => call('GET', path, options);
const post = (path: string, json: object = {}) => call('POST', path, { ...options, json });
const refusals = async (paths: readonly string[]) => {
  const told: Record<string, string> = {};
  for (const path of paths) told[path] = refusalOf(await get(path));
  return told;
};
const all = (paths: readonly string[], refusal: string) => Object.fromEntries(paths.map((path) => [path, refusal]));
/** The same work asked for twice before any of it begins; answers the first. */
async function begunOnce(project: string, ask: () => ReturnType<typeof call>) {
  const workers = (workerCount: number) => call('PATCH', project, { ...options, json: { workerCount } });
  await workers(0);
  const begun = await ask();
  expect(begun.status, begun.text).toBe(202);
  expect(refusalOf(await ask())).toBe('422 projects.job_already_added');
  await workers(-1);
  return begun;
}

beforeAll(async () => {
  options = { key: (await aPerson()).token };
});

describe('series', () => {
  let path: string;
  let modelId: string;
  let model: string;
  let calendar: string;

  beforeAll(async () => {
    const form = new FormData();
    form.append('file', new Blob(['Date,Event\n2022-04-15,Good Friday\n']), 'events.csv');
    const made = await follow(await call('POST', '/api/v2/calendars/fileUpload/', { ...options, body: form }), options);
    calendar = made.path ?? '';
    const aim = {
      ...{ target: 'sales', datetimePartitionColumn: 'date', multiseriesIdColumns: ['store'] },
      ...{ useTimeSeries: true, cvMethod: 'datetime', numberOfBacktests: 2, calendarId: calendar.split('/').at(-2) },
      ...{ featureDerivationWindowStart: -14, featureDerivationWindowEnd: 0 },
      ...{ forecastWindowStart: 1, forecastWindowEnd: 3 },
    };
    path = await manualProject(shopsCsv(3, 120), aim, options);
    modelId = await trainedModel(path, /ridge|linear/i, options, 'datetimeModels');
    model = `${path}datetimeModels/${modelId}/`;
  }, PATIENCE_MS);

  test('409: a calendar that a project uses stays', async () => {
    const kept = await call('DELETE', calendar, options);
    expect([refusalOf(kept), kept.body.message]).toEqual([
      '409 calendars.used',
      expect.stringContaining(path.split('/').at(-2) ?? '?'),
    ]);
  });

  test('200, 202: what was derived, what was not, and what groups series', async () => {
    const { body } = await get(`${path}timeSeriesFeatureLog/?limit=2`);
    expect([body.featureLog.split('\n')[0], body.count]).toEqual(['Time step: 1 DAY', 2]);
    const file = await get(`${path}timeSeriesFeatureLog/file/`);
    expect(file.text.trimEnd().split('\n')).toHaveLength(body.totalLogLines);
    expect((await get(`${path}discardedFeatures/`)).body).toMatchObject({ count: 0, features: [] });
    const columns = { datetimePartitionColumn: 'date', multiseriesIdColumn: 'store' };
    const asked = { ...columns, crossSeriesGroupByColumns: ['promotion'] };
    const { path: found = '' } = await follow(await post(`${path}crossSeriesProperties/`, asked), options);
    expect((await get(found)).body).toMatchObject({
      multiseriesId: 'store',
      crossSeriesGroupByColumns: [{ name: 'promotion', isEligible: false }],
    });
  });

  test('201, 422: a list of derived features; its name is given once', async () => {
    const lists = (await get(`${path}modelingFeaturelists/`)).body.data;
    const json = { name: 'Mine', features: lists[0].features };
    const made = await post(`${path}modelingFeaturelists/`, json);
    expect([made.status, made.body.name, made.body.features]).toEqual([201, 'Mine', lists[0].features]);
    expect(refusalOf(await post(`${path}modelingFeaturelists/`, json))).toBe('422 projects.featurelist_name_taken');
  });

  test(
    '202, 200: prediction intervals of the sizes that were computed',
    async () => {
      const intervals = `${path}models/${modelId}/predictionIntervals/`;
      const made = await computed(await post(intervals, { percentiles: [50, 80] }), options);
      expect((await get(made)).body.data).toEqual([80, 50]);
    },
    PATIENCE_MS,
  );

  test('404, 403: plots that are not computed, not scored, or of a locked holdout', async () => {
    const plots = ['accuracyOverTimePlots/', 'accuracyOverTimePlots/preview/', 'forecastVsActualPlots/'].concat(
      'forecastVsActualPlots/preview/',
    );
    const of = (query: string) => plots.map((plot) => `${model}${plot}?${query}`);
    expect(await refusals(of('backtest=holdout'))).toEqual(all(of('backtest=holdout'), '403 insights.holdout_locked'));
    expect(await refusals(of('backtest=1'))).toEqual(all(of('backtest=1'), '404 insights.not_scored'));
    const dense = ['accuracyOverTimePlots/?forecastDistance=1', 'accuracyOverTimePlots/preview/?forecastDistance=1']
      .concat('forecastVsActualPlots/')
      .map((plot) => model + plot);
    expect(await refusals(dense)).toEqual(all(dense, '404 insights.not_computed'));
    expect(refusalOf(await post(`${model}datetimeTrendPlots/`, { backtest: 'holdout' }))).toBe(
      '403 insights.holdout_locked',
    );
    expect(refusalOf(await post(`${model}datetimeTrendPlots/`, { backtest: 1 }))).toBe('404 insights.not_scored');
  });

  test(
    '202, 200: plots over time, and how stable the model is',
    async () => {
      await computed(await begunOnce(path, () => post(`${model}datetimeTrendPlots/`)), options);
      const { body } = await get(`${model}forecastVsActualPlots/`);
      expect(body.forecastDistances).toEqual([1, 2, 3]);
      const preview = (await get(`${model}forecastVsActualPlots/preview/`)).body;
      expect(preview.bins[0]).toMatchObject({ actual: expect.any(Number), predicted: expect.any(Number) });
      const distances = (await get(`${model}forecastDistanceStabilityPlot/`)).body.forecastDistancePlotData;
      expect(distances.map((one: { forecastDistance: number }) => one.forecastDistance)).toEqual([1, 2, 3]);
      const backtests = (await get(`${model}backtestStabilityPlot/`)).body.backtestPlotData;
      expect(backtests).toMatchObject([
        { backtestIndex: 0, score: expect.any(Number) },
        { backtestIndex: 1, score: null },
      ]);
    },
    PATIENCE_MS,
  );

  test(
    '404, 202, 200, 403: accuracy of each series',
    async () => {
      const scores = `${model}multiseriesScores/`;
      expect(refusalOf(await get(scores))).toBe('404 insights.not_computed');
      await computed(await begunOnce(path, () => post(scores)), options);
      expect((await get(scores)).body.data).toHaveLength(3);
      expect(refusalOf(await get(`${scores}?orderBy=holdoutScore`))).toBe('403 insights.holdout_locked');
    },
    PATIENCE_MS,
  );

  test(
    '202, 200, 403, 404, 422: effects on one backtest',
    async () => {
      const effects = `${model}featureEffects/`;
      const holdout = { backtestIndex: 'holdout' };
      expect(refusalOf(await post(effects, holdout))).toBe('403 insights.holdout_locked');
      expect(refusalOf(await get(`${effects}?backtestIndex=holdout`))).toBe('403 insights.holdout_locked');
      const begun = await begunOnce(path, () => post(effects, { backtestIndex: 0 }));
      expect((await get(await computed(begun, options))).body).toMatchObject({ backtestIndex: '0', modelId });
    },
    PATIENCE_MS,
  );

  test(
    '202, 404, 422: trained again, frozen, and scored on every backtest',
    async () => {
      const list = { featurelistId: NOTHING };
      const [blueprint] = (await get(`${path}blueprints/`)).body;
      const models = `${path}datetimeModels/`;
      const unknown = '404 projects.no_such_featurelist';
      expect(refusalOf(await post(models, { blueprintId: blueprint.id, ...list }))).toBe(unknown);
      expect(refusalOf(await post(`${models}fromModel/`, { modelId, ...list }))).toBe(unknown);
      expect(refusalOf(await post(`${models}fromModel/`, { modelId: NOTHING }))).toBe('404 projects.no_such_model');
      const again = await begunOnce(path, () => post(models, { blueprintId: blueprint.id, trainingRowCount: 60 }));
      await computed(again, options);
      const freeze = () => post(`${path}frozenDatetimeModels/`, { modelId, trainingRowCount: 60 });
      const frozen = await get(await computed(await begunOnce(path, freeze), options));
      expect(frozen.body).toMatchObject({ isFrozen: true, parentModelId: modelId });
      const score = () => call('POST', `${model}backtests/`, options);
      await computed(await begunOnce(path, score), options);
      const dates = { trainingStartDate: '2022-01-01T00:00:00Z', trainingEndDate: '2022-05-01T00:00:00Z' };
      const whole = await computed(await post(`${path}frozenDatetimeModels/`, { modelId, ...dates }), options);
      const judged = await call('POST', `${whole}backtests/`, options);
      expect([refusalOf(judged), judged.body.message]).toEqual([
        '422 projects.judged_already',
        expect.stringContaining('Its scores are in its record'),
      ]);
    },
    PATIENCE_MS,
  );
});

describe('rows with dates', () => {
  /** One house a day. */
  const dated = () =>
    housingCsv()
      .split('\n')
      .map((line, at) => {
        const day = new Date(Date.UTC(2021, 0, at)).toISOString().slice(0, 10);
        return line === '' ? line : `${at === 0 ? 'day' : day},${line}`;
      })
      .join('\n');
  const aim = { datetimePartitionColumn: 'day', cvMethod: 'datetime', numberOfBacktests: 1 };

  test(
    '404, 202, 200, 422: numbers are plotted once that was computed, and have no forecast distances',
    async () => {
      const path = await manualProject(dated(), { ...aim, target: 'price' }, options);
      const model = `${path}datetimeModels/${await trainedModel(path, /ridge|elastic/i, options, 'datetimeModels')}/`;
      const plots = ['accuracyOverTimePlots/', 'accuracyOverTimePlots/preview/', 'forecastVsActualPlots/preview/'].map(
        (plot) => model + plot,
      );
      expect(await refusals(plots)).toEqual(all(plots, '404 insights.not_computed'));
      await computed(await post(`${model}datetimeTrendPlots/`), options);
      expect(await refusals(plots)).toEqual(all(plots, '200 undefined'));
      const forecasts = ['forecastVsActualPlots/', 'forecastVsActualPlots/metadata/'].map((plot) => model + plot);
      expect(await refusals(forecasts)).toEqual(all(forecasts, '422 insights.not_for_task'));
    },
    PATIENCE_MS,
  );

  test(
    '404, 202, 200, 403, 422: classes with dates have effects, and no plots over time',
    async () => {
      const path = await manualProject(dated(), { ...aim, target: 'town' }, options);
      const modelId = await trainedModel(path, /logistic|elastic/i, options, 'datetimeModels');
      const model = `${path}datetimeModels/${modelId}/`;
      const plots = ['accuracyOverTimePlots/', 'forecastVsActualPlots/'].flatMap((plot) =>
        ['', 'metadata/', 'preview/'].map((rest) => `${model}${plot}${rest}`),
      );
      expect(await refusals(plots)).toEqual(all(plots, '422 insights.not_for_task'));
      expect(refusalOf(await post(`${model}datetimeTrendPlots/`))).toBe('422 insights.not_for_task');
      const effects = `${model}featureEffects/`;
      expect(refusalOf(await post(effects, { backtestIndex: 0 }))).toBe('422 insights.not_for_task');

      const classes = `${model}multiclassFeatureEffects/`;
      const none = await get(classes);
      expect([refusalOf(none), none.body.message]).toEqual([
        '404 insights.no_class_effects',
        expect.stringContaining('POST multiclassFeatureEffects/ to compute it'),
      ]);
      const holdout = { backtestIndex: 'holdout' };
      expect(refusalOf(await get(`${classes}?backtestIndex=holdout`))).toBe('403 insights.holdout_locked');
      for (const route of [classes, classes.replace('/datetimeModels/', '/models/')])
        expect(refusalOf(await post(route, holdout))).toBe('403 insights.holdout_locked');
      const begun = await begunOnce(path, () => post(classes, { features: ['size'] }));
      const { data } = (await get(await computed(begun, options))).body;
      expect(data.map((one: { class: string }) => one.class)).toEqual(['Lima', 'Oslo', 'Rome']);
    },
    PATIENCE_MS,
  );

  test(
    '404: without dates there are no backtests',
    async () => {
      const path = await manualProject(housingCsv(), { target: 'town' }, options);
      const model = `${path}datetimeModels/${await trainedModel(path, /logistic|elastic/i, options)}/`;
      const paths = ['featureEffects/', 'multiclassFeatureEffects/'].map((one) => `${model}${one}?backtestIndex=0`);
      expect(await refusals(paths)).toEqual(all(paths, '404 projects.not_dated'));
      const classes = await post(`${model}multiclassFeatureEffects/`, { backtestIndex: 0 });
      expect(refusalOf(classes)).toBe('404 projects.not_dated');
    },
    PATIENCE_MS,
  );
});
