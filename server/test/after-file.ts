/** What the test file at hand has opened; the files of a worker follow each other. */
const opened: (() => unknown)[] = [];

/**
 * Closes something when the test file is over, the newest first. `afterAll` would do at the top of a file, but it is lost inside
 * of `beforeAll`, where many tests open what they need: their connections then stay until no test gets one any more.
 */
export function afterFile(close: () => unknown): void {
  opened.push(close);
}

export async function closeOpened(): Promise<void> {
  for (const close of opened.splice(0).reverse()) await close();
}
