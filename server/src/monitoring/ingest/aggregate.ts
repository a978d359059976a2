import type { PredictionRecord } from '#deployments';
import type { Actual } from '../actuals/actual.store.ts';
import { actualsInRows } from '../actuals/match-actuals.ts';
import { TrackedRows } from '../actuals/tracked-predictions.ts';
import { isStorable } from '../predictions/association-ids.ts';
import { type ParsedRows, parseRows, type RowDates } from '../predictions/recorded-rows.ts';
import { type AggregateKey, aggregateKeys } from '../profiles/aggregate-key.rules.ts';
import type { ProfileKey } from '../profiles/profile.store.ts';
import { HOUR_MS } from '../scope/period.rules.ts';
import { type Latencies, noMinutes, noteLatency } from '../service/latency.rules.ts';
import { CONSUMER_ATTRIBUTES, isConsumerAttribute, type NewService } from '../service/service.store.ts';
import type { IsDeleted } from './deletion.store.ts';
import type { IngestModel } from './monitored-models.ts';
import { type Forecast, ProfileAggregate } from './profile-aggregate.ts';

/** More values than this are no segments but ids; further ones count only in the whole. */
const MOST_VALUES = 100;
const LONGEST_VALUE = 200;

interface BatchPart {
  readonly batchId: string;
  readonly packageId: string;
  readonly modelId: string;
  predictions: number;
  earliest: number;
  latest: number;
}

interface ProfileEntry {
  readonly key: ProfileKey;
  readonly monitored: IngestModel;
  part: ProfileAggregate;
}

type Counting = { -readonly [Name in keyof NewService]: NewService[Name] };

/** The database holds no zero characters. */
const text = (value: string) => value.slice(0, LONGEST_VALUE).replaceAll('\0', '');

/** What a segment teaches, gathered record by record and kept at once. */
export class SegmentAggregate {
  readonly profiles = new Map<string, ProfileEntry>();
  readonly services = new Map<string, Counting>();
  readonly batches = new Map<string, BatchPart>();
  readonly tracked = new TrackedRows();
  /** What was found to have happened, by deployment and id. */
  readonly actuals = new Map<string, Map<string, Actual>>();
  /** How many deletions were known of each deployment. */
  readonly tombstones = new Map<string, number>();
  readonly #values = new Map<string, Set<string>>();

  take(record: PredictionRecord, monitored: IngestModel, isDeleted: IsDeleted = () => false): void {
    this.tombstones.set(record.deploymentId, monitored.tombstones.length);
    const hasRows = record.input !== undefined || record.answer !== undefined;
    // Those who report send what was served and what was asked apart; a challenger serves nobody.
    if (record.source !== 'challenger' && !(record.source === 'reported' && hasRows)) this.#service(record, isDeleted);
    if (!hasRows) return;
    const seen = parseRows(monitored, record);
    for (const spread of spreadRows(record, seen.dates)) {
      if (!isDeleted(timeOf(spread.place))) this.#rows(record, monitored, seen, spread);
    }
    if (record.batchId !== undefined && !isDeleted(null)) this.#batch(record, seen);
    this.tracked.take(record, monitored, seen, (row) => this.#segmentsOf(record, monitored, seen, row), isDeleted);
    const known = this.actuals.get(record.deploymentId) ?? new Map<string, Actual>();
    for (const actual of actualsInRows(monitored, record, seen.series)) known.set(actual.associationId, actual);
    if (known.size > 0) this.actuals.set(record.deploymentId, known);
  }

  /** Attribute, value, attribute, value: the segments of one predicted row. */
  #segmentsOf(record: PredictionRecord, { deployment }: IngestModel, seen: ParsedRows, row: number): string[] {
    const { enabled, attributes } = deployment.settings.segmentAnalysis;
    const callers = enabled ? attributes.filter(isConsumerAttribute) : [];
    const asked = callers.map((name) => [name, consumerValue(record, name)] as const);
    const cells = seen.sent === seen.answered ? [...seen.segments] : [];
    const sent = cells.map(([name, values]) => [name, text(values[row] ?? '')] as const);
    return [...asked, ...sent].filter(([name, value]) => isStorable(value) && this.#isTracked(name, value)).flat();
  }

  #rows(record: PredictionRecord, monitored: IngestModel, seen: ParsedRows, { place, sent, answered }: Spread): void {
    const count = (part: ProfileAggregate) => {
      part.add(seen.features, sent);
      part.add(seen.predictions, answered);
      part.count(answered?.length ?? seen.answered);
    };
    count(this.#part(record, monitored, place, '', ''));
    const { attributes } = monitored.deployment.settings.segmentAnalysis;
    for (const attribute of attributes.filter(isConsumerAttribute)) {
      const value = consumerValue(record, attribute);
      if (!monitored.deployment.settings.segmentAnalysis.enabled || !this.#isTracked(attribute, value)) continue;
      count(this.#part(record, monitored, place, attribute, value));
    }
    // Answers of time series are not the rows that were sent: they have no segments by cell.
    if (seen.sent !== seen.answered || sent !== undefined) return;
    const columns = [...seen.features, ...seen.predictions];
    for (const [attribute, cells] of seen.segments) {
      for (const [value, rows] of rowsByValue(cells)) {
        if (!this.#isTracked(attribute, value)) continue;
        const part = this.#part(record, monitored, place, attribute, value);
        part.add(columns, rows);
        part.count(rows.length);
      }
    }
  }

  #isTracked(attribute: string, value: string): boolean {
    const known = this.#values.get(attribute) ?? new Set();
    this.#values.set(attribute, known);
    if (known.size < MOST_VALUES) known.add(value);
    return known.has(value);
  }

  #part(
    { deploymentId, packageId }: PredictionRecord,
    monitored: IngestModel,
    { batchId, hour }: AggregateKey,
    attribute: string,
    value: string,
  ): ProfileAggregate {
    // The size tells layouts apart that grew in between: their profiles are merged when they are kept.
    const id = JSON.stringify([deploymentId, packageId, batchId, attribute, value, hour, monitored.layout.length]);
    const known = this.profiles.get(id);
    if (known) return known.part;
    const part = new ProfileAggregate(monitored.layout, forecastOf(monitored));
    const whole = { deployment_id: deploymentId, package_id: packageId, batch_id: batchId, hour };
    this.profiles.set(id, { key: { ...whole, segment_attribute: attribute, segment_value: value }, monitored, part });
    return part;
  }

  #service(record: PredictionRecord, isDeleted: IsDeleted): void {
    const { consumer } = record;
    for (const { batchId, hour } of aggregateKeys(record.at, record.batchId ?? null)) {
      if (isDeleted(timeOf({ batchId, hour }))) continue;
      const [address, host] = [text(consumer.address), text(consumer.host)];
      const id = JSON.stringify([record.deploymentId, record.packageId, batchId, hour, consumer.userId, address, host]);
      const sum = this.services.get(id) ?? newSum(record, batchId, hour, address, host);
      this.services.set(id, sum);
      count(sum, record);
    }
  }

  #batch({ batchId = '', packageId, modelId, at }: PredictionRecord, { answered }: ParsedRows): void {
    const id = `${batchId} ${packageId}`;
    const part = this.batches.get(id) ?? { batchId, packageId, modelId, predictions: 0, earliest: at, latest: at };
    this.batches.set(id, part);
    part.predictions += answered;
    part.earliest = Math.min(part.earliest, at);
    part.latest = Math.max(part.latest, at);
  }
}

const timeOf = ({ batchId, hour }: AggregateKey): number | null => (batchId === '' ? hour.getTime() : null);

function consumerValue({ consumer }: PredictionRecord, attribute: keyof typeof CONSUMER_ATTRIBUTES): string {
  const { name, address, host } = consumer;
  return text({ consumer_name: name, address, host }[CONSUMER_ATTRIBUTES[attribute]]);
}

function rowsByValue(cells: readonly string[]): Map<string, number[]> {
  const groups = new Map<string, number[]>();
  cells.forEach((cell, row) => {
    const value = text(cell);
    const rows = groups.get(value);
    if (rows) rows.push(row);
    else groups.set(value, [row]);
  });
  return groups;
}

function newSum(record: PredictionRecord, batchId: string, hour: Date, address: string, host: string): Counting {
  const { organizationId, deploymentId, packageId, modelId, consumer, at } = record;
  const [execution, response]: [Latencies, Latencies] = [new Map(), new Map()];
  return {
    ...{ organizationId, deploymentId, packageId, modelId, batchId, hour, address, host },
    consumerId: consumer.userId,
    consumerName: text(consumer.name),
    lastAt: new Date(at),
    ...{ predictions: 0, requests: 0, userErrors: 0, serverErrors: 0, cacheHits: 0 },
    ...{ execution, response, minutes: noMinutes() },
  };
}

function count(sum: Counting, { rows, status, cacheHit, executionMs, responseMs, at }: PredictionRecord): void {
  sum.requests += 1;
  if (status >= 500) sum.serverErrors += 1;
  else if (status >= 400) sum.userErrors += 1;
  else {
    sum.predictions += rows;
    noteLatency(sum.execution, executionMs);
    noteLatency(sum.response, responseMs);
  }
  if (cacheHit) sum.cacheHits += 1;
  const minute = new Date(at).getUTCMinutes();
  sum.minutes[minute] = (sum.minutes[minute] as number) + 1;
  if (at > sum.lastAt.getTime()) sum.lastAt = new Date(at);
}

function forecastOf({ model: { bundle } }: IngestModel): Forecast | null {
  if (bundle?.plan.kind !== 'series') return null;
  const { target, knownInAdvance } = bundle.plan.panel;
  return { target, knownInAdvance: new Set(knownInAdvance) };
}

/** Rows of a record that count in one place; all of them where no numbers are given. */
interface Spread {
  readonly place: AggregateKey;
  readonly sent?: readonly number[];
  readonly answered?: readonly number[];
}

/** Where the rows of a record count: in the hour of the request, or each in the hour of its own date; and in its batch. */
function spreadRows({ at, batchId }: PredictionRecord, dates: RowDates | null): Spread[] {
  const places = aggregateKeys(at, batchId ?? null);
  if (dates === null) return places.map((place) => ({ place }));
  const hours = new Map<number, { sent: number[]; answered: number[] }>();
  const hourOf = (time: number) => {
    const hour = Math.floor((Number.isNaN(time) ? at : time) / HOUR_MS) * HOUR_MS;
    const known = hours.get(hour) ?? { sent: [], answered: [] };
    hours.set(hour, known);
    return known;
  };
  for (const [row, time] of dates.sent.entries()) hourOf(time).sent.push(row);
  for (const [row, time] of dates.answered.entries()) hourOf(time).answered.push(row);
  const dated = [...hours].map(([hour, rows]) => ({ place: { batchId: '', hour: new Date(hour) }, ...rows }));
  return [...dated, ...places.filter((place) => place.batchId !== '').map((place) => ({ place }))];
}
