import { defineConfig } from 'vitest/config';

const shared = {
  root: import.meta.dirname,
  globalSetup: ['support/global-setup.ts'],
  testTimeout: 120_000,
  // Starting a server and installing a client both happen in hooks.
  hookTimeout: 600_000,
};

export default defineConfig({
  test: {
    // Real clients mostly wait between two looks at a job: more of them than cores cost nothing.
    maxWorkers: 4,
    maxConcurrency: 4,
    projects: [
      {
        test: { ...shared, name: 'blackBox', include: ['**/*.test.ts'], exclude: ['clients/**', '**/node_modules/**'] },
      },
      {
        test: {
          ...shared,
          name: 'clients',
          include: ['clients/**/*.test.ts'],
          env: { CONFORMANCE_SUITE: 'clients' },
        },
      },
    ],
  },
});
