import { catalogue } from '#platform/http/problem.ts';

export const PasswordProblems = catalogue({
  tooBusy: {
    status: 503,
    code: 'accounts.too_busy',
    message: () => 'Too many people sign in at this moment. Try again in a few seconds.',
    retryAfter: 2,
  },
});
