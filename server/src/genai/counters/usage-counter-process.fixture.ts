import { readConfig } from '#config';
import { createLogger } from '#platform/log/logger.ts';
import { openPlatform } from '../../open-platform.ts';
import { createUsageCounter } from './usage-counter.ts';

/** Started as a process of its own, to be killed: counts without a pause, and says each count it was promised. */
const [, script, databaseUrl, dataDir, organizationId, userId] = process.argv;
if (databaseUrl && dataDir && organizationId && userId && script === import.meta.filename) {
  const config = readConfig({ ALMANAC_DATA_DIR: dataDir, ALMANAC_LOG_LEVEL: 'silent' });
  const log = createLogger(config.logLevel, 'test');
  const { platform } = await openPlatform(config, { databaseUrl, role: 'test', log, connections: 2 });
  const counting = createUsageCounter(platform);
  for (let n = 1; ; n++) {
    await counting.count({ organizationId, userId, counter: 'llmApiCalls' });
    console.log(n);
  }
}
