import type { PredictionRecord } from '#deployments';
import type { DeletedPeriod } from './deletion.rules.ts';

/** A deletion somebody asked for. */
export interface Doom extends DeletedPeriod {
  readonly modelId: string;
  readonly askedAt: Date;
}

/** Whether what is known of this moment has been deleted; null asks for a batch, which goes only as a whole. */
export type IsGone = (time: number | null) => boolean;

const nothingIsGone: IsGone = () => false;

/**
 * What was asked to be deleted while a record was on its way to be learned from. Answers tell when they were made. Times
 * of reports and replays may lie long before they were sent, so for them the moment their segment was written counts.
 */
export function goneOf(dooms: readonly Doom[], record: PredictionRecord, writtenAt: Date): IsGone {
  if (dooms.length === 0) return nothingIsGone;
  const isLater = record.source === 'reported' || record.source === 'challenger';
  const madeAt = isLater ? writtenAt.getTime() : record.at;
  const ours = dooms.filter(({ modelId, askedAt }) => modelId === record.modelId && madeAt <= askedAt.getTime());
  if (ours.length === 0) return nothingIsGone;
  return (time) =>
    ours.some(({ start, end }) => {
      if (start === null && end === null) return true;
      return time !== null && (start === null || time >= start.getTime()) && (end === null || time < end.getTime());
    });
}
