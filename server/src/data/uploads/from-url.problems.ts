import { catalogue } from '#platform/http/problem.ts';

export const FromUrlProblems = catalogue({
  notOutside: {
    status: 422,
    code: 'data.url_not_outside',
    message: (host: string) =>
      `${host} is not on the open internet (it is a loopback, private, link-local or reserved address), so nothing is ` +
      'fetched from it. Upload the file, or ask whoever runs the installation to add the host to ' +
      'ALMANAC_ALLOWED_INSIDE_HOSTS (or to ALMANAC_FETCH_ALLOWED_HOSTS, for files and workloads alone).',
  },
  unknownHost: {
    status: 422,
    code: 'data.url_unknown_host',
    message: (host: string) => `There is no host ${host}: its name has no address. Check the spelling of the URL.`,
  },
  wrongUrl: {
    status: 422,
    code: 'data.url_wrong',
    message: (reason: string) => `The file cannot be fetched: ${reason}.`,
  },
  tooManyRedirects: {
    status: 422,
    code: 'data.url_redirects',
    message: (host: string, most: number) =>
      `${host} sent us on more than ${most} times without giving a file. Use the address the file is at.`,
  },
  answered: {
    status: 422,
    code: 'data.url_answered',
    message: (host: string, status: number) =>
      `${host} answered ${status} instead of a file. Check that the URL opens without signing in.`,
  },
  unreachable: {
    status: 422,
    code: 'data.url_unreachable',
    message: (host: string, reason: string) =>
      `${host} could not be reached, or broke off before the end (${reason}). Try again, or upload the file.`,
  },
  tooLarge: {
    status: 413,
    code: 'data.url_too_large',
    message: (host: string, most: number) =>
      `The file at ${host} has more than ${most} bytes, the most that is fetched (ALMANAC_MAX_UPLOAD_BYTES).`,
  },
  tooSlow: {
    status: 422,
    code: 'data.url_too_slow',
    message: (host: string, seconds: number) =>
      `The file at ${host} had not arrived after ${seconds} seconds. Try again when it is faster, or upload the file.`,
  },
});
