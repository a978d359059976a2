import { catalogue, notFound, unprocessable } from '#platform/http/problem.ts';

export const EnvironmentProblems = catalogue({
  noSuchEnvironment: notFound(
    'environments.no_such_environment',
    (id: string) => `There is no prediction environment ${id}. GET predictionEnvironments/ lists those you may see.`,
  ),
  isNative: unprocessable(
    'environments.is_native',
    (name: string) =>
      `"${name}" is the installation itself and cannot be changed or deleted. Create an environment of your own.`,
  ),
  inUse: unprocessable(
    'environments.in_use',
    (name: string, holder: string) => `"${name}" holds ${holder}. Delete it first, or move its models elsewhere.`,
  ),
});
