import { catalogue, forbidden, notFound } from '#platform/http/problem.ts';

export const DeprecatedProblems = catalogue({
  disabled: notFound(
    'deprecated.disabled',
    (route: string, replacement: string) =>
      `${route} is deprecated and disabled on installations that began with release 6.0 or later. Use ${replacement}.`,
  ),
  removed: notFound(
    'deprecated.removed',
    (route: string, replacement: string) => `${route} was removed in release 6.2. Use ${replacement}.`,
  ),
  noUsageTable: notFound(
    'deprecated.no_usage_table',
    (installation: string, release: string) =>
      `The usage table of deprecated routes exists in release 6.1 of self-managed installations only; this one is ${installation}, release ${release}.`,
  ),
  notPredictionsAdmin: forbidden(
    'deprecated.not_predictions_admin',
    (username: string) =>
      `${username} may not see who uses deprecated routes. Ask an administrator for the permission Enable Predictions Admin.`,
  ),
  migrated: notFound(
    'deprecated.migrated',
    (route: string, replacement: string) =>
      `${route} is deprecated and your account has only the new routes. Use ${replacement}.`,
  ),
});
