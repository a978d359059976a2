import { isNoSpace } from '#platform/storage/no-space.ts';

/** Why records are not written at the moment. They wait in memory, and on disk, until they can be. */
export interface RecordingTrouble {
  readonly since: Date;
  readonly isFull: boolean;
  /** A sentence for whoever looks after the server. */
  readonly reason: string;
}

export interface RecordingState {
  /** Records in memory only. */
  readonly bufferedRecords: number;
  readonly bufferedBytes: number;
  /** Records lost since the process began: there was no room for them in memory either. */
  readonly dropped: number;
  readonly trouble: RecordingTrouble | null;
}

export function troubleOf(error: unknown, before: RecordingTrouble | null, now: Date): RecordingTrouble {
  const isFull = isNoSpace(error);
  const code = (error as NodeJS.ErrnoException)?.code;
  const reason = isFull
    ? 'Predictions are answered but not recorded: the disk of the data folder (ALMANAC_DATA_DIR) has no space left. ' +
      'Free space; what waits is recorded then.'
    : `Predictions are answered but not recorded: prediction-log in the data folder cannot be written (${code ?? 'see the log'}).`;
  return { since: before?.since ?? now, isFull, reason };
}
