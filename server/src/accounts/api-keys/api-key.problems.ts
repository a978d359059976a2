import { catalogue } from '#platform/http/problem.ts';

export const ApiKeyProblems = catalogue({
  noSuchKey: {
    status: 404,
    code: 'accounts.no_such_key',
    message: (id: string) => `You have no API key ${id}. GET account/apiKeys/ lists the keys you have.`,
  },
  // 401, as for a key that was revoked: it opens nothing any more.
  speaksNoMore: {
    status: 401,
    code: 'accounts.agent_key_without_role',
    message: (deploymentId: string) =>
      `This API key speaks for the deployment ${deploymentId}, which its owner may not change any more. Use a ` +
      'key of somebody who may.',
  },
});
