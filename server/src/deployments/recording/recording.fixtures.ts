import type { Platform } from '#platform/context.ts';
import { newId } from '#platform/ids.ts';
import type { PredictionRecord } from './prediction-record.ts';
import { listPendingSegments } from './segment.store.ts';
import { readSegment } from './segments.ts';

/** A request that was answered with as many rows as there are values. */
export function aRecord(organizationId: string, over: Partial<PredictionRecord> = {}): PredictionRecord {
  return {
    organizationId,
    deploymentId: newId(),
    packageId: newId(),
    modelId: newId(),
    at: Date.UTC(2026, 0, 1, 10, 30),
    source: 'realtime',
    status: 200,
    rows: 2,
    executionMs: 1.5,
    responseMs: 2.5,
    cacheHit: true,
    consumer: { userId: newId(), name: 'ann', address: '10.0.0.1', host: 'almanac.local' },
    input: { format: 'csv', bytes: new TextEncoder().encode('x,y\n1,a\n2,ü\n') },
    answer: { width: 1, values: Float64Array.of(0.25, Number.NaN) },
    ...over,
  };
}

/** All records that wait in segments of an organization. */
export async function readRecorded(platform: Platform, organizationId: string): Promise<PredictionRecord[]> {
  const segments = await listPendingSegments(platform.db.queries, organizationId, 1000);
  const read = await Promise.all(segments.map((segment) => readSegment(platform, segment)));
  return read.flatMap((records) => [...records]);
}
