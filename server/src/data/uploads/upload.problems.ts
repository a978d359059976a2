import { catalogue } from '#platform/http/problem.ts';
import { MOST_PARTS } from './stage.schema.ts';

export const StageProblems = catalogue({
  noSuchStage: {
    status: 404,
    code: 'data.no_such_stage',
    message: (id: string) =>
      `You have no data stage ${id}: stages belong to who made them and end a day after they were last used. POST dataStages/ makes one.`,
  },
  noSuchPart: {
    status: 404,
    code: 'data.no_such_part',
    message: (text: string) => `There is no part ${JSON.stringify(text)}: parts are numbered from 1 to ${MOST_PARTS}.`,
  },
  noFile: {
    status: 422,
    code: 'data.part_without_file',
    message: (fields: string) =>
      `A part is sent as multipart/form-data with one file in the field "file"; got ${fields || 'nothing'}.`,
  },
  alreadyFinal: {
    status: 409,
    code: 'data.stage_finalized',
    message: (id: string) =>
      `The data stage ${id} is finalized and takes no more parts. POST dataStages/ makes another.`,
  },
  notFinal: {
    status: 422,
    code: 'data.stage_not_finalized',
    message: (id: string) =>
      `The data stage ${id} is not finalized. POST dataStages/${id}/finalize/ when all parts are there.`,
  },
  noParts: {
    status: 422,
    code: 'data.stage_empty',
    message: (id: string) => `The data stage ${id} has no parts. PUT dataStages/${id}/parts/1/ sends the first.`,
  },
  partsMissing: {
    status: 422,
    code: 'data.parts_missing',
    message: (missing: readonly number[]) =>
      `Of the parts before the last, these are missing: ${missing.slice(0, 20).join(', ')}` +
      `${missing.length > 20 ? ` and ${missing.length - 20} more` : ''}. Send them, then finalize again.`,
  },
  tooLarge: {
    status: 413,
    code: 'data.stage_too_large',
    message: (bytes: number, most: number) =>
      `With this part the file would have ${bytes} bytes; ${most} is the most (ALMANAC_MAX_UPLOAD_BYTES).`,
  },
});

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
