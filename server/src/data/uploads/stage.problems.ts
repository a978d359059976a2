import { catalogue } from '#platform/http/problem.ts';
import { MOST_PARTS } from './stage.rules.ts';

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
