import { appendFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { PredictionRecord } from '#deployments';
import { DAY_MS } from '../scope/period.rules.ts';
import type { FlatRecord } from './flat-rows.ts';
import type { StoredColumn } from './stored-rows.store.ts';
import { lineCell, type TableFile } from './table-files.ts';

const FLUSH_CHARACTERS = 4 * 1024 ** 2;

/** Records of the same day that have the same columns, as a file of lines. */
class DayTable {
  readonly day: Date;
  readonly path: string;
  readonly columns: readonly StoredColumn[];
  longest = 0;
  #lines = '';

  constructor(day: Date, path: string, columns: readonly StoredColumn[]) {
    this.day = day;
    this.path = path;
    this.columns = columns;
  }

  async add(line: string): Promise<void> {
    // A character is at most three bytes of UTF-8 for each of its units.
    this.longest = Math.max(this.longest, line.length * 3);
    this.#lines += line;
    if (this.#lines.length > FLUSH_CHARACTERS) await this.flush();
  }

  async flush(): Promise<void> {
    await appendFile(this.path, this.#lines);
    this.#lines = '';
  }
}

/** Lays records out in tables, day by day. */
export class DayTables {
  readonly #folder: string;
  readonly #tables = new Map<string, DayTable>();
  #rows = 0;

  constructor(folder: string) {
    this.#folder = folder;
  }

  async take(record: PredictionRecord, flat: FlatRecord): Promise<void> {
    const table = this.#table(Math.floor(record.at / DAY_MS), flat.columns);
    const facts = [record.modelId, record.packageId, record.batchId].map(lineCell).join(',');
    for (let row = 0; row < flat.rows; row += 1) {
      let line = `${record.at},${this.#rows++},${facts},${lineCell(flat.associationId(row))}`;
      for (let column = 0; column < flat.columns.length; column += 1) line += `,${lineCell(flat.cell(column, row))}`;
      await table.add(`${line}\n`);
    }
  }

  #table(day: number, columns: readonly StoredColumn[]): DayTable {
    const id = JSON.stringify([day, columns]);
    const known = this.#tables.get(id);
    if (known) return known;
    const path = join(this.#folder, `lines-${this.#tables.size}.csv`);
    const made = new DayTable(new Date(day * DAY_MS), path, columns);
    this.#tables.set(id, made);
    return made;
  }

  /** By day, in milliseconds. */
  async finish(): Promise<ReadonlyMap<number, readonly TableFile[]>> {
    const days = new Map<number, TableFile[]>();
    for (const table of this.#tables.values()) {
      await table.flush();
      const { path, columns, longest } = table;
      const day = table.day.getTime();
      days.set(day, [...(days.get(day) ?? []), { path, format: 'lines', columns, longest }]);
    }
    return days;
  }
}

/** The day that begins then. */
export const dayFrom = (day: number): { start: Date; end: Date } => ({
  start: new Date(day),
  end: new Date(day + DAY_MS),
});
