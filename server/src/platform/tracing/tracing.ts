import { context, propagation, trace } from '@opentelemetry/api';
import type { Config } from '#config';

/** How long a batch is tried, and so how long a collector that is away delays stopping. */
const PATIENCE_MS = 2_000;

/**
 * Sends traces to the collector when one is configured; otherwise every span costs nothing. The SDK is large and
 * optional, so it is loaded only here. Answers how to stop, which sends what is still held.
 */
export async function startTracing(config: Pick<Config, 'otlpUrl'>, service: string): Promise<() => Promise<void>> {
  if (config.otlpUrl === null) return async () => undefined;
  const { NodeTracerProvider, BatchSpanProcessor, OTLPTraceExporter, resourceFromAttributes } = await loadSdk();
  const exporter = new OTLPTraceExporter({ url: tracesAddress(config.otlpUrl), timeoutMillis: PATIENCE_MS });
  const provider = new NodeTracerProvider({
    resource: resourceFromAttributes({ 'service.name': service, 'process.pid': process.pid }),
    spanProcessors: [new BatchSpanProcessor(exporter)],
  });
  provider.register();
  return async () => {
    // A collector that is away must not keep the server from stopping.
    await provider.shutdown().catch(() => undefined);
    for (const part of [trace, context, propagation]) part.disable();
  };
}

/** The setting names the collector; traces have their own path on it, unless the setting already ends with that. */
export function tracesAddress(collector: string): string {
  const url = new URL(collector);
  if (!url.pathname.endsWith('/v1/traces')) url.pathname = `${url.pathname.replace(/\/$/, '')}/v1/traces`;
  return url.href;
}

async function loadSdk() {
  try {
    const [sdk, exporter, resources] = await Promise.all([
      import('@opentelemetry/sdk-trace-node'),
      import('@opentelemetry/exporter-trace-otlp-http'),
      import('@opentelemetry/resources'),
    ]);
    return { ...sdk, ...exporter, ...resources };
  } catch (cause) {
    throw new Error(
      'ALMANAC_OTLP_URL is set, but the OpenTelemetry packages could not be loaded. Run npm ci without --omit=optional, ' +
        'or unset ALMANAC_OTLP_URL.',
      { cause },
    );
  }
}
