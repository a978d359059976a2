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

export const PasswordResetProblems = catalogue({
  wrongToken: {
    status: 403,
    code: 'accounts.wrong_reset_token',
    message: () =>
      'This reset link is not valid: it may be mistyped, used, replaced by a newer one or out of date. Ask an ' +
      'administrator for a new one.',
  },
  ownAccount: {
    status: 409,
    code: 'accounts.reset_of_own_account',
    message: () =>
      'A reset link for your own account is made by another administrator. POST account/password/ changes your ' +
      'password with the present one.',
  },
  disabled: {
    status: 409,
    code: 'accounts.reset_of_disabled_account',
    message: (username: string) => `The account ${username} is disabled. Enable it first.`,
  },
  noAddress: {
    status: 409,
    code: 'accounts.reset_without_address',
    message: (username: string) =>
      `The account ${username} has no e-mail address. Add one, or send {"delivery": "link"} and hand the link over.`,
  },
  noMailServer: {
    status: 409,
    code: 'accounts.reset_without_mail_server',
    message: () =>
      'No mail server is set (ALMANAC_SMTP_URL). Set one, or send {"delivery": "link"} and hand the link over.',
  },
  notSent: {
    status: 502,
    code: 'accounts.reset_not_sent',
    message: (address: string, reason: string) =>
      `The reset link could not be sent to ${address}: ${reason}. Try again, or send {"delivery": "link"} and hand the ` +
      'link over.',
  },
});
