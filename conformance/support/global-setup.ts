import type { TestProject } from 'vitest/node';
import { type DrivenBy, recordDriven } from './driven.ts';
import { startInstallation } from './installation.ts';

declare module 'vitest' {
  interface ProvidedContext {
    target: Target;
  }
}

/** What the suites run against: ours, or any server that speaks the API. */
export interface Target {
  readonly url: string;
  readonly adminKey: string;
  readonly adminUsername: string;
  readonly adminPassword: string;
}

/** With CONFORMANCE_URL and CONFORMANCE_KEY any base address can be judged; without them a fresh server is started. */
export async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  const { CONFORMANCE_URL, CONFORMANCE_KEY, CONFORMANCE_USERNAME, CONFORMANCE_PASSWORD } = process.env;
  if (CONFORMANCE_URL) {
    project.provide('target', {
      url: CONFORMANCE_URL.replace(/\/+$/, ''),
      adminKey: CONFORMANCE_KEY ?? '',
      adminUsername: CONFORMANCE_USERNAME ?? '',
      adminPassword: CONFORMANCE_PASSWORD ?? '',
    });
    return undefined;
  }
  const installation = await startInstallation();
  const { url, adminKey, adminUsername, adminPassword } = installation;
  project.provide('target', { url, adminKey, adminUsername, adminPassword });
  return async () => {
    await recordDriven(project.name as DrivenBy, url);
    await installation.stop();
  };
}
