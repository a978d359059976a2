import { detectSeries, EngineProblem, type SeriesDetection } from '@almanac/engine';
import { threadFrame } from '../../engine/held-data.ts';

export interface DetectTask {
  readonly dateColumn: string;
  /** One key each; an empty list stands for one single series. */
  readonly candidates: readonly (readonly string[])[];
}

/** Data that cannot be analysed is not eligible, with the reason. */
export function detect({ dateColumn, candidates }: DetectTask): SeriesDetection[] {
  return candidates.map((idColumns) => {
    try {
      return detectSeries(threadFrame(), dateColumn, idColumns);
    } catch (error) {
      if (!(error instanceof EngineProblem)) throw error;
      const nothing = {
        series: 0,
        timestamps: 0,
        timeUnit: null,
        timeStep: null,
        gaps: 0,
        duplicates: 0,
        irregular: 0,
      };
      return { dateColumn, idColumns, eligible: false, ...nothing, reasons: [error.message] };
    }
  });
}
