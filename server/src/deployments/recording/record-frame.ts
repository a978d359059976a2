import { crc32 } from 'node:zlib';
import type { PredictionRecord } from '../prediction-record.ts';

/** In front of every record: bytes that follow, and their checksum, so that a torn end is noticed. */
const LEAD = 8;

type Header = Omit<PredictionRecord, 'input' | 'answer'> & {
  readonly input?: { readonly format: 'csv' | 'json'; readonly delimiter?: string; readonly bytes: number };
  readonly answer?: {
    readonly width: number;
    readonly values: number;
    readonly forecasts?: { readonly series: readonly string[]; readonly times: number };
  };
};

type Numbers = Float64Array | Int32Array;

const bytesOf = (numbers: Numbers) => Buffer.from(numbers.buffer, numbers.byteOffset, numbers.byteLength);

/** About how much a record takes, without writing it. */
export function sizeOf({ input, answer }: PredictionRecord): number {
  const forecasts = answer?.forecasts === undefined ? 0 : answer.forecasts.times.length * 40;
  return 512 + (input?.bytes.byteLength ?? 0) + (answer?.values.byteLength ?? 0) + forecasts;
}

/** Records below this size are one piece; the parts of larger ones are not copied. */
const SMALL = 64 * 1024;

/** A record as pieces to be written one after the other. */
export function frameOf(record: PredictionRecord): Buffer[] {
  const parts = partsOf(record);
  const size = parts.reduce((sum, part) => sum + part.byteLength, 0);
  const text = headerText(record);
  const textSize = Buffer.byteLength(text);
  const isSmall = size < SMALL;
  const frame = Buffer.allocUnsafe(LEAD + 4 + textSize + (isSmall ? size : 0));
  frame.writeUInt32LE(4 + textSize + size, 0);
  frame.writeUInt32LE(textSize, LEAD);
  frame.write(text, LEAD + 4);
  if (isSmall) {
    let at = LEAD + 4 + textSize;
    for (const part of parts) {
      frame.set(part, at);
      at += part.byteLength;
    }
  }
  const own = crc32(frame.subarray(LEAD));
  frame.writeUInt32LE(isSmall ? own : parts.reduce((sum, part) => crc32(part, sum), own), 4);
  return isSmall ? [frame] : [frame, ...parts];
}

const said = JSON.stringify;

/** The header as JSON, written piece by piece: a record is made for every prediction. */
function headerText(record: PredictionRecord): string {
  const { organizationId, deploymentId, packageId, modelId, at, source, status, rows, consumer, batchId } = record;
  return (
    `{"organizationId":${said(organizationId)},"deploymentId":${said(deploymentId)},"packageId":${said(packageId)},` +
    `"modelId":${said(modelId)},"at":${said(at)},"source":"${source}","status":${status},"rows":${said(rows)},` +
    `"executionMs":${said(record.executionMs)},"responseMs":${said(record.responseMs)},"cacheHit":${record.cacheHit},` +
    `"consumer":${said(consumer)}${batchId === undefined ? '' : `,"batchId":${said(batchId)}`}${contentText(record)}}`
  );
}

function contentText({ input, answer }: PredictionRecord): string {
  const header: Pick<Header, 'input' | 'answer'> = {
    ...(input && { input: { ...input, bytes: input.bytes.byteLength } }),
    ...(answer && {
      answer: {
        width: answer.width,
        values: answer.values.length,
        ...(answer.forecasts && {
          forecasts: { series: answer.forecasts.series, times: answer.forecasts.times.length },
        }),
      },
    }),
  };
  const text = said(header);
  return text === '{}' ? '' : `,${text.slice(1, -1)}`;
}

function partsOf({ input, answer }: PredictionRecord): Buffer[] {
  const parts: Buffer[] = [];
  if (input) parts.push(Buffer.from(input.bytes.buffer, input.bytes.byteOffset, input.bytes.byteLength));
  if (answer) parts.push(bytesOf(answer.values));
  if (answer?.forecasts) {
    const { times, points, distances } = answer.forecasts;
    parts.push(bytesOf(times), bytesOf(points), bytesOf(distances));
  }
  return parts;
}

/** Every whole record, in order. Reading ends at the first that is torn: nothing after it was promised. */
export function* recordsIn(bytes: Buffer): Generator<PredictionRecord> {
  let at = 0;
  while (at + LEAD <= bytes.length) {
    const end = at + LEAD + bytes.readUInt32LE(at);
    if (end > bytes.length) return;
    const body = bytes.subarray(at + LEAD, end);
    if (crc32(body) !== bytes.readUInt32LE(at + 4)) return;
    yield recordOf(body);
    at = end;
  }
}

function recordOf(body: Buffer): PredictionRecord {
  let at = 4 + body.readUInt32LE(0);
  const { input, answer, ...rest } = JSON.parse(body.toString('utf8', 4, at)) as Header;
  // A copy: numbers must lie at multiples of their size, which pieces of a file do not.
  const take = (size: number) => {
    const piece = new Uint8Array(body.subarray(at, at + size)).buffer;
    at += size;
    return piece;
  };
  const rows = input && { ...input, bytes: new Uint8Array(take(input.bytes)) };
  const answered = answer && answerOf(answer, take);
  return { ...rest, ...(rows && { input: rows }), ...(answered && { answer: answered }) };
}

function answerOf(
  { width, values, forecasts }: NonNullable<Header['answer']>,
  take: (size: number) => ArrayBuffer,
): NonNullable<PredictionRecord['answer']> {
  const numbers = (count: number) => new Float64Array(take(count * 8));
  const made = { width, values: numbers(values) };
  if (forecasts === undefined) return made;
  const [times, points] = [numbers(forecasts.times), numbers(forecasts.times)];
  const distances = new Int32Array(take(forecasts.times * 4));
  return { ...made, forecasts: { series: forecasts.series, times, points, distances } };
}
