import { HOUR_MS } from '../scope/period.rules.ts';

/** Where a prediction counts. */
export interface AggregateKey {
  /** Empty: in its hour. */
  readonly batchId: string;
  readonly hour: Date;
}

/** A batch is kept whole, under the first hour there is. */
const WHOLE_BATCH = new Date(0);

/** A prediction counts in its hour and, if it belongs to one, in its batch. */
export function aggregateKeys(at: number, batchId: string | null): AggregateKey[] {
  const hourly = { batchId: '', hour: new Date(Math.floor(at / HOUR_MS) * HOUR_MS) };
  return batchId === null ? [hourly] : [hourly, { batchId, hour: WHOLE_BATCH }];
}
