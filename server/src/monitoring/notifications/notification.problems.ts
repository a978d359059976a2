import { catalogue } from '#platform/http/problem.ts';

export const NotificationProblems = catalogue({
  noSuchChannel: {
    status: 404,
    code: 'notification.no_such_channel',
    message: (id: string) =>
      `No notification channel ${id} for this deployment. GET entityNotificationChannels/ lists them.`,
  },
  noSuchPolicy: {
    status: 404,
    code: 'notification.no_such_policy',
    message: (id: string) =>
      `No notification policy ${id} for this deployment. GET entityNotificationPolicies/ lists them.`,
  },
  tooMany: {
    status: 409,
    code: 'notification.too_many',
    message: (what: string, most: number) => `A deployment has at most ${most} ${what}. Delete one first.`,
  },
  tooSoon: {
    status: 429,
    code: 'notification.too_soon',
    message: (seconds: number) => `The channel was tested a moment ago. Wait ${seconds} seconds before the next test.`,
    retryAfter: 10,
  },
  /** Ends a delivery for good: what was said would be said again. */
  refused: {
    status: 422,
    code: 'notification.refused',
    message: (target: string, why: string) =>
      `The notification was not taken by ${target}: ${why}. It is not sent again.`,
  },
});
