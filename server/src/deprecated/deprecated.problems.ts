import { catalogue } from '#platform/http/problem.ts';

export const DeprecatedProblems = catalogue({
  disabled: {
    status: 404,
    code: 'deprecated.disabled',
    message: (route: string, replacement: string) =>
      `${route} is deprecated and disabled on installations that began with release 6.0 or later. Use ${replacement}.`,
  },
  removed: {
    status: 404,
    code: 'deprecated.removed',
    message: (route: string, replacement: string) => `${route} was removed in release 6.2. Use ${replacement}.`,
  },
  noUsageTable: {
    status: 404,
    code: 'deprecated.no_usage_table',
    message: (installation: string, release: string) =>
      `The usage table of deprecated routes exists in release 6.1 of self-managed installations only; this one is ${installation}, release ${release}.`,
  },
  notPredictionsAdmin: {
    status: 403,
    code: 'deprecated.not_predictions_admin',
    message: (username: string) =>
      `${username} may not see who uses deprecated routes. Ask an administrator for the permission Enable Predictions Admin.`,
  },
  migrated: {
    status: 404,
    code: 'deprecated.migrated',
    message: (route: string, replacement: string) =>
      `${route} is deprecated and your account has only the new routes. Use ${replacement}.`,
  },
});
