import { catalogue, invalidFields } from '#platform/http/problem.ts';

export const FeatureProblems = catalogue({
  noSuchFeature: {
    status: 404,
    code: 'data.no_such_feature',
    message: (versionId: string, name: string) =>
      `Version ${versionId} has no column ${JSON.stringify(name)}. GET allFeaturesDetails/ lists its columns.`,
  },
});

export const noKeys = (name: string, featureType: string, key: string) =>
  invalidFields({
    key: `Only summarized categorical features have keys; ${JSON.stringify(name)} is ${featureType}, so leave out ${JSON.stringify(key)}`,
  });
