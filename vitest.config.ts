import { defineConfig } from 'vitest/config';

const shared = {
  // No test asserts time. These only end what hangs, also on a machine that is busy with other things.
  testTimeout: 120_000,
  hookTimeout: 120_000,
  // Files follow each other in one process per worker, which loads the application once instead of for every file.
  // Tests keep their state in databases and folders of their own: server/test/architecture/shared-process.test.ts.
  isolate: false,
};

export default defineConfig({
  test: {
    // Many tests wait for a database, a process or a browser: one worker per core keeps all cores busy.
    maxWorkers: '100%',
    projects: [
      { test: { ...shared, name: 'engine', include: ['engine/**/*.test.ts'] } },
      {
        test: {
          ...shared,
          name: 'server',
          include: ['server/**/*.test.ts', 'bin/**/*.test.ts', 'scripts/**/*.test.ts', 'mutants/*.test.ts'],
          globalSetup: ['server/test/global-setup.ts'],
          setupFiles: ['server/test/setup.ts'],
        },
      },
      { test: { ...shared, name: 'console', include: ['console/**/*.test.{ts,tsx}'] } },
    ],
  },
});
