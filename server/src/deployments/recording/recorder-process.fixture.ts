import { readConfig } from '#config';
import { createLogger } from '#platform/log/logger.ts';
import { openPlatform } from '../../open-platform.ts';
import { createRecorder } from './recorder.ts';
import { aRecord } from './recording.fixtures.ts';

/** Started as a process of its own, to be killed: notes a record every few milliseconds and says so with the time. */
const [, script, databaseUrl, dataDir, organizationId] = process.argv;
if (databaseUrl && dataDir && organizationId && script === import.meta.filename) {
  const config = readConfig({ ALMANAC_DATA_DIR: dataDir, ALMANAC_LOG_LEVEL: 'silent' });
  const log = createLogger(config.logLevel, 'test');
  const { platform } = await openPlatform(config, { databaseUrl, role: 'test', log, connections: 2 });
  const recorder = createRecorder(platform);
  for (let n = 0; ; n += 1) {
    recorder.note(aRecord(organizationId, { at: n }));
    console.log(`${n} ${Math.round(performance.now())}`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
