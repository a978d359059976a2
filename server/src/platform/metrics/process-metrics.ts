import { Counter, type Registry } from 'prom-client';
import { failureCounts, restartCounts } from '../process-failures.ts';

/** Failures and restarts of the processes themselves: all of them stay at zero while nothing is wrong with the program. */
export function addProcessMetrics(registers: Registry[]): void {
  new Counter({
    name: 'almanac_unhandled_errors_total',
    help: 'Errors that no request and no job was told of, by process and kind: rejection, exception, background',
    labelNames: ['role', 'kind'],
    registers,
    collect() {
      this.reset();
      for (const { role, kind, count } of failureCounts()) this.inc({ role, kind }, count);
    },
  });
  new Counter({
    name: 'almanac_server_restarts_total',
    help: 'Server processes that ended unexpectedly and were replaced, since the launcher started',
    registers,
    collect() {
      this.reset();
      this.inc(restartCounts().server);
    },
  });
  new Counter({
    name: 'almanac_worker_restarts_total',
    help: 'Worker processes that ended unexpectedly, since this server process started',
    registers,
    collect() {
      this.reset();
      this.inc(restartCounts().worker);
    },
  });
}
