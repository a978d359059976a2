import { Agent, type Dispatcher } from 'undici';
import type { Config } from '#config';
import { guardedAgent } from '#platform/net/guarded-connect.ts';
import type { Upstream } from '../catalogue/catalogue.ts';

const CONNECT_MS = 10_000;
const IDLE_MS = 30_000;

const connections = { keepAliveTimeout: IDLE_MS, keepAliveMaxTimeout: IDLE_MS, pipelining: 1 };
let trusted: Agent | null = null;

/**
 * Connections are kept for the next call; idle ones hold no process back. Whoever runs the installation names services
 * anywhere; those of an organization are on the open internet, or where the settings allow it.
 */
export function agentFor(config: Config, { fromSettings }: Upstream): Dispatcher {
  if (!fromSettings) return guardedAgent(config, 'languageModel', connections);
  trusted ??= new Agent({ ...connections, connect: { timeout: CONNECT_MS } });
  return trusted;
}
