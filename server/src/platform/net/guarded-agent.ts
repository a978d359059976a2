import { Agent } from 'undici';
import type { Config } from '#config';
import { guardedConnector } from './guarded-connect.ts';
import { allowedInside, type OutboundKind } from './reach.ts';

const CONNECT_MS = 10_000;
const agents = new WeakMap<Config, Map<OutboundKind, Agent>>();

/** The agent of one kind of call, which connects to nothing inside that is not allowed. Its connections are kept. */
export function guardedAgent(config: Config, kind: OutboundKind, options: Omit<Agent.Options, 'connect'> = {}): Agent {
  const own = agents.get(config) ?? new Map<OutboundKind, Agent>();
  agents.set(config, own);
  const connect = guardedConnector(allowedInside(config, kind), { timeout: CONNECT_MS });
  const agent = own.get(kind) ?? new Agent({ ...options, connect });
  own.set(kind, agent);
  return agent;
}
