import { beforeAll, describe, expect, inject, test } from 'vitest';
import { aPerson } from '../support/people.ts';
import { hasPython, LAST_OF_VERSION_2, PYTHON_VERSIONS, type PythonClient, pythonClient } from './python-client.ts';

/** The client looks every few seconds while two leaderboards are trained. */
const PATIENCE_MS = 1_800_000;
const VERSIONS = { 'version-2': LAST_OF_VERSION_2, ...PYTHON_VERSIONS };
const python = await hasPython();
if (!python) console.warn('SKIPPED: the official Python client needs python3 with venv (Debian: python3-venv).');

describe.skipIf(!python).concurrent.each(Object.entries(VERSIONS))(
  'insights, official Python client, %s',
  (name, packages) => {
    const newest = name === 'newest';
    let client: PythonClient;
    let env: Record<string, string>;
    beforeAll(async () => {
      client = await pythonClient(`python-${name}`, packages);
      env = { ENDPOINT: `${inject('target').url}/api/v2`, TOKEN: (await aPerson()).token, NEWEST: String(newest) };
    });

    test(
      'charts, plots over time, features, explanations and training predictions',
      async () => {
        expect(await client.scenario('project_insights', env)).toEqual({
          lift: ['validation', true, true],
          lifts: ['crossValidation', 'validation'],
          roc: ['crossValidation', true, true],
          confusion: [['no', 'yes'], true],
          locked: 403,
          impact: ['bill', 'visits'],
          impactAgain: true,
          effects: ['bill', 'town', 'visits'],
          effectsRead: 'validation',
          effectsMetadata: 'COMPLETED',
          sample: 10,
          explanations: [5, true, 1],
          ...(name === 'version-2' ? {} : { associations: [6, 4, 240, 1] }),
          training: [240, 240],
          trainingCsv: 240,
          trainings: 1,
          ...(newest ? { newLift: true, newRoc: [3, true] } : {}),
          residuals: ['validation', 3],
          backtestLift: 'backtest_2',
          accuracy: ['days', true, 1],
          accuracyPreview: true,
          forecasts: [[1, 2, 3], true],
          near: 3,
          statuses: { completed: [1, 2, 3] },
          series: ['shop 0', 'shop 1', 'shop 2'],
          seriesImpact: 1,
          seriesEffects: ['0', 'promotion'],
          seriesTraining: [['shop 0', 'shop 1', 'shop 2'], true],
          seriesExplanations: 9,
          everyForecastExplained: [true, true],
        });
      },
      PATIENCE_MS,
    );
  },
);
