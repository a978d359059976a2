import { queryOptions } from '@tanstack/react-query';
import type { BodyOf, ElementOf, ItemOf, ReplyOf, Window } from './call.ts';
import { get, patch, post, remove, withFile } from './call.ts';
import { callQuery } from './call-query.ts';
import { send } from './send.ts';

/** A dataset in a list, or one of its versions. */
export type DatasetItem = ItemOf<'datasets/'>;
export type Category = ElementOf<DatasetItem['categories']>;
export type Dataset = ReplyOf<'get', 'datasets/{datasetId}/'>;
/** The reply when reading of a file begins. */
export type BegunDataset = ReplyOf<'post', 'datasets/fromURL/'>;
export type Feature = ItemOf<'datasets/{datasetId}/allFeaturesDetails/'>;
export type Featurelist = ItemOf<'datasets/{datasetId}/featurelists/'>;

/** Which version of which dataset; the latest when none is named. */
export interface Place {
  readonly datasetId: string;
  readonly versionId?: string | undefined;
}

export const datasetCalls = {
  list: (window: Window, searchFor?: string) => get('datasets/', { ...window, searchFor: searchFor || undefined }),
  one: (datasetId: string, datasetVersionId?: string) =>
    datasetVersionId === undefined
      ? get('datasets/{datasetId}/', { datasetId })
      : get('datasets/{datasetId}/versions/{datasetVersionId}/', { datasetId, datasetVersionId }),
  versions: (datasetId: string) => get('datasets/{datasetId}/versions/', { datasetId, limit: 1000 }),
  projects: (datasetId: string) => get('datasets/{datasetId}/projects/', { datasetId, limit: 1000 }),
  /** Names of the projects that use it; the list above has their ids only. */
  projectNames: (ids: readonly string[]) => get('projects/', { projectId: JSON.stringify(ids) }),
  upload: (fileName: string) => withFile(post('datasets/fromFile/'), fileName),
  uploadVersion: (datasetId: string, fileName: string) =>
    withFile(post('datasets/{datasetId}/versions/fromFile/', { datasetId }), fileName),
  fromUrl: (url: string) => post('datasets/fromURL/', { body: { url } }),
  categorize: (datasetId: string, categories: readonly Category[]) =>
    patch('datasets/{datasetId}/', { datasetId, body: { categories } }),
  describe: (catalogId: string, body: BodyOf<'patch', 'catalogItems/{catalogId}/'>) =>
    patch('catalogItems/{catalogId}/', { catalogId, body }),
  remove: (datasetId: string) => remove('datasets/{datasetId}/', { datasetId }),
  removeVersion: (datasetId: string, datasetVersionId: string) =>
    remove('datasets/{datasetId}/versions/{datasetVersionId}/', { datasetId, datasetVersionId }),
  file: (datasetId: string, datasetVersionId?: string) =>
    datasetVersionId === undefined
      ? get('datasets/{datasetId}/file/', { datasetId })
      : get('datasets/{datasetId}/versions/{datasetVersionId}/file/', { datasetId, datasetVersionId }),
};

/** Plots come along for so many columns; the others' are asked for one by one. */
const WITH_PLOTS = 300;
const WITHOUT_PLOTS = 1000;

export const featureCalls = {
  list: ({ datasetId, versionId }: Place, window: Window = { offset: 0, limit: WITH_PLOTS }) => {
    const query = { ...window, orderBy: 'id', ...(window.offset === 0 ? { includePlot: true } : {}) } as const;
    return versionId === undefined
      ? get('datasets/{datasetId}/allFeaturesDetails/', { datasetId, ...query })
      : get('datasets/{datasetId}/versions/{datasetVersionId}/allFeaturesDetails/', {
          datasetId,
          datasetVersionId: versionId,
          ...query,
        });
  },
  histogram: ({ datasetId, versionId }: Place, featureName: string) =>
    versionId === undefined
      ? get('datasets/{datasetId}/featureHistograms/{featureName}/', { datasetId, featureName })
      : get('datasets/{datasetId}/versions/{datasetVersionId}/featureHistograms/{featureName}/', {
          datasetId,
          datasetVersionId: versionId,
          featureName,
        }),
  rows: ({ datasetId, versionId }: Place) =>
    versionId === undefined
      ? get('datasets/{datasetId}/rows/', { datasetId, limit: 1000 })
      : get('datasets/{datasetId}/versions/{datasetVersionId}/rows/', {
          datasetId,
          datasetVersionId: versionId,
          limit: 1000,
        }),
  lists: ({ datasetId, versionId }: Place) =>
    versionId === undefined
      ? get('datasets/{datasetId}/featurelists/', { datasetId, limit: 1000 })
      : get('datasets/{datasetId}/versions/{datasetVersionId}/featurelists/', {
          datasetId,
          datasetVersionId: versionId,
          limit: 1000,
        }),
  createList: (datasetId: string, body: { name: string; features: readonly string[] }) =>
    post('datasets/{datasetId}/featurelists/', { datasetId, body }),
  removeList: (datasetId: string, featurelistId: string) =>
    remove('datasets/{datasetId}/featurelists/{featurelistId}/', { datasetId, featurelistId }),
};

export const datasetKeys = {
  all: ['datasets'],
  one: (id: string) => ['datasets', id],
} as const;

const OFTEN_MS = 1500;
/** A dataset that is being read changes by itself. */
export const pollReading = (page: { readonly data: readonly Pick<DatasetItem, 'processingState'>[] } | undefined) =>
  page?.data.some(({ processingState }) => processingState === 'RUNNING') ? OFTEN_MS : (false as const);

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

export const datasetQueries = {
  list: (window: Window, searchFor = '') => callQuery(datasetCalls.list(window, searchFor), { poll: pollReading }),
  one: (id: string, versionId?: string) =>
    callQuery(datasetCalls.one(id, versionId), { poll: (dataset) => pollReading(dataset && { data: [dataset] }) }),
  allFeatures: (place: Place) =>
    queryOptions({
      queryKey: [...datasetKeys.one(place.datasetId), 'features', place.versionId ?? ''],
      queryFn: ({ signal }) => allFeatures(place, signal),
    }),
};
