import { catalogue } from '#platform/http/problem.ts';

export const SessionProblems = catalogue({
  otherSite: {
    status: 403,
    code: 'accounts.other_site',
    message: (method: string) =>
      `${method} with the session cookie is only taken from this server's own pages. ` +
      'From elsewhere send the header Authorization: Bearer <API key>.',
  },
});
