import { catalogue, conflict, notFound, unprocessable } from '#platform/http/problem.ts';
import { MOST_PARTS } from './stage.schema.ts';

export const StageProblems = catalogue({
  noSuchStage: notFound(
    'data.no_such_stage',
    (id: string) =>
      `You have no data stage ${id}: stages belong to who made them and end a day after they were last used. POST dataStages/ makes one.`,
  ),
  noSuchPart: notFound(
    'data.no_such_part',
    (text: string) => `There is no part ${JSON.stringify(text)}: parts are numbered from 1 to ${MOST_PARTS}.`,
  ),
  noFile: unprocessable(
    'data.part_without_file',
    (fields: string) =>
      `A part is sent as multipart/form-data with one file in the field "file"; got ${fields || 'nothing'}.`,
  ),
  alreadyFinal: conflict(
    'data.stage_finalized',
    (id: string) => `The data stage ${id} is finalized and takes no more parts. POST dataStages/ makes another.`,
  ),
  notFinal: unprocessable(
    'data.stage_not_finalized',
    (id: string) => `The data stage ${id} is not finalized. POST dataStages/${id}/finalize/ when all parts are there.`,
  ),
  noParts: unprocessable(
    'data.stage_empty',
    (id: string) => `The data stage ${id} has no parts. PUT dataStages/${id}/parts/1/ sends the first.`,
  ),
  partsMissing: unprocessable(
    'data.parts_missing',
    (missing: readonly number[]) =>
      `Of the parts before the last, these are missing: ${missing.slice(0, 20).join(', ')}` +
      `${missing.length > 20 ? ` and ${missing.length - 20} more` : ''}. Send them, then finalize again.`,
  ),
  tooLarge: {
    status: 413,
    code: 'data.stage_too_large',
    message: (bytes: number, most: number) =>
      `With this part the file would have ${bytes} bytes; ${most} is the most (ALMANAC_MAX_UPLOAD_BYTES).`,
  },
});

export const FromUrlProblems = catalogue({
  notOutside: unprocessable(
    'data.url_not_outside',
    (host: string) =>
      `${host} is not on the open internet (it is a loopback, private, link-local or reserved address), so nothing is ` +
      'fetched from it. Upload the file, or ask whoever runs the installation to add the host to ' +
      'ALMANAC_ALLOWED_INSIDE_HOSTS (or to ALMANAC_FETCH_ALLOWED_HOSTS, for files and workloads alone).',
  ),
  unknownHost: unprocessable(
    'data.url_unknown_host',
    (host: string) => `There is no host ${host}: its name has no address. Check the spelling of the URL.`,
  ),
  wrongUrl: unprocessable('data.url_wrong', (reason: string) => `The file cannot be fetched: ${reason}.`),
  tooManyRedirects: unprocessable(
    'data.url_redirects',
    (host: string, most: number) =>
      `${host} sent us on more than ${most} times without giving a file. Use the address the file is at.`,
  ),
  answered: unprocessable(
    'data.url_answered',
    (host: string, status: number) =>
      `${host} answered ${status} instead of a file. Check that the URL opens without signing in.`,
  ),
  unreachable: unprocessable(
    'data.url_unreachable',
    (host: string, reason: string) =>
      `${host} could not be reached, or broke off before the end (${reason}). Try again, or upload the file.`,
  ),
  tooLarge: {
    status: 413,
    code: 'data.url_too_large',
    message: (host: string, most: number) =>
      `The file at ${host} has more than ${most} bytes, the most that is fetched (ALMANAC_MAX_UPLOAD_BYTES).`,
  },
  tooSlow: unprocessable(
    'data.url_too_slow',
    (host: string, seconds: number) =>
      `The file at ${host} had not arrived after ${seconds} seconds. Try again when it is faster, or upload the file.`,
  ),
});
