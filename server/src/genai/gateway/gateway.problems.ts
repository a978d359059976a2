import { badGateway, catalogue } from '#platform/http/problem.ts';

export const GatewayProblems = catalogue({
  unreachable: badGateway(
    'upstream_unreachable',
    (upstream: string, reason: string) =>
      `The language-model service ${upstream} could not be reached: ${reason}. Try again; if it stays, tell an administrator.`,
  ),
  inside: badGateway(
    'upstream_inside',
    (upstream: string, reason: string) => `The language-model service ${upstream} was not called: ${reason}.`,
  ),
  tooSlow: {
    status: 504,
    code: 'upstream_timeout',
    message: (upstream: string, seconds: number) =>
      `The language-model service ${upstream} said nothing for ${seconds} seconds. Try again, or ask for a shorter answer.`,
  },
  failed: badGateway(
    'upstream_failed',
    (upstream: string, status: number, said: string) =>
      `The language-model service ${upstream} answered ${status}${said === '' ? '' : `: ${said}`}. Try again later.`,
  ),
  refusedUs: badGateway(
    'upstream_refused_key',
    (upstream: string, status: number) =>
      `The language-model service ${upstream} did not accept the key this installation has for it (${status}). ` +
      'Tell an administrator; your own key is fine.',
  ),
  busy: {
    status: 429,
    code: 'upstream_rate_limited',
    message: (upstream: string, said: string) =>
      `The language-model service ${upstream} takes no more calls right now${said === '' ? '' : `: ${said}`}. Try again later.`,
  },
  malformed: badGateway(
    'upstream_malformed',
    (upstream: string, reason: string) =>
      `The language-model service ${upstream} answered something that is no chat completion: ${reason}. Tell an administrator.`,
  ),
  cut: badGateway(
    'upstream_cut',
    (upstream: string, reason: string) =>
      `The answer of the language-model service ${upstream} broke off: ${reason}. What you have of it is not complete; try again.`,
  ),
  // Nobody reads it: the caller has hung up.
  callerGone: { status: 499, code: 'caller_gone', message: () => 'The caller hung up before the answer was complete.' },
});
