import { crc32 } from 'node:zlib';
import { isDelta, readDelta } from './delta-encoding.ts';
import type { PredictionRecord } from './prediction-record.ts';

/** In front of every record: bytes that follow, and their checksum, so that a torn end is noticed. */
const LEAD = 8;

type Header = Omit<PredictionRecord, 'input' | 'answer'> & {
  readonly input?: { readonly format: 'csv' | 'json'; readonly delimiter?: string; readonly bytes: number };
  readonly answer?: {
    readonly width: number;
    readonly values: number;
    readonly idPrefix?: string;
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
export const SMALL = 64 * 1024;
/** More than a header's characters can take in UTF-8. */
const BYTES_A_CHARACTER = 3;

const sizeOfParts = (parts: readonly Buffer[]) => parts.reduce((sum, part) => sum + part.byteLength, 0);

/** A record as pieces to be written one after the other. */
export function encodeRecord(record: PredictionRecord): Buffer[] {
  const parts = partsOf(record);
  const size = sizeOfParts(parts);
  const text = headerText(record);
  const isSmall = size < SMALL;
  const frame = Buffer.allocUnsafe(LEAD + 4 + text.length * BYTES_A_CHARACTER + (isSmall ? size : 0));
  if (isSmall) return [frame.subarray(0, writeFrame(frame, 0, text, parts, size))];
  const head = frame.subarray(0, writeFrame(frame, 0, text, [], size));
  head.writeUInt32LE(
    parts.reduce((sum, part) => crc32(part, sum), head.readUInt32LE(4)),
    4,
  );
  return [head, ...parts];
}

/** Writes a record into a page and answers where the next may begin; 0 when there is no room for it. */
export function writeRecord(page: Buffer, at: number, record: PredictionRecord): number {
  const parts = partsOf(record);
  const size = sizeOfParts(parts);
  const text = headerText(record);
  const most = at + LEAD + 4 + text.length * BYTES_A_CHARACTER + size;
  return most > page.length ? 0 : writeFrame(page, at, text, parts, size);
}

/** `size` is that of all parts, also of those that are written elsewhere. */
function writeFrame(into: Buffer, at: number, text: string, parts: readonly Buffer[], size: number): number {
  const body = at + LEAD;
  const textSize = into.write(text, body + 4);
  let end = body + 4 + textSize;
  into.writeUInt32LE(4 + textSize + size, at);
  into.writeUInt32LE(textSize, body);
  for (const part of parts) {
    into.set(part, end);
    end += part.byteLength;
  }
  into.writeUInt32LE(crc32(into.subarray(body, end)), at + 4);
  return end;
}

const said = JSON.stringify;

/** The header as JSON, written piece by piece: a record is made for every prediction. */
function headerText(record: PredictionRecord): string {
  const { at, source, status, rows, batchId } = record;
  return (
    `{${idsText(record)},"at":${said(at)},"source":"${source}","status":${status},"rows":${said(rows)},` +
    `"executionMs":${said(record.executionMs)},"responseMs":${said(record.responseMs)},"cacheHit":${record.cacheHit},` +
    `"consumer":${consumerText(record.consumer)}` +
    `${batchId === undefined ? '' : `,"batchId":${said(batchId)}`}${contentText(record)}}`
  );
}

type Ids = Pick<PredictionRecord, 'organizationId' | 'deploymentId' | 'packageId' | 'modelId'>;
type Consumer = PredictionRecord['consumer'];

/** One caller asks one deployment many times in a row: what was written for the last record mostly fits the next. */
let lastIds: (Ids & { readonly text: string }) | undefined;
let lastConsumer: (Consumer & { readonly text: string }) | undefined;

function idsText({ organizationId, deploymentId, packageId, modelId }: Ids): string {
  const isSame =
    lastIds?.deploymentId === deploymentId &&
    lastIds.packageId === packageId &&
    lastIds.modelId === modelId &&
    lastIds.organizationId === organizationId;
  if (isSame) return lastIds?.text ?? '';
  const ids = { organizationId, deploymentId, packageId, modelId };
  lastIds = { ...ids, text: said(ids).slice(1, -1) };
  return lastIds.text;
}

function consumerText(consumer: Consumer): string {
  const { userId, name, address, host } = consumer;
  const isSame =
    lastConsumer?.userId === userId &&
    lastConsumer.name === name &&
    lastConsumer.address === address &&
    lastConsumer.host === host;
  if (isSame) return lastConsumer?.text ?? '';
  lastConsumer = { userId, name, address, host, text: said({ userId, name, address, host }) };
  return lastConsumer.text;
}

function contentText({ input, answer }: PredictionRecord): string {
  if (
    input &&
    answer &&
    answer.forecasts === undefined &&
    answer.idPrefix === undefined &&
    input.delimiter === undefined
  ) {
    const { format, bytes } = input;
    const { width, values } = answer;
    return `,"input":{"format":"${format}","bytes":${bytes.byteLength}},"answer":{"width":${width},"values":${values.length}}`;
  }
  const header: Pick<Header, 'input' | 'answer'> = {
    ...(input && { input: { ...input, bytes: input.bytes.byteLength } }),
    ...(answer && {
      answer: {
        width: answer.width,
        values: answer.values.length,
        ...(answer.idPrefix === undefined ? {} : { idPrefix: answer.idPrefix }),
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
export function* decodeRecords(bytes: Buffer): Generator<PredictionRecord> {
  let at = 0;
  let before: PredictionRecord | undefined;
  while (at + LEAD <= bytes.length) {
    const end = at + LEAD + bytes.readUInt32LE(at);
    if (end > bytes.length) return;
    const body = bytes.subarray(at + LEAD, end);
    if (crc32(body) !== bytes.readUInt32LE(at + 4)) return;
    const record = isDelta(body.readUInt32LE(0)) ? before && readDelta(body, before) : recordOf(body);
    // A delta is never written first.
    if (record === undefined) return;
    yield record;
    before = record;
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
  { width, values, idPrefix, forecasts }: NonNullable<Header['answer']>,
  take: (size: number) => ArrayBuffer,
): NonNullable<PredictionRecord['answer']> {
  const numbers = (count: number) => new Float64Array(take(count * 8));
  const made = { width, values: numbers(values), ...(idPrefix === undefined ? {} : { idPrefix }) };
  if (forecasts === undefined) return made;
  const [times, points] = [numbers(forecasts.times), numbers(forecasts.times)];
  const distances = new Int32Array(take(forecasts.times * 4));
  return { ...made, forecasts: { series: forecasts.series, times, points, distances } };
}
