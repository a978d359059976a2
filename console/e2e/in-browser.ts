import { describe } from 'vitest';
import { chromiumProgram } from './browser.ts';

/** Tests that drive a real browser. Without one they are skipped, and say what would make them run. */
export function inBrowser(name: string, tests: () => void): void {
  const missing = chromiumProgram === undefined;
  const title = missing ? `${name} (skipped: no Chromium on the PATH; apt-get install chromium)` : name;
  describe.skipIf(missing)(title, { timeout: 60_000 }, tests);
}
