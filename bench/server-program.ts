import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..');

/** The server's program, built first. Without the launcher, so that the process that is measured or killed is the server. */
export function serverProgram(): string {
  execFileSync(process.execPath, [join(ROOT, 'scripts/build.js')], { stdio: 'inherit' });
  return join(ROOT, 'server/dist/cli.js');
}
