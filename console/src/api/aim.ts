import { type ApiCall, get, patch, post } from './call.ts';
import { projectKeys, projectPath } from './projects.ts';
import { ask } from './queries.ts';

const segment = encodeURIComponent;

/** How the past is shared out: the same fields in a preview and in an aim. */
export interface DatedFields {
  readonly datetimePartitionColumn: string;
  readonly useTimeSeries: boolean;
  readonly multiseriesIdColumns?: readonly string[];
  readonly numberOfBacktests?: number;
  readonly validationDuration?: string;
  readonly gapDuration?: string;
  readonly disableHoldout?: boolean;
  readonly featureDerivationWindowStart?: number;
  readonly featureDerivationWindowEnd?: number;
  readonly forecastWindowStart?: number;
  readonly forecastWindowEnd?: number;
  readonly windowsBasisUnit?: string;
  readonly featureSettings?: readonly { readonly featureName: string; readonly knownInAdvance: boolean }[];
}

export type Aim = Readonly<Record<string, unknown>>;

interface Backtest {
  readonly index: number;
  readonly primaryTrainingStartDate: string;
  readonly primaryTrainingEndDate: string;
  readonly gapStartDate: string;
  readonly gapEndDate: string;
  readonly validationStartDate: string;
  readonly validationEndDate: string;
  readonly primaryTrainingRowCount?: number;
  readonly validationRowCount?: number;
}

export interface Partitioning {
  readonly datetimePartitionColumn: string;
  readonly useTimeSeries: boolean;
  readonly primaryTrainingStartDate: string;
  readonly primaryTrainingEndDate: string;
  readonly gapStartDate: string | null;
  readonly gapEndDate: string | null;
  readonly holdoutStartDate: string | null;
  readonly holdoutEndDate: string | null;
  readonly validationDuration: string;
  readonly gapDuration: string;
  readonly disableHoldout: boolean;
  readonly numberOfBacktests: number;
  readonly backtests: readonly Backtest[];
  readonly featureDerivationWindowStart: number | null;
  readonly featureDerivationWindowEnd: number | null;
  readonly forecastWindowStart: number | null;
  readonly forecastWindowEnd: number | null;
  readonly windowsBasisUnit: string | null;
  readonly multiseriesIdColumns: readonly string[];
  readonly calendarName: string | null;
}

interface Detection {
  readonly datetimePartitionColumn: string;
  readonly detectedMultiseriesIdColumns: readonly {
    readonly multiseriesIdColumns: readonly string[];
    readonly timeUnit: string;
    readonly timeStep: number;
  }[];
}

interface MetricChoice {
  readonly metricName: string;
  /** Whether smaller is better. */
  readonly ascending: boolean;
}

interface Metrics {
  readonly availableMetrics: readonly string[];
  readonly metricDetails: readonly MetricChoice[];
}

interface SeriesNames {
  readonly totalSeriesCount: number;
  readonly data: { readonly items: readonly string[] };
}

export const aimCalls = {
  metrics: (projectId: string, featureName: string): ApiCall<Metrics> =>
    get(`${projectPath(projectId)}features/metrics/`, { featureName }),
  detect: (projectId: string, datetimePartitionColumn: string, ids?: readonly string[]): ApiCall<unknown> =>
    post(`${projectPath(projectId)}multiseriesProperties/`, {
      datetimePartitionColumn,
      ...(ids && ids.length > 0 ? { multiseriesIdColumns: ids } : {}),
    }),
  detection: (projectId: string, column: string): ApiCall<Detection> =>
    get(`${projectPath(projectId)}features/${segment(column)}/multiseriesProperties/`),
  preview: (projectId: string, fields: DatedFields): ApiCall<Partitioning> =>
    post(`${projectPath(projectId)}datetimePartitioning/`, { ...fields }),
  partitioning: (projectId: string): ApiCall<Partitioning> => get(`${projectPath(projectId)}datetimePartitioning/`),
  seriesNames: (projectId: string): ApiCall<SeriesNames> =>
    get(`${projectPath(projectId)}multiseriesNames/`, { limit: 10_000 }),
  start: (projectId: string, aim: Aim): ApiCall<unknown> => patch(`${projectPath(projectId)}aim/`, aim),
};

const key = (id: string, ...more: readonly string[]) => [...projectKeys.one(id), ...more];

export const aimQueries = {
  /** Which metrics fit a target never changes. */
  metrics: (id: string, name: string) => ({
    ...ask(key(id, 'metrics', name), aimCalls.metrics(id, name)),
    staleTime: Number.POSITIVE_INFINITY,
  }),
  detection: (id: string, column: string) => ask(key(id, 'series', column), aimCalls.detection(id, column)),
  preview: (id: string, fields: DatedFields) => ({
    ...ask(key(id, 'preview', JSON.stringify(fields)), aimCalls.preview(id, fields)),
    retry: false,
  }),
  partitioning: (id: string) => ask(key(id, 'partitioning'), aimCalls.partitioning(id)),
  seriesNames: (id: string) => ask(key(id, 'series-names'), aimCalls.seriesNames(id)),
};
