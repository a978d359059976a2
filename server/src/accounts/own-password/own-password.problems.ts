import { Problem } from '#platform/http/problem.ts';

/** 422, not 401: the caller is known and stays signed in. Other refusals (too many attempts) pass as they are. */
export function wrongPresentPassword(error: unknown): never {
  if (!(error instanceof Problem) || error.status !== 401) throw error;
  const reason = 'The present password or the second factor is not valid';
  throw new Problem(
    422,
    'accounts.wrong_present_password',
    `${reason}. Check both and send them again; who has no password gets one by a reset link of an administrator.`,
    { fields: { password: reason } },
  );
}
