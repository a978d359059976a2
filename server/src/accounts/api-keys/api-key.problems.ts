import { catalogue } from '#platform/http/problem.ts';

export const ApiKeyProblems = catalogue({
  noSuchKey: {
    status: 404,
    code: 'accounts.no_such_key',
    message: (id: string) => `You have no API key ${id}. GET account/apiKeys/ lists the keys you have.`,
  },
});
