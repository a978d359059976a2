import { type Attributes, context, propagation, type Span, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';

/** Where a trace continues: W3C `traceparent` and `tracestate`, as in HTTP headers. */
export type TraceCarrier = Readonly<Record<string, string | string[] | undefined>>;

export interface SpanOptions {
  readonly kind?: 'server' | 'consumer' | 'internal';
  readonly attributes?: Attributes;
  /** What came with the request or the job; without it the span belongs to the one that is open now. */
  readonly carrier?: TraceCarrier;
}

const KINDS = { server: SpanKind.SERVER, consumer: SpanKind.CONSUMER, internal: SpanKind.INTERNAL } as const;

/** Does the work inside a span: spans begun in it become its children. What it throws marks the span and goes on. */
export async function inSpan<T>(name: string, options: SpanOptions, work: (span: Span) => Promise<T>): Promise<T> {
  const parent = options.carrier ? propagation.extract(context.active(), options.carrier) : context.active();
  const settings = { kind: KINDS[options.kind ?? 'internal'], attributes: options.attributes ?? {} };
  return trace.getTracer('almanac').startActiveSpan(name, settings, parent, async (span) => {
    try {
      return await work(span);
    } catch (error) {
      span.setStatus({ code: SpanStatusCode.ERROR });
      if (error instanceof Error) span.recordException(error);
      throw error;
    } finally {
      span.end();
    }
  });
}

/** The open span, to be continued elsewhere. Empty when nothing is traced. */
export function traceCarrier(): Record<string, string> {
  const carrier: Record<string, string> = {};
  propagation.inject(context.active(), carrier);
  return carrier;
}
