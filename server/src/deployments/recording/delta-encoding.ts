import { crc32 } from 'node:zlib';
import type { PredictionRecord } from './prediction-record.ts';

/**
 * A record that differs from the one before it only in what every request has of its own. One caller asks one deployment
 * many times in a row: this is a fifth of the bytes, and of the time, that a record in full takes. Where the size of the
 * header stands, a short one has this mark.
 */
const SHORT = 0x8000_0000;
const LEAD = 8;
/** Mark 4, times 24, rows 4, bytes of input 4, numbers 4, width 2, status 2, format 1, cache 1. */
const HEAD = 46;

export const isDelta = (mark: number): boolean => mark >= SHORT;

type Plain = PredictionRecord & Required<Pick<PredictionRecord, 'input' | 'answer'>>;

/** Whether the record can be told by the one before it. */
function isLike(record: PredictionRecord, before: PredictionRecord): record is Plain {
  const { input, answer, consumer } = record;
  return (
    input !== undefined &&
    answer !== undefined &&
    answer.forecasts === undefined &&
    answer.idPrefix === undefined &&
    input.delimiter === undefined &&
    answer.width < 0x1_0000 &&
    record.rows >>> 0 === record.rows &&
    record.batchId === undefined &&
    before.batchId === undefined &&
    record.source === before.source &&
    record.deploymentId === before.deploymentId &&
    record.packageId === before.packageId &&
    record.modelId === before.modelId &&
    record.organizationId === before.organizationId &&
    consumer.userId === before.consumer.userId &&
    consumer.name === before.consumer.name &&
    consumer.address === before.consumer.address &&
    consumer.host === before.consumer.host
  );
}

/** Writes a record and answers where the next may begin; 0 when it must be written in full, or has no room. */
export function writeDelta(page: Buffer, at: number, record: PredictionRecord, before: PredictionRecord): number {
  if (!isLike(record, before)) return 0;
  const { input, answer } = record;
  const { values } = answer;
  const body = at + LEAD;
  const end = body + HEAD + input.bytes.byteLength + values.byteLength;
  if (end > page.length) return 0;
  page.writeUInt32LE(end - body, at);
  page.writeUInt32LE(SHORT, body);
  page.writeDoubleLE(record.at, body + 4);
  page.writeDoubleLE(record.executionMs, body + 12);
  page.writeDoubleLE(record.responseMs, body + 20);
  page.writeUInt32LE(record.rows, body + 28);
  page.writeUInt32LE(input.bytes.byteLength, body + 32);
  page.writeUInt32LE(values.length, body + 36);
  page.writeUInt16LE(answer.width, body + 40);
  page.writeUInt16LE(record.status, body + 42);
  page[body + 44] = input.format === 'json' ? 1 : 0;
  page[body + 45] = record.cacheHit ? 1 : 0;
  page.set(input.bytes, body + HEAD);
  let place = body + HEAD + input.bytes.byteLength;
  if (values.length <= FEW) for (const value of values) place = page.writeDoubleLE(value, place);
  else page.set(new Uint8Array(values.buffer, values.byteOffset, values.byteLength), place);
  page.writeUInt32LE(crc32(page.subarray(body, end)), at + 4);
  return end;
}

/** So many are written before a view of them is made. */
const FEW = 8;

export function readDelta(body: Buffer, before: PredictionRecord): PredictionRecord {
  const { input: _, answer: __, ...same } = before;
  const size = body.readUInt32LE(32);
  const count = body.readUInt32LE(36);
  const numbers = HEAD + size;
  return {
    ...same,
    at: body.readDoubleLE(4),
    executionMs: body.readDoubleLE(12),
    responseMs: body.readDoubleLE(20),
    rows: body.readUInt32LE(28),
    status: body.readUInt16LE(42),
    cacheHit: body[45] === 1,
    // Copies: numbers must lie at multiples of their size, and the file is not kept for a few bytes of it.
    input: { format: body[44] === 1 ? 'json' : 'csv', bytes: new Uint8Array(body.subarray(HEAD, numbers)) },
    answer: {
      width: body.readUInt16LE(40),
      values: new Float64Array(new Uint8Array(body.subarray(numbers, numbers + 8 * count)).buffer),
    },
  };
}
