import { catalogue, conflict, notFound, unprocessable } from '#platform/http/problem.ts';

export const NotificationProblems = catalogue({
  noSuchChannel: notFound(
    'notification.no_such_channel',
    (id: string) => `No notification channel ${id} for this deployment. GET entityNotificationChannels/ lists them.`,
  ),
  noSuchPolicy: notFound(
    'notification.no_such_policy',
    (id: string) => `No notification policy ${id} for this deployment. GET entityNotificationPolicies/ lists them.`,
  ),
  tooMany: conflict(
    'notification.too_many',
    (what: string, most: number) => `A deployment has at most ${most} ${what}. Delete one first.`,
  ),
  tooSoon: {
    status: 429,
    code: 'notification.too_soon',
    message: (seconds: number) => `The channel was tested a moment ago. Wait ${seconds} seconds before the next test.`,
    retryAfter: 10,
  },
  /** Ends a delivery for good: what was said would be said again. */
  refused: unprocessable(
    'notification.refused',
    (target: string, why: string) => `The notification was not taken by ${target}: ${why}. It is not sent again.`,
  ),
});
