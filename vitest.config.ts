import { defineConfig } from 'vitest/config';

/** No test asserts time. These only end what hangs, also on a machine that is busy with other things. */
const patience = { testTimeout: 120_000, hookTimeout: 120_000 };

export default defineConfig({
  test: {
    // Many tests wait for a database, a process or a browser: one worker per core keeps all cores busy.
    maxWorkers: '100%',
    projects: [
      { test: { ...patience, name: 'engine', include: ['engine/**/*.test.ts'] } },
      {
        test: {
          ...patience,
          name: 'server',
          include: ['server/**/*.test.ts', 'bin/**/*.test.ts', 'scripts/**/*.test.ts'],
          globalSetup: ['server/test/global-setup.ts'],
        },
      },
      { test: { ...patience, name: 'console', include: ['console/**/*.test.{ts,tsx}'] } },
    ],
  },
});
