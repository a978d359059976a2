import { badGateway, catalogue, conflict, forbidden } from '#platform/http/problem.ts';

export const SetupProblems = catalogue({
  alreadySetUp: conflict(
    'accounts.already_set_up',
    () => 'This installation has its first administrator already. Sign in, or ask them for an account.',
  ),
  wrongToken: forbidden(
    'accounts.wrong_setup_token',
    () =>
      'This set-up link is not valid: it may be mistyped, used or out of date. Use the newest link that `almanac serve` ' +
      'printed, or start it again for a new one.',
  ),
});

export const PasswordResetProblems = catalogue({
  wrongToken: forbidden(
    'accounts.wrong_reset_token',
    () =>
      'This reset link is not valid: it may be mistyped, used, replaced by a newer one or out of date. Ask an ' +
      'administrator for a new one.',
  ),
  ownAccount: conflict(
    'accounts.reset_of_own_account',
    () =>
      'A reset link for your own account is made by another administrator. POST account/password/ changes your ' +
      'password with the present one.',
  ),
  disabled: conflict(
    'accounts.reset_of_disabled_account',
    (username: string) => `The account ${username} is disabled. Enable it first.`,
  ),
  noAddress: conflict(
    'accounts.reset_without_address',
    (username: string) =>
      `The account ${username} has no e-mail address. Add one, or send {"delivery": "link"} and hand the link over.`,
  ),
  noMailServer: conflict(
    'accounts.reset_without_mail_server',
    () => 'No mail server is set (ALMANAC_SMTP_URL). Set one, or send {"delivery": "link"} and hand the link over.',
  ),
  notSent: badGateway(
    'accounts.reset_not_sent',
    (address: string, reason: string) =>
      `The reset link could not be sent to ${address}: ${reason}. Try again, or send {"delivery": "link"} and hand the ` +
      'link over.',
  ),
});
