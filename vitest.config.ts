import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    projects: [
      { test: { name: 'engine', include: ['engine/**/*.test.ts'] } },
      {
        test: {
          name: 'server',
          include: ['server/**/*.test.ts', 'bin/**/*.test.ts', 'scripts/**/*.test.ts'],
          testTimeout: 30_000,
          hookTimeout: 30_000,
          globalSetup: ['server/test/global-setup.ts'],
        },
      },
      { test: { name: 'console', include: ['console/**/*.test.{ts,tsx}'] } },
    ],
  },
});
