import type { Dispatcher } from 'undici';
import type { Config } from '#config';
import { guardedAgent } from '#platform/net/guarded-agent.ts';

const IDLE_MS = 30_000;

/** Connections are kept for the next call; they go to the open internet and to what is allowed inside. */
export const workloadAgent = (config: Config): Dispatcher =>
  guardedAgent(config, 'workload', {
    keepAliveTimeout: IDLE_MS,
    keepAliveMaxTimeout: IDLE_MS,
    bodyTimeout: 0, // a stream may be silent for long; whoever listens hangs up
  });
