import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    root: import.meta.dirname,
    include: ['**/*.test.ts'],
    globalSetup: ['support/global-setup.ts'],
    testTimeout: 120_000,
    hookTimeout: 300_000,
    // One server is shared by all suites; its throttles are per account, so suites make accounts of their own.
    maxWorkers: 2,
  },
});
