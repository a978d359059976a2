import { catalogue, conflict, notFound, Problem } from '#platform/http/problem.ts';

export const PasswordProblems = catalogue({
  tooBusy: {
    status: 503,
    code: 'accounts.too_busy',
    message: () => 'Too many people sign in at this moment. Try again in a few seconds.',
    retryAfter: 2,
  },
});

export const ApiKeyProblems = catalogue({
  noSuchKey: notFound(
    'accounts.no_such_key',
    (id: string) => `You have no API key ${id}. GET account/apiKeys/ lists the keys you have.`,
  ),
  // 401, as for a key that was revoked: it opens nothing any more.
  speaksNoMore: {
    status: 401,
    code: 'accounts.agent_key_without_role',
    message: (deploymentId: string) =>
      `This API key speaks for the deployment ${deploymentId}, which its owner may not change any more. Use a ` +
      'key of somebody who may.',
  },
});

export const SecondFactorProblems = catalogue({
  alreadyThere: conflict(
    'accounts.second_factor_exists',
    () =>
      'This account has a second factor already. DELETE account/secondFactor/ with the password and a code removes it.',
  ),
  notThere: notFound(
    'accounts.no_second_factor',
    () => 'This account has no second factor to confirm or remove. POST account/secondFactor/ begins with one.',
  ),
});

/** 422, not 401: the caller is known and stays signed in; the code is what is wrong. */
export const wrongCode = (field: string): Problem =>
  new Problem(
    422,
    'accounts.wrong_code',
    'This code is not valid: it may be mistyped, out of date or used before. Wait for the next code and send that.',
    { fields: { [field]: 'This code is not valid; each code works once' } },
  );
