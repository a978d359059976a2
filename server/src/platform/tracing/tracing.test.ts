import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inSpan, traceCarrier } from './span.ts';
import { startTracing, tracesAddress } from './tracing.ts';

interface SentSpan {
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly kind: number;
  readonly status: { readonly code?: number };
  readonly attributes: readonly { readonly key: string; readonly value: { readonly stringValue?: string } }[];
}

/** A collector on this machine: takes OTLP over HTTP as any other would. */
const received: { path: string; service: string | undefined; spans: SentSpan[] }[] = [];
let collector: Server;
let address: string;
beforeAll(async () => {
  collector = createServer(async (request, response) => {
    const { resourceSpans } = JSON.parse((await buffer(request)).toString());
    for (const { resource, scopeSpans } of resourceSpans) {
      const service = resource.attributes.find((one: { key: string }) => one.key === 'service.name');
      const spans = scopeSpans.flatMap((scope: { spans: SentSpan[] }) => scope.spans);
      received.push({ path: request.url ?? '', service: service?.value.stringValue, spans });
    }
    response.setHeader('content-type', 'application/json').end('{}');
  }).listen(0, '127.0.0.1');
  await once(collector, 'listening');
  address = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`;
});
afterAll(() => {
  collector.closeAllConnections();
  collector.close();
});

describe('tracing', () => {
  it('does nothing, and hands on nothing, when no collector is configured', async () => {
    const stop = await startTracing({ otlpUrl: null }, 'almanac-test');
    expect(await inSpan('quiet', {}, async () => traceCarrier())).toEqual({});
    await stop();
    expect(received).toEqual([]);
  });

  it('sends spans with their family, also across processes, before it stops', async () => {
    const stop = await startTracing({ otlpUrl: address }, 'almanac-test');
    const carrier = await inSpan('request', { kind: 'server', attributes: { operation: 'x' } }, async () => {
      await inSpan('query', {}, async () => undefined);
      return traceCarrier();
    });
    const failing = inSpan('job', { kind: 'consumer', carrier }, async () => {
      throw new Error('no memory');
    });
    await expect(failing).rejects.toThrow('no memory');
    await stop();
    expect(received.map(({ path, service }) => ({ path, service }))).toEqual([
      { path: '/v1/traces', service: 'almanac-test' },
    ]);
    const byName = Object.fromEntries(received[0]?.spans.map((span) => [span.name, span]) ?? []);
    const { request, query, job } = byName;
    expect(Object.keys(byName).sort()).toEqual(['job', 'query', 'request']);
    expect(query?.parentSpanId).toBe(request?.spanId);
    expect(job?.parentSpanId).toBe(request?.spanId);
    expect(job?.traceId).toBe(request?.traceId);
    expect([request?.kind, query?.kind, job?.kind]).toEqual([2, 1, 5]);
    expect([request?.status.code ?? 0, job?.status.code]).toEqual([0, 2]);
    expect(carrier.traceparent).toBe(`00-${request?.traceId}-${request?.spanId}-01`);
  });

  it('stops although the collector is away', async () => {
    const stop = await startTracing({ otlpUrl: 'http://127.0.0.1:1' }, 'almanac-test');
    await inSpan('lost', {}, async () => undefined);
    await stop();
    expect(await inSpan('after', {}, async () => traceCarrier())).toEqual({});
  });

  it.each([
    ['http://host:4318', 'http://host:4318/v1/traces'],
    ['http://host:4318/', 'http://host:4318/v1/traces'],
    ['https://host/otlp/', 'https://host/otlp/v1/traces'],
    ['https://host/otlp/v1/traces', 'https://host/otlp/v1/traces'],
  ])('with the collector %s sends to %s', (collectorUrl, expected) => {
    expect(tracesAddress(collectorUrl)).toBe(expected);
  });
});
