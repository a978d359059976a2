import { catalogue } from '#platform/http/problem.ts';

export const EnvironmentProblems = catalogue({
  noSuchEnvironment: {
    status: 404,
    code: 'environments.no_such_environment',
    message: (id: string) =>
      `There is no prediction environment ${id}. GET predictionEnvironments/ lists those you may see.`,
  },
  isNative: {
    status: 422,
    code: 'environments.is_native',
    message: (name: string) =>
      `"${name}" is the installation itself and cannot be changed or deleted. Create an environment of your own.`,
  },
  inUse: {
    status: 422,
    code: 'environments.in_use',
    message: (name: string, holder: string) =>
      `"${name}" holds ${holder}. Delete it first, or move its models elsewhere.`,
  },
});
