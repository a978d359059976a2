import { lookup } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { Agent, buildConnector } from 'undici';
import type { Config } from '#config';
import { bareHost, isNoMachine, mayReach, type Target } from './address.rules.ts';
import { allowedInside, insideSentence, nowhereSentence, type OutboundKind } from './reach.ts';

/** A connection that was not made. It does not say which address a name leads to: inside, that is nobody's business. */
export class InsideAddress extends Error {
  override readonly name = 'InsideAddress';

  constructor({ hostname }: Target, isNever: boolean) {
    super(isNever ? nowhereSentence(hostname) : insideSentence(hostname));
  }
}

/**
 * Looks names up as the machine does, and at every address a name leads to at the moment of the call: a name may change
 * its mind after it was checked.
 */
function guardedLookup(target: Target, allowed: readonly string[]): LookupFunction {
  return (host, options, done) => {
    lookup(host, { ...options, all: true }, (error, found) => {
      const refused = found?.find(({ address }) => !mayReach(target, address, allowed));
      const refusal = refused === undefined ? error : new InsideAddress(target, isNoMachine(refused.address));
      const [first] = found ?? [];
      if (refusal) done(refusal as NodeJS.ErrnoException, '');
      else if (options.all) done(null, found);
      else done(null, first?.address ?? '', first?.family);
    });
  };
}

const MOST_KEPT = 1000;

/**
 * For the `connect` option of an undici agent: makes connections to the open internet and to what is allowed inside,
 * and to nothing else, however the address is written and whatever the caller checked before.
 */
export function guardedConnector(
  allowed: readonly string[],
  options: buildConnector.BuildOptions,
): buildConnector.connector {
  // One a target, since each remembers its TLS sessions.
  const connectors = new Map<string, buildConnector.connector>();
  return (asked, done) => {
    const port = Number(asked.port || (asked.protocol === 'https:' ? 443 : 80));
    const target = { hostname: asked.hostname, port };
    const host = bareHost(asked.hostname);
    // An address written as a number is not looked up.
    if (isIP(host) !== 0 && !mayReach(target, host, allowed)) {
      queueMicrotask(() => done(new InsideAddress(target, isNoMachine(host)), null));
      return;
    }
    const key = `${host} ${port}`;
    const connector = connectors.get(key) ?? buildConnector({ ...options, lookup: guardedLookup(target, allowed) });
    if (connectors.size >= MOST_KEPT) connectors.clear();
    connectors.set(key, connector);
    connector(asked, done);
  };
}

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
