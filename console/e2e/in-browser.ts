import { describe } from 'vitest';
import { chromiumProgram } from './browser.ts';

/** Tests that drive a real browser. Without one they are skipped, and say what would make them run. */
export function inBrowser(name: string, tests: () => void): void {
  if (chromiumProgram !== undefined) describe(name, { timeout: 60_000 }, tests);
  else describe.skip(`${name} (skipped: no Chromium on the PATH; apt-get install chromium)`, tests);
}
