import { setTimeout as pause } from 'node:timers/promises';
import { type CallOptions, call } from '../support/call.ts';
import { follow } from '../support/follow.ts';
import { uploadProject } from './shops.ts';

/** A small table with a number and two classes to predict. */
export function housingCsv(rows = 200): string {
  const lines = ['size,age,town,price,sold'];
  for (let i = 0; i < rows; i++) {
    const [size, age, town] = [(i * 37) % 100, (i * 17) % 40, ['Oslo', 'Rome', 'Lima'][i % 3]];
    const price = 3 * size - age + ((i * 7919) % 13) / 5;
    lines.push(`${size},${age},${town},${price.toFixed(1)},${price > 130 ? 'yes' : 'no'}`);
  }
  return `${lines.join('\n')}\n`;
}

export async function autopilotDone(path: string, options: CallOptions): Promise<void> {
  for (;;) {
    const { body } = await call('GET', `${path}status/`, options);
    if (body.autopilotDone) return;
    await pause(200);
  }
}

/** A project with a leaderboard; answers its path. */
export async function modelledHousing(options: CallOptions, more: object = {}): Promise<string> {
  const { path = '' } = await follow(await uploadProject(housingCsv(), 'Housing', options), options);
  const json = { target: 'price', mode: 'quick', blendBestModels: false, ...more };
  await follow(await call('PATCH', `${path}aim/`, { ...options, json }), options);
  await autopilotDone(path, options);
  return path;
}

/** Follows a job inside a project to what it made. */
export async function jobDone(
  location: string | null,
  options: CallOptions,
): Promise<{ path?: string; message?: string }> {
  const path = new URL(location ?? '').pathname;
  for (;;) {
    const seen = await call('GET', path, options);
    if (seen.status === 303) return { path: new URL(seen.headers.get('location') ?? '').pathname };
    if (!['INITIALIZED', 'RUNNING'].includes(seen.body.status)) return { message: String(seen.body.message) };
    await pause(100);
  }
}
