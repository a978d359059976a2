import { expect, test } from 'vitest';
import type { Platform, ServiceDefinition } from './context.ts';
import { ServiceRegistry } from './services.ts';

const platform = { config: { port: 1 } } as unknown as Platform;
const counter: ServiceDefinition<{ port: number }> = { name: 'counter', open: ({ config }) => ({ port: config.port }) };
const started: ServiceDefinition<{ at: number }> = { name: 'started' };

test('a service is opened once, at its first use, with the platform', () => {
  const services = new ServiceRegistry(() => platform);
  expect(services.find(counter)).toBeUndefined();
  const first = services.get(counter);
  expect(first).toEqual({ port: 1 });
  expect(services.get(counter)).toBe(first);
});

test('a service that nobody started says so by name', () => {
  const services = new ServiceRegistry(() => platform);
  expect(() => services.get(started)).toThrow('"started" was not started');
  services.set(started, { at: 3 });
  expect(services.get(started)).toEqual({ at: 3 });
});

test('a removed service is opened anew', () => {
  const services = new ServiceRegistry(() => platform);
  const first = services.get(counter);
  expect(services.remove(counter)).toBe(first);
  expect(services.get(counter)).not.toBe(first);
});
