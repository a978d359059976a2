import { catalogue, Problem } from '#platform/http/problem.ts';

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
