import { beforeAll, describe, expect, inject, test } from 'vitest';
import { aPerson } from '../support/people.ts';
import { hasPython, LAST_OF_VERSION_2, PYTHON_VERSIONS, type PythonClient, pythonClient } from './python-client.ts';

/** Whole leaderboards are trained meanwhile. */
const PATIENCE_MS = 1_800_000;
const VERSIONS = { 'version-2': LAST_OF_VERSION_2, ...PYTHON_VERSIONS };
const python = await hasPython();
if (!python) console.warn('SKIPPED: the official Python client needs python3 with venv (Debian: python3-venv).');

describe.skipIf(!python).concurrent.each(Object.entries(VERSIONS))(
  'projects, official Python client, %s',
  (name, packages) => {
    const old = name === 'version-2';
    let client: PythonClient;
    let env: Record<string, string>;
    beforeAll(async () => {
      client = await pythonClient(`python-${name}`, packages);
      const [person, other] = [await aPerson(), await aPerson()];
      env = {
        ENDPOINT: `${inject('target').url}/api/v2`,
        TOKEN: person.token,
        OTHER_TOKEN: other.token,
        OTHER_USERNAME: other.username,
      };
    });

    test(
      'many series, from a file to a forecast with intervals',
      async () => {
        expect(await client.scenario('project_series', env)).toEqual({
          made: ['Shops', 'aim', 'sales.csv'],
          preview: [2, 2, ['store'], true],
          frame: true,
          aimed: ['sales', 'modeling', 'Regression', true],
          status: true,
          final: [2, 360, 1],
          models: [true, true],
          datetimeModels: [true, 2, 7, 'DAY'],
          ...(old ? {} : { records: [true, true, true], all: true, top: true }),
          recommended: ['Recommended for Deployment', 'DatetimeModel', true],
          recommendations: true,
          holdoutHidden: true,
          holdoutSeen: true,
          names: ['shop 0', 'shop 1', 'shop 2'],
          modeling: true,
          lists: true,
          dataset: [201, 4, true],
          predictions: [
            ...['forecast_distance', 'forecast_point', 'original_format_timestamp', 'prediction'],
            ...[
              'prediction_interval_lower_bound',
              'prediction_interval_upper_bound',
              'row_id',
              'series_id',
              'timestamp',
            ],
          ],
          forecast: [21, ['shop 0', 'shop 1', 'shop 2'], [1, 2, 3, 4, 5, 6, 7], true, true],
          close: true,
          kept: [1, true, 80, 21],
          calendarUsed: [true],
        });
      },
      PATIENCE_MS,
    );

    test(
      'a number, two classes and three classes, from a file, from memory and from the catalog',
      async () => {
        expect(await client.scenario('project_tables', env)).toEqual({
          features: {
            size: ['Numeric', 100, 0],
            age: ['Numeric', 40, 0],
            town: ['Categorical', 3, 0],
            price: ['Numeric', 253, 0],
          },
          feature: [99, 3],
          metrics: true,
          lists: ['Informative Features', 'Raw Features'],
          mine: [['price', 'size', 'town'], 'fewer'],
          wrong: [422, true],
          regression: ['Regression', 'RMSE', 'random', 3],
          sorted: true,
          columns: ['prediction', 'row_id'],
          rows: [20, true],
          binary: ['Binary', 'LogLoss', 'yes', 'data.csv'],
          twoColumns: expect.arrayContaining(['class_no', 'class_yes', 'positive_probability', 'prediction', 'row_id']),
          twoRows: [20, true, true],
          multiclass: ['Multiclass', 'LogLoss', true],
          threeColumns: ['class_large', 'class_middle', 'class_small', 'prediction', 'row_id'],
          threeRows: true,
          used: [true],
          listed: ['Prices'],
          renamed: 'Prices of housing',
          copy: ['Again', 'aim', null],
          deleted: 404,
        });
      },
      PATIENCE_MS,
    );

    test(
      'models one by one: blueprints, training, judging, blending, stars, what matters',
      async () => {
        expect(await client.scenario('project_models', env)).toEqual({
          manual: ['modeling', 0, []],
          blueprints: [true, true],
          chart: [true, true],
          docs: true,
          trained: [true, 'Two', true],
          twice: ['JobAlreadyRequested', 422],
          again: [true, true],
          judged: true,
          half: [32, true, true, true],
          blend: ['blend', true],
          impact: ['x', 1, 3],
          used: true,
          starred: [true],
          unstarred: false,
          left: true,
          errors: [],
          access: ['OWNER'],
          missing: 404,
        });
      },
      PATIENCE_MS,
    );

    test(
      'rows with dates, backtests by hand, and rows without a target',
      async () => {
        expect(await client.scenario('project_dates', env)).toEqual({
          dated: [true, 'datetime', false],
          best: ['DatetimeModel', true],
          rows: 400,
          ahead: 15,
          byHand: ['Raw Features', 'COMPLETED', 'NOT_COMPLETED'],
          judged: ['COMPLETED', 'COMPLETED'],
          anomalies: [true, null, true],
        });
      },
      PATIENCE_MS,
    );

    test(
      'calendars',
      async () => {
        expect(await client.scenario('calendar_file', env)).toEqual({
          plain: ['plain.csv', '2022-01-01', '2022-12-25', 2, 2, [], 'OWNER'],
          named: ['Fairs', ['store'], 2],
          codes: true,
          country: true,
          ...(old ? {} : { dataset: ['Of a dataset', 2] }),
          renamed: [200, 'Days off'],
          listed: true,
          share: 200,
          access: [
            [false, 'OWNER'],
            [true, 'READ_ONLY'],
          ],
          unshare: 200,
          wrong: expect.stringMatching(/^AsyncProcessUnsuccessfulError: .*dates of the events/s),
          gone: 404,
        });
      },
      PATIENCE_MS,
    );
  },
);

describe.skipIf(!python).concurrent.each(Object.entries(PYTHON_VERSIONS))(
  'use cases, official Python client, %s',
  (name, packages) => {
    test(
      'made, filled, shared, emptied, deleted',
      async () => {
        const client = await pythonClient(`python-${name}`, packages);
        const [person, other] = [await aPerson(), await aPerson()];
        const env = {
          ENDPOINT: `${inject('target').url}/api/v2`,
          TOKEN: person.token,
          OTHER_TOKEN: other.token,
          OTHER_USERNAME: other.username,
        };
        expect(await client.scenario('use_case', env)).toEqual({
          unnamed: true,
          made: ['Forecasts', 'of shops', 0, 0, 1],
          renamed: 'Forecasts of shops',
          link: ['project', true, true],
          projects: ['Inside', 'Outside'],
          datasets: ['inside.csv', 'outside.csv'],
          counts: [2, 2],
          ofProject: [true],
          byName: ['Forecasts of shops'],
          inCase: ['Inside', 'Outside'],
          roles: ['CONSUMER', 'OWNER'],
          shared: 'Forecasts of shops',
          guarded: 403,
          unshared: 1,
          left: ['Inside'],
          gone: 404,
          alive: 'Outside',
        });
      },
      PATIENCE_MS,
    );
  },
);
