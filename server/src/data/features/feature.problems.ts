import { catalogue, conflict, invalidFields, notFound } from '#platform/http/problem.ts';

export const FeatureProblems = catalogue({
  noSuchFeature: notFound(
    'data.no_such_feature',
    (versionId: string, name: string) =>
      `Version ${versionId} has no column ${JSON.stringify(name)}. GET allFeaturesDetails/ lists its columns.`,
  ),
});

export const noKeys = (name: string, featureType: string, key: string) =>
  invalidFields({
    key: `Only summarized categorical features have keys; ${JSON.stringify(name)} is ${featureType}, so leave out ${JSON.stringify(key)}`,
  });

export const FeaturelistProblems = catalogue({
  noSuchList: notFound(
    'data.no_such_featurelist',
    (datasetId: string, id: string) =>
      `The dataset ${datasetId} has no feature list ${id}. GET datasets/${datasetId}/featurelists/ lists them.`,
  ),
  nameTaken: conflict(
    'data.featurelist_name_taken',
    (name: string) => `The dataset has a feature list ${JSON.stringify(name)} already. Choose another name.`,
  ),
  automatic: conflict(
    'data.automatic_featurelist',
    (name: string) =>
      `The feature list ${JSON.stringify(name)} was made with the version and stays as it is. Make a list of your own.`,
  ),
});

const MOST_NAMED = 10;

export function unknownFeatures(names: readonly string[]) {
  const shown = names.slice(0, MOST_NAMED).map((name) => JSON.stringify(name));
  const more = names.length > MOST_NAMED ? ` and ${names.length - MOST_NAMED} more` : '';
  return invalidFields({
    features: `The dataset has no column ${shown.join(', ')}${more}. GET allFeaturesDetails/ lists its columns`,
  });
}

export const noSuchListFilter = (id: string) =>
  invalidFields({ featurelistId: `The dataset has no feature list ${id}. GET featurelists/ lists them` });
