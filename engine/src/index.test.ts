import { describe, expect, it } from 'vitest';
import * as engine from './index.ts';

/** What the rest of the house calls. A name that leaves this list is a promise broken. */
const PROMISED = [
  ...['frame', 'column', 'numericColumn', 'categoricalColumn', 'textColumn', 'dateColumn', 'booleanColumn', 'takeRows'],
  ...['catalogue', 'estimatorNamed', 'checkParams', 'defaultParams', 'continueModel', 'readModel', 'writeModelFile'],
  ...['metrics', 'metricNamed', 'metricsFor', 'better', 'pinball', 'coverage', 'msis', 'naiveScale'],
  ...['randomPartition', 'stratifiedPartition', 'groupPartition', 'userPartition', 'backtests', 'duration'],
  ...['profileColumn', 'mergeProfiles', 'writeProfiles', 'readProfiles', 'drift', 'edgesFrom', 'distinctEstimate'],
  ...['detectSeries', 'detectAll', 'buildPanel', 'localForecasters', 'runAutopilot', 'runForecast', 'runTabular'],
  ...[
    'forecasterFrom',
    'saveForecaster',
    'openForecaster',
    'explainRows',
    'featureImpact',
    'treesToOnnx',
    'linearToOnnx',
  ],
  ...['EngineProblem', 'seeded'],
];

describe('the door of the engine', () => {
  it('opens to everything it promises', () => {
    const missing = PROMISED.filter((name) => !(name in engine));
    expect(missing).toEqual([]);
  });
});
