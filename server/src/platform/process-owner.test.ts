import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { hostname } from 'node:os';
import { expect, test } from 'vitest';
import { isOwnerGone, ownerOfThisProcess } from './process-owner.ts';

const ownerWith = (pid: number): string => `${hostname().replaceAll('_', '-')}~${pid}~0123456789ab`;

test('a process that runs is there, one that ended is gone', async () => {
  expect(isOwnerGone(ownerOfThisProcess())).toBe(false);
  const child = spawn('sleep', ['60']);
  const { pid = 0 } = child;
  expect(isOwnerGone(ownerWith(pid))).toBe(false);
  child.kill('SIGKILL');
  await once(child, 'exit');
  expect(isOwnerGone(ownerWith(pid))).toBe(true);
});

test.runIf(process.platform === 'linux')('a killed process is gone before its parent has collected it', async () => {
  // The shell becomes another program, which never asks what became of the child.
  const parent = spawn('sh', ['-c', 'sleep 60 & echo $!; exec sleep 60']);
  try {
    const [printed] = (await once(parent.stdout.setEncoding('utf8'), 'data')) as [string];
    const pid = Number(printed);
    expect(isOwnerGone(ownerWith(pid))).toBe(false);
    process.kill(pid, 'SIGKILL');
    await expect.poll(() => isOwnerGone(ownerWith(pid)), { timeout: 10_000 }).toBe(true);
    expect(() => process.kill(pid, 0)).not.toThrow();
  } finally {
    parent.kill('SIGKILL');
  }
});
