import { setTimeout as pause } from 'node:timers/promises';
import { type CallOptions, call } from '../../support/call.ts';
import { follow } from '../../support/follow.ts';
import { shopsCsv, shopsProject } from '../shops.ts';

/** A project whose autopilot has just started. */
export async function startedProject(options: CallOptions): Promise<string> {
  const path = await shopsProject(options, shopsCsv(6, 150));
  const columns = { datetimePartitionColumn: 'date', multiseriesIdColumns: ['store'] };
  await follow(await call('POST', `${path}multiseriesProperties/`, { ...options, json: columns }), options);
  const aim = { target: 'sales', mode: 'quick', useTimeSeries: true, numberOfBacktests: 2, ...columns };
  await follow(await call('PATCH', `${path}aim/`, { ...options, json: aim }), options);
  return path;
}

interface Listed {
  readonly id: string;
  readonly modelType: string;
  readonly modelNumber: number;
  readonly isFrozen: boolean;
  readonly metrics: Readonly<Record<string, { readonly backtesting: number | null }>>;
}

export async function models(path: string, options: CallOptions): Promise<readonly Listed[]> {
  return (await call('GET', `${path}modelRecords/?sortByPartition=backtesting`, options)).body.data;
}

/** Waits for the moment a kill hurts most: some models are there, others are being trained. */
export async function halfWay(path: string, options: CallOptions): Promise<readonly Listed[]> {
  for (;;) {
    const finished = await models(path, options);
    const { body } = await call('GET', `${path}modelJobs/?status=inprogress`, options);
    if (finished.length >= 2 && body.length > 0) return finished;
    await pause(50);
  }
}

export async function untilDone(path: string, options: CallOptions): Promise<void> {
  for (;;) {
    const { body } = await call('GET', `${path}status/`, options);
    if (body.autopilotDone) return;
    await pause(300);
  }
}

/** What was trained and how good it is, without what differs from project to project. */
export async function board(path: string, options: CallOptions): Promise<readonly string[]> {
  const rows = await models(path, options);
  return rows
    .map(({ modelType, isFrozen, metrics }) => `${modelType} ${isFrozen} ${metrics.MASE?.backtesting?.toFixed(6)}`)
    .sort();
}
