import type { Platform } from '#platform/context.ts';
import { countUses, type UseCounter } from './count-uses.ts';
import { hasUsageTable } from './show-uses.ts';

const nowhere: UseCounter = { note: () => undefined, write: async () => undefined, close: async () => undefined };

/** Counting goes on only where there is a table to show. */
export const usesOfDeprecatedRoutes = (platform: Platform): UseCounter =>
  hasUsageTable(platform.config) ? countUses(platform) : nowhere;
