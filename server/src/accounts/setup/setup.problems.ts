import { catalogue } from '#platform/http/problem.ts';

export const SetupProblems = catalogue({
  alreadySetUp: {
    status: 409,
    code: 'accounts.already_set_up',
    message: () => 'This installation has its first administrator already. Sign in, or ask them for an account.',
  },
  wrongToken: {
    status: 403,
    code: 'accounts.wrong_setup_token',
    message: () =>
      'This set-up link is not valid: it may be mistyped, used or out of date. Use the newest link that `almanac serve` ' +
      'printed, or start it again for a new one.',
  },
});
