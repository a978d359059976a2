import { Counter, Gauge, type Registry } from 'prom-client';
import type { Platform } from '#platform/context.ts';
import { getRecorder } from './recorder.ts';

/** What waits to be recorded in this process, and what was lost, as figures to watch. */
export function meterRecording(registry: Registry, platform: Platform): void {
  const registers = [registry];
  new Gauge({
    name: 'almanac_recording_buffered_records',
    help: 'Prediction records in memory that are not on disk yet',
    registers,
    collect() {
      this.set(getRecorder(platform).state.bufferedRecords);
    },
  });
  new Counter({
    name: 'almanac_recording_dropped_total',
    help: 'Prediction records that were lost because they could not be written and the memory for them was full',
    registers,
    collect() {
      this.reset();
      this.inc(getRecorder(platform).state.dropped);
    },
  });
  new Gauge({
    name: 'almanac_recording_failing',
    help: '1 while prediction records cannot be written, else 0',
    registers,
    collect() {
      this.set(getRecorder(platform).state.trouble === null ? 0 : 1);
    },
  });
}
