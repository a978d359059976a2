import { unhandledErrors } from '../../scripts/unhandled-errors.js';

/** What a server logs when something failed that no request and no job was told of. */
const DEFECT = /nobody handled it|nobody caught it/;
/** And when one of its processes ended: a defect too, unless the test killed it. */
const ENDED = /process ended unexpectedly|a worker process ended/;

/** The lines of a server's output that no run should show. */
export function defectsIn(output: string, { kills }: { readonly kills: boolean }): string[] {
  return output.split('\n').filter((line) => DEFECT.test(line) || (!kills && ENDED.test(line)));
}

/** Fails, and leaves a note that outlives a second run of failed tests. */
export function refuseDefects(output: string, options: { readonly kills: boolean }): void {
  const defects = defectsIn(output, options);
  if (defects.length === 0) return;
  const text = `The server had errors that nobody was told of:\n${defects.join('\n').slice(0, 8000)}`;
  unhandledErrors.note(text);
  throw new Error(text);
}
