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
  migrated: {
    status: 404,
    code: 'deprecated.migrated',
    message: (route: string, replacement: string) =>
      `${route} is deprecated and your account has only the new routes. Use ${replacement}.`,
  },
});
