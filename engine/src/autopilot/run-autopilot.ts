import type { Run } from '../core/run.ts';
import type { Frame } from '../frame/frame.ts';
import type { Panel } from '../series/panel.ts';
import type { TabularEntry } from '../tabular/tabular-blend.ts';
import type { LeaderboardEntry } from './leaderboard.ts';
import { type ForecastOutcome, type ForecastRunSettings, runForecast } from './run-forecast.ts';
import { runTabular, type TabularOutcome, type TabularRunSettings } from './run-tabular.ts';

/** What to learn from: series on a time grid, or rows of a table. */
export type AutopilotInput =
  | { readonly kind: 'forecast'; readonly panel: Panel; readonly settings: ForecastRunSettings }
  | { readonly kind: 'tabular'; readonly table: Frame; readonly settings: TabularRunSettings };

export type AutopilotOutcome =
  | { readonly kind: 'forecast'; readonly outcome: ForecastOutcome }
  | { readonly kind: 'tabular'; readonly outcome: TabularOutcome };

export type AutopilotEntry = LeaderboardEntry | TabularEntry;

/**
 * The one way from data to a model for deployment. It only puts together what can be called on its own: listing
 * blueprints, scoring one on one backtest, blending, refitting.
 */
export async function runAutopilot(
  input: AutopilotInput,
  run: Run,
  onEntry: (entry: AutopilotEntry) => void = () => {},
): Promise<AutopilotOutcome> {
  if (input.kind === 'forecast') {
    return { kind: 'forecast', outcome: await runForecast(input.panel, input.settings, run, { onEntry }) };
  }
  return { kind: 'tabular', outcome: await runTabular(input.table, input.settings, run, { onEntry }) };
}
