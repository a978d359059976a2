import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import type { DeploymentRow, ModelPackageRow } from '#deployments';
import type { Platform } from '#platform/context.ts';
import type { JobRun } from '#platform/jobs/jobs.ts';
import type { ExportRow } from './export.tables.ts';

export interface Exporting {
  readonly row: ExportRow;
  readonly deployment: DeploymentRow;
  readonly model: ModelPackageRow;
  /** For files in between. */
  readonly folder: string;
  readonly run: JobRun;
}

export interface ExportedFile {
  readonly path: string;
  readonly fileName: string;
  /** Of the dataset. */
  readonly name: string;
}

export type MakeFile = (platform: Platform, exporting: Exporting) => Promise<ExportedFile>;

/** `Predictions of Houses, 2026-01-01 to 2026-02-01` */
export function nameOf(what: string, { row, deployment }: Exporting): string {
  const day = (date: Date | null) => date?.toISOString().slice(0, 10) ?? '';
  const period = row.period_start === null ? '' : `, ${day(row.period_start)} to ${day(row.period_end)}`;
  return `${what} of ${deployment.label.slice(0, 150)}${period}`;
}

export const periodOfExport = ({ period_start, period_end, created_at }: ExportRow) => ({
  start: period_start ?? created_at,
  end: period_end ?? created_at,
});

type Cell = string | number | boolean | null | undefined;

/** A line of CSV; what is missing is nothing at all. */
export const csvLine = (cells: readonly Cell[]): string =>
  `${cells
    .map((cell) => {
      if (cell === null || cell === undefined) return '';
      return typeof cell === 'string' ? `"${cell.replaceAll('"', '""')}"` : String(cell);
    })
    .join(',')}\n`;

export const writeLines = (path: string, lines: AsyncIterable<string>, signal: AbortSignal): Promise<void> =>
  pipeline(lines, createWriteStream(path, { flags: 'wx' }), { signal });
