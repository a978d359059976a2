import { catalogue, forbidden, Problem } from '#platform/http/problem.ts';

export const SessionProblems = catalogue({
  otherSite: forbidden(
    'accounts.other_site',
    (method: string) =>
      `${method} with the session cookie is only taken from this server's own pages. ` +
      'From elsewhere send the header Authorization: Bearer <API key>.',
  ),
});

export const SignInProblems = catalogue({
  /** One sentence for an unknown name, a wrong password, a disabled account, a missing or wrong second factor. */
  refused: {
    status: 401,
    code: 'accounts.sign_in_refused',
    message: () =>
      'The username, the password or the second factor is not valid. Check all of them; an account with a second ' +
      'factor also needs a current code (totpCode) or an unused recovery code (recoveryCode).',
  },
});

export const tooManyAttempts = (seconds: number): Problem =>
  new Problem(429, 'accounts.too_many_attempts', `Too many attempts to sign in. Try again in ${seconds} seconds.`, {
    headers: { 'retry-after': String(seconds) },
  });

/** 422, not 401: the caller is known and stays signed in. Other refusals (too many attempts) pass as they are. */
export function throwWrongPassword(error: unknown): never {
  if (!(error instanceof Problem) || error.status !== 401) throw error;
  const reason = 'The present password or the second factor is not valid';
  throw new Problem(
    422,
    'accounts.wrong_present_password',
    `${reason}. Check both and send them again; who has no password gets one by a reset link of an administrator.`,
    { fields: { password: reason } },
  );
}
