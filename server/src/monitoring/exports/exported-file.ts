import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { versionAsCsv } from '#data';
import type { DeploymentRow, ModelPackageRow } from '#deployments';
import type { JobRun, Platform } from '#platform/context.ts';
import { refuse } from '#platform/http/problem.ts';
import { versionOfProject } from '#projects';
import { MonitoringProblems } from '../monitoring.problems.ts';
import type { ExportRow } from './export.store.ts';

export interface Exporting {
  readonly row: ExportRow;
  readonly deployment: DeploymentRow;
  readonly model: ModelPackageRow;
  /** For files in between. */
  readonly folder: string;
  readonly run: JobRun;
}

interface ExportedFile {
  readonly path: string;
  readonly fileName: string;
  /** Of the dataset. */
  readonly name: string;
}

export type MakeFile = (platform: Platform, exporting: Exporting) => Promise<ExportedFile>;

/** `Predictions of Housing, 2026-01-01 to 2026-02-01` */
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

/**
 * The rows the project of the model was made of: those it learned from and those it was judged by. As CSV, which every
 * client can read again.
 */
export const trainingFile: MakeFile = async (platform, exporting) => {
  const { row, model, folder, run } = exporting;
  if (model.project_id === null) return refuse(MonitoringProblems.noTrainingData, row.model_id);
  const versionId = await versionOfProject({ ...platform, actor: run.actor }, model.project_id);
  const path = join(folder, 'training.csv');
  await versionAsCsv(
    platform,
    versionId,
    { delimiter: ',', quote: '"' },
    {
      signal: run.signal,
      take: (file) => pipeline(file, createWriteStream(path, { flags: 'wx' }), { signal: run.signal }),
    },
  );
  return { path, fileName: 'training.csv', name: nameOf('Training data', exporting) };
};
