import { catalogue } from '#platform/http/problem.ts';

export const FeatureProblems = catalogue({
  noSuchFeature: {
    status: 404,
    code: 'projects.no_such_feature',
    message: (name: string) => `The project has no feature ${JSON.stringify(name)}. GET features/ lists them.`,
  },
  nameTaken: {
    status: 422,
    code: 'projects.feature_name_taken',
    message: (name: string) => `The project has a feature ${JSON.stringify(name)} already. Choose another name.`,
  },
  notADate: {
    status: 422,
    code: 'projects.feature_not_a_date',
    message: (name: string, type: string) =>
      `${JSON.stringify(name)} is ${type}, not Date: dateExtraction works on dates only. Leave it out or choose a date.`,
  },
  noNewName: {
    status: 422,
    code: 'projects.feature_no_new_name',
    message: () => 'Send prefix, suffix or both: transformed features need names of their own.',
  },
});
