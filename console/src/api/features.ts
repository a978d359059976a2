import { queryOptions } from '@tanstack/react-query';
import { type ApiCall, get, post, remove } from './call.ts';
import type { Window } from './calls.ts';
import { datasetKeys, datasetPath, versionPath } from './datasets.ts';
import { ask } from './queries.ts';
import { send } from './send.ts';
import type { Page } from './types.ts';

const segment = encodeURIComponent;

/** Numbers of numeric columns, texts of dates. */
type Statistic = number | string | null;

export interface PlotBin {
  readonly label: string;
  readonly count: number;
}

export interface Feature {
  readonly id: number;
  readonly name: string;
  readonly featureType: string;
  readonly lowInformation: boolean;
  readonly lowInformationReason: 'empty' | 'constant' | 'identifier' | 'duplicate' | null;
  readonly duplicateOf: string | null;
  readonly uniqueCount: number;
  readonly uniqueCountIsExact: boolean;
  readonly naCount: number;
  readonly dateFormat: string | null;
  readonly min: Statistic;
  readonly max: Statistic;
  readonly mean: Statistic;
  readonly median: Statistic;
  readonly stdDev: Statistic;
  readonly timeSeriesEligible: boolean;
  readonly timeStep: number | null;
  readonly timeUnit: string | null;
  /** Absent beyond the first columns of a wide dataset. */
  readonly plot?: readonly PlotBin[];
}

export interface FirstRows {
  readonly columns: readonly string[];
  readonly data: readonly (readonly (string | null)[])[];
  readonly resultSchema: readonly { readonly name: string; readonly dataType: string }[];
  readonly totalCount: number;
  readonly rowCount: number;
}

export interface Featurelist {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly features: readonly string[];
  readonly createdBy: string;
  readonly creationDate: string;
  readonly userCreated: boolean;
}

/** Which version of which dataset; the latest when none is named. */
export interface Place {
  readonly datasetId: string;
  readonly versionId?: string | undefined;
}

/** Plots come along for so many columns; the others' are asked for one by one. */
const WITH_PLOTS = 300;
const WITHOUT_PLOTS = 1000;

const at = ({ datasetId, versionId }: Place) => versionPath(datasetId, versionId);

export const featureCalls = {
  list: (place: Place, window: Window = { offset: 0, limit: WITH_PLOTS }): ApiCall<Page<Feature>> =>
    get(`${at(place)}allFeaturesDetails/`, {
      ...window,
      orderBy: 'id',
      ...(window.offset === 0 ? { includePlot: true } : {}),
    }),
  histogram: (place: Place, name: string): ApiCall<{ readonly plot: readonly PlotBin[] }> =>
    get(`${at(place)}featureHistograms/${segment(name)}/`),
  rows: (place: Place): ApiCall<FirstRows> => get(`${at(place)}rows/`, { limit: 1000 }),
  lists: (place: Place): ApiCall<Page<Featurelist>> => get(`${at(place)}featurelists/`, { limit: 1000 }),
  createList: (datasetId: string, list: { name: string; features: readonly string[] }): ApiCall<Featurelist> =>
    post(`${datasetPath(datasetId)}featurelists/`, list),
  removeList: (datasetId: string, id: string): ApiCall<void> =>
    remove(`${datasetPath(datasetId)}featurelists/${segment(id)}/`),
};

const key = ({ datasetId, versionId = '' }: Place, ...more: readonly string[]) => [
  ...datasetKeys.one(datasetId),
  ...more,
  versionId,
];

async function allFeatures(place: Place, signal: AbortSignal): Promise<readonly Feature[]> {
  const { data, totalCount } = await send(featureCalls.list(place), signal);
  const all = [...data];
  while (all.length < totalCount) {
    const more = await send(featureCalls.list(place, { offset: all.length, limit: WITHOUT_PLOTS }), signal);
    if (more.count === 0) break;
    all.push(...more.data);
  }
  return all;
}

export const featureQueries = {
  all: (place: Place) =>
    queryOptions({ queryKey: key(place, 'features'), queryFn: ({ signal }) => allFeatures(place, signal) }),
  histogram: (place: Place, name: string) => ask(key(place, 'histogram', name), featureCalls.histogram(place, name)),
  rows: (place: Place) => ask(key(place, 'rows'), featureCalls.rows(place)),
  lists: (place: Place) => ask(key(place, 'featurelists'), featureCalls.lists(place)),
};
