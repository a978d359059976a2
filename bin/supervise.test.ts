import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';

const SUPERVISE = join(import.meta.dirname, 'supervise.js');

interface Outcome {
  readonly end: { readonly code: number; readonly signal: string | null };
  /** With what each start was launched, in order. */
  readonly starts: readonly string[];
  readonly said: string;
}

/** Watches over a program that notes its start and then does what `body` says. */
async function watchChild(body: string): Promise<Outcome> {
  const folder = mkdtempSync(join(tmpdir(), 'almanac-supervise-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const starts = join(folder, 'starts');
  const program = join(folder, 'program.mjs');
  writeFileSync(
    program,
    `import { appendFileSync } from 'node:fs';
     const launched = process.env.ALMANAC_LAUNCHED;
     appendFileSync(${JSON.stringify(starts)}, [launched, ...process.argv.slice(2)].join(' ') + '\\n');
     const ready = () => new Promise((sent) => process.send({ ready: true, port: 4711, graceSeconds: 0 }, sent));
     if (launched !== 'stop') { ${body} }`,
  );
  const script = `const { supervise } = await import(${JSON.stringify(SUPERVISE)});
    console.log(JSON.stringify(await supervise(process.execPath, [${JSON.stringify(program)}], process.env, [0])));`;
  const args = ['--input-type=module', '-e', script];
  const said = await new Promise<string>((resolve) => {
    execFile(process.execPath, args, { env: { PATH: process.env.PATH } }, (_error, stdout) => resolve(stdout));
  });
  const end = JSON.parse(said.trim().split('\n').at(-1) ?? '');
  return { end, starts: readFileSync(starts, 'utf8').trim().split('\n'), said };
}

test('a first start that fails is told as it is', async () => {
  const { end, starts } = await watchChild('process.exit(3);');
  expect(end).toMatchObject({ code: 3, signal: null });
  expect(starts).toEqual(['0']);
});

test('one that ends by itself is not started again', async () => {
  const { end, starts } = await watchChild('await ready(); process.exit(0);');
  expect(end).toMatchObject({ code: 0, signal: null });
  expect(starts).toEqual(['0']);
});

test('one that dies in service is replaced, on the port it had', async () => {
  const { end, starts, said } = await watchChild(`
    await ready();
    if (launched === '0') process.kill(process.pid, 'SIGKILL');
    if (launched === '1') process.exit(70);
    process.exit(0);`);
  expect(end).toMatchObject({ code: 0, signal: null });
  expect(starts).toEqual(['0', '1 --port 4711', '2 --port 4711']);
  expect(said.match(/ended unexpectedly/g)).toHaveLength(2);
});

test('starts that fail again and again end in order, with how the last one ended', async () => {
  const { end, starts } = await watchChild(`
    if (launched !== '0') process.exit(3);
    await ready();
    process.kill(process.pid, 'SIGKILL');`);
  expect(end).toMatchObject({ code: 3, signal: null });
  expect(starts.slice(-2)).toEqual(['6 --port 4711', 'stop']);
  expect(starts).toHaveLength(8);
});

test('a server whose main thread hangs is killed once its grace is over', async () => {
  const { end, starts } = await watchChild(`
    process.on('SIGTERM', () => undefined);
    await ready();
    process.kill(process.ppid, 'SIGTERM');
    for (;;);`);
  expect(end).toMatchObject({ signal: 'SIGKILL' });
  expect(starts).toEqual(['0', 'stop']);
});
