import { catalogue } from '#platform/http/problem.ts';

export const FeatureListProblems = catalogue({
  noSuchList: {
    status: 404,
    code: 'projects.no_such_featurelist',
    message: (id: string) => `The project has no feature list ${id}. GET featurelists/ lists them.`,
  },
  nameTaken: {
    status: 422,
    code: 'projects.featurelist_name_taken',
    message: (name: string) => `The project has a feature list ${JSON.stringify(name)} already. Choose another name.`,
  },
  madeByUs: {
    status: 422,
    code: 'projects.featurelist_made_by_platform',
    message: (name: string) =>
      `${JSON.stringify(name)} was made by the platform and cannot be changed. Make one of your own.`,
  },
});
