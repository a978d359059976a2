import { describe, expect, it } from 'vitest';
import * as engine from './index.ts';

/** What other packages call. */
const PUBLIC = [
  ...['frame', 'column', 'numericColumn', 'categoricalColumn', 'textColumn', 'dateColumn', 'booleanColumn', 'takeRows'],
  ...['catalogue', 'estimatorNamed', 'checkParams', 'defaultParams', 'continueModel', 'readModel', 'writeModelFile'],
  ...['metrics', 'metricNamed', 'metricsFor', 'better', 'pinball', 'coverage', 'msis', 'naiveScale'],
  ...['randomPartition', 'stratifiedPartition', 'groupPartition', 'userPartition', 'backtests', 'duration'],
  ...['profileColumn', 'mergeProfiles', 'writeProfiles', 'readProfiles', 'drift', 'edgesFrom', 'distinctEstimate'],
  ...['detectSeries', 'buildPanel', 'nextWork', 'runForecast', 'runTabular'],
  ...['forecasterFrom', 'saveForecaster', 'openForecaster', 'explainRows', 'featureImpact', 'exportOnnx'],
  ...['EngineProblem', 'seededRandom'],
];

describe('the public interface of the engine', () => {
  it('exports what other packages call', () => {
    const missing = PUBLIC.filter((name) => !(name in engine));
    expect(missing).toEqual([]);
  });
});
