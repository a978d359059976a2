// A reporter for vitest: notes errors that belong to no test, which a second run of the tests that failed must not hide.
// Servers that tests started note theirs in the same file (conformance/support/installation.ts).
import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const file = join(dirname(fileURLToPath(import.meta.url)), '..', '.cache', 'tests', 'unhandled-errors.log');

export const unhandledErrors = {
  clear: () => rmSync(file, { force: true }),
  read: () => (existsSync(file) ? readFileSync(file, 'utf8') : ''),
  note(text) {
    mkdirSync(dirname(file), { recursive: true });
    appendFileSync(file, `${text}\n`);
  },
};

// Vitest takes a reporter as the default export of its file.
// biome-ignore lint/style/noDefaultExport: see above
export default class UnhandledErrors {
  onTestRunEnd(_modules, errors) {
    for (const error of errors) unhandledErrors.note(error.stack ?? error.message ?? String(error));
  }
}
