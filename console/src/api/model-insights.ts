import { type ApiCall, get, post } from './call.ts';
import { modelPath, modelsKey } from './models.ts';
import { projectPath } from './projects.ts';
import { ask } from './queries.ts';
import type { Page } from './types.ts';

const segment = encodeURIComponent;

/** Which part of the past: 0 is the newest backtest. */
export type Part = number | 'holdout';

export interface SeriesScore {
  readonly multiseriesId: string;
  readonly multiseriesValues: readonly string[];
  readonly rowCount: number;
  readonly startDate: string;
  readonly endDate: string;
  readonly validationScore: number | null;
  readonly backtestingScore: number | null;
  readonly holdoutScore: number | null;
}

interface TimeBin {
  readonly startDate: string;
  readonly endDate: string;
  readonly actual: number | null;
}

interface AccuracyOverTime {
  readonly bins: readonly (TimeBin & { readonly predicted: number | null })[];
  readonly resolution: string;
}

export interface ForecastPlot {
  readonly forecastDistances: readonly number[];
  readonly resolution: string;
  readonly bins: readonly (TimeBin & { readonly forecasts: readonly (number | null)[] })[];
}

interface DistanceScores {
  readonly metricName: string;
  readonly forecastDistancePlotData: readonly {
    readonly forecastDistance: number;
    readonly validationScore: number | null;
    readonly backtestingScore: number | null;
    readonly holdoutScore: number | null;
  }[];
}

export interface Impact {
  readonly featureName: string;
  readonly impactNormalized: number;
  readonly impactUnnormalized: number;
}

export interface Effect {
  readonly featureName: string;
  readonly featureType: 'numeric' | 'categorical' | 'datetime';
  readonly partialDependence: { readonly data: readonly { readonly label: string; readonly dependence: number }[] };
  readonly predictedVsActual?: {
    readonly data: readonly {
      readonly label: string;
      readonly rowCount: number;
      readonly predicted: number | null;
      readonly actual: number | null;
    }[];
  };
}

/** What is asked about: a model, and the part of the past. */
export interface About {
  readonly projectId: string;
  readonly modelId: string;
}

export interface Plotted extends About {
  readonly part: Part;
  readonly seriesId: string | undefined;
}

const dated = ({ projectId, modelId }: About) => `${projectPath(projectId)}datetimeModels/${segment(modelId)}/`;
const plain = ({ projectId, modelId }: About) => modelPath(projectId, modelId);
const shown = ({ part, seriesId }: Plotted) => ({ backtest: part, ...(seriesId ? { seriesId } : {}) });

export const insightCalls = {
  seriesScores: (of: About): ApiCall<Page<SeriesScore>> => get(`${dated(of)}multiseriesScores/`, { limit: 1000 }),
  scoreSeries: (of: About): ApiCall<unknown> => post(`${dated(of)}multiseriesScores/`),
  overTime: (of: Plotted): ApiCall<AccuracyOverTime> => get(`${dated(of)}accuracyOverTimePlots/`, shown(of)),
  forecasts: (of: Plotted): ApiCall<ForecastPlot> => get(`${dated(of)}forecastVsActualPlots/`, shown(of)),
  drawForecasts: (of: About, backtest: Part): ApiCall<unknown> => post(`${dated(of)}datetimeTrendPlots/`, { backtest }),
  byDistance: (of: About, metricName: string): ApiCall<DistanceScores> =>
    get(`${dated(of)}forecastDistanceStabilityPlot/`, { metricName }),
  impact: (of: About): ApiCall<{ readonly featureImpacts: readonly Impact[] }> => get(`${plain(of)}featureImpact/`),
  findImpact: (of: About): ApiCall<unknown> => post(`${plain(of)}featureImpact/`),
  effects: (of: About, isDated: boolean): ApiCall<{ readonly featureEffects: readonly Effect[] }> =>
    isDated
      ? get(`${dated(of)}featureEffects/`, { source: 'validation', backtestIndex: 0 })
      : get(`${plain(of)}featureEffects/`, { source: 'validation' }),
  findEffects: (of: About, isDated: boolean): ApiCall<unknown> =>
    isDated ? post(`${dated(of)}featureEffects/`, { backtestIndex: 0 }) : post(`${plain(of)}featureEffects/`),
};

const key = ({ projectId, modelId }: About, ...more: readonly string[]) => [
  ...modelsKey(projectId),
  'insights',
  modelId,
  ...more,
];
const where = ({ part, seriesId = '' }: Plotted) => [String(part), seriesId];

/** What was not computed yet is 404: an answer, not a reason to ask again. */
const once = { retry: false } as const;

export const insightKey = key;
export const insightQueries = {
  seriesScores: (of: About) => ({ ...ask(key(of, 'series'), insightCalls.seriesScores(of)), ...once }),
  overTime: (of: Plotted) => ({ ...ask(key(of, 'over-time', ...where(of)), insightCalls.overTime(of)), ...once }),
  forecasts: (of: Plotted) => ({ ...ask(key(of, 'forecasts', ...where(of)), insightCalls.forecasts(of)), ...once }),
  byDistance: (of: About, metric: string) => ({
    ...ask(key(of, 'distance', metric), insightCalls.byDistance(of, metric)),
    ...once,
  }),
  impact: (of: About) => ({ ...ask(key(of, 'impact'), insightCalls.impact(of)), ...once }),
  effects: (of: About, isDated: boolean) => ({
    ...ask(key(of, 'effects'), insightCalls.effects(of, isDated)),
    ...once,
  }),
};
