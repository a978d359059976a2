/** Where the day began, in UTC as quotas count it. */
export const midnight = (now: Date): string => `${now.toISOString().slice(0, 10)}T00:00:00.000Z`;
