import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Platform } from '../context.ts';
import { countJobs } from '../jobs/status.store.ts';
import { failureCounts, restartCounts } from '../process-failures.ts';

interface SeenRequest {
  readonly operation: string;
  readonly method: string;
  readonly status: number;
  readonly seconds: number;
}

interface Metrics {
  /** In Prometheus text format. */
  text(): Promise<string>;
  observeRequest(seen: SeenRequest): void;
  /** Where modules register their own metrics. */
  readonly registry: Registry;
  close(): void;
}

/** From a point read to a large upload. */
const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 120];

/** One registry per server: nothing is shared through globals, so several servers fit in one process. */
export function createMetrics({ db, log }: Pick<Platform, 'db' | 'log'>): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const registers = [registry];
  const durations = new Histogram({
    name: 'almanac_http_request_duration_seconds',
    help: 'Time from the first byte of a request to the last byte of its answer',
    labelNames: ['operation', 'method', 'status'],
    buckets: SECONDS,
    registers,
  });
  const scrapeFailures = new Counter({
    name: 'almanac_scrape_failures_total',
    help: 'Scrapes that could not count the jobs because the database did not answer',
    registers,
  });
  new Gauge({
    name: 'almanac_database_connections',
    help: 'Connections of this process to the database',
    labelNames: ['state'],
    registers,
    collect() {
      this.set({ state: 'open' }, db.pool.totalCount);
      this.set({ state: 'idle' }, db.pool.idleCount);
      this.set({ state: 'awaited' }, db.pool.waitingCount);
    },
  });
  new Gauge({
    name: 'almanac_jobs',
    help: 'Jobs of the whole installation by kind and state; ended ones for an hour',
    labelNames: ['kind', 'state'],
    registers,
    async collect() {
      try {
        const counts = await countJobs(db.queries);
        this.reset();
        for (const { kind, status, jobs } of counts) this.set({ kind, state: status }, jobs);
      } catch (err) {
        // The other figures matter most when the database is away.
        scrapeFailures.inc();
        log.warn({ err }, 'The jobs could not be counted');
      }
    },
  });
  addProcessMetrics(registers);
  return {
    registry,
    text: () => registry.metrics(),
    observeRequest: observer(durations),
    close: () => registry.clear(),
  };
}

/** Keeps the series of each kind of request at hand: finding it by its labels costs more than counting. */
function observer(durations: Histogram<'operation' | 'method' | 'status'>): Metrics['observeRequest'] {
  const series = new Map<string, { observe(seconds: number): void }>();
  return ({ operation, method, status, seconds }) => {
    const name = `${operation} ${method} ${status}`;
    let own = series.get(name);
    if (own === undefined) {
      own = durations.labels({ operation, method, status: String(status) });
      series.set(name, own);
    }
    own.observe(seconds);
  };
}

/** Failures and restarts of the processes themselves: all of them stay at zero while nothing is wrong with the program. */
function addProcessMetrics(registers: Registry[]): void {
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
