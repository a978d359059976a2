import { invalidFields, Problem } from '#platform/http/problem.ts';
import type { DeploymentSettings } from '../records/deployment-settings.ts';
import type { CachedModel } from '../scoring/cached-model.ts';
import { DEFAULT_OPTIONS, type ReplyOptions, type ScoringOptions } from '../scoring/scoring-request.ts';
import type { PredictionQuery } from './prediction.schema.ts';

/** The options of a request, validated against the model and the settings of its deployment. */
interface ParsedOptions {
  readonly options: ScoringOptions;
  readonly replyOptions: Omit<ReplyOptions, 'passthrough'>;
  readonly passthrough: readonly string[] | 'all';
}

/** `settings` is null where there is no deployment; `defaultExplanations` is for deprecated routes. */
export function parseOptions(
  query: PredictionQuery,
  model: CachedModel,
  settings: DeploymentSettings | null,
  threshold: number,
  defaultExplanations?: number,
): ParsedOptions {
  const intervals = intervalsOf(model, settings);
  const replyOptions = {
    decimals: query.decimalsNumber ?? null,
    expectedRange: query.predictionWarningEnabled === true ? expectedRangeOf(model, settings) : null,
    approval: settings === null ? null : 'APPROVED',
    threshold,
    adjusted: query.excludeAdjustedPredictions === false,
  };
  // Most requests set no option.
  if (Object.keys(query).length === 0 && defaultExplanations === undefined) {
    const options = intervals.length === 0 ? DEFAULT_OPTIONS : { ...DEFAULT_OPTIONS, intervals };
    return { options, replyOptions, passthrough: [] };
  }
  const options = {
    ...explanationOptions(query, model, defaultExplanations ?? 0),
    ...timeOptions(query, model),
    intervals,
  };
  return { options, replyOptions, passthrough: passthroughOf(query) };
}

const wrong = (field: string, text: string): Problem => invalidFields({ [field]: text });

function passthroughOf({ passthroughColumns, passthroughColumnsSet }: PredictionQuery): ParsedOptions['passthrough'] {
  if (passthroughColumns === undefined) return passthroughColumnsSet ?? [];
  if (passthroughColumnsSet === undefined) return [...new Set(passthroughColumns)];
  throw wrong('passthroughColumnsSet', 'Cannot be set together with passthroughColumns: choose one of them');
}

function expectedRangeOf(
  { manifest, target }: CachedModel,
  settings: DeploymentSettings | null,
): ReplyOptions['expectedRange'] {
  if (target.type !== 'Regression') {
    throw wrong('predictionWarningEnabled', `Warnings are told for regression models; this one is ${target.type}`);
  }
  const { enabled, customBoundaries } = settings?.predictionWarning ?? { enabled: false, customBoundaries: null };
  if (!enabled) {
    throw wrong(
      'predictionWarningEnabled',
      'Prediction warnings are not switched on: set predictionWarning.enabled in the settings of the deployment',
    );
  }
  const range = customBoundaries ?? manifest.usualRange;
  if (range !== null) return range;
  throw wrong(
    'predictionWarningEnabled',
    'No usual range is known of this model: set customBoundaries in the settings',
  );
}

const intervalsOf = ({ scorer }: CachedModel, settings: DeploymentSettings | null): readonly number[] =>
  scorer.kind === 'series' && settings?.predictionIntervals.enabled ? settings.predictionIntervals.percentiles : [];

type ExplanationOptions = Pick<
  ScoringOptions,
  'maxExplanations' | 'algorithm' | 'low' | 'high' | 'classNames' | 'topClasses'
>;

/** Where only the algorithm is given: three for XEMP, all for SHAP. */
const DEFAULT_XEMP = 3;

function explanationOptions(query: PredictionQuery, { target }: CachedModel, byDefault: number): ExplanationOptions {
  const { maxExplanations, maxCodes, explanationClassNames, explanationNumTopClasses } = query;
  const algorithm = query.explanationAlgorithm ?? 'xemp';
  const requested = maxExplanations ?? (maxCodes === undefined ? undefined : String(maxCodes));
  if (requested === 'all' && algorithm === 'xemp') {
    throw wrong('maxExplanations', 'all is taken for SHAP only: set explanationAlgorithm=shap, or a number');
  }
  const unset = query.explanationAlgorithm === undefined ? byDefault : algorithm === 'shap' ? Infinity : DEFAULT_XEMP;
  if (target.type !== 'Multiclass') {
    const field = explanationClassNames === undefined ? 'explanationNumTopClasses' : 'explanationClassNames';
    if (explanationClassNames !== undefined || explanationNumTopClasses !== undefined) {
      throw wrong(field, `Is for models of several classes; this one is ${target.type}`);
    }
  }
  if (explanationClassNames !== undefined && explanationNumTopClasses !== undefined) {
    throw wrong('explanationClassNames', 'Cannot be set together with explanationNumTopClasses: choose one of them');
  }
  return {
    maxExplanations: requested === undefined ? unset : requested === 'all' ? Infinity : Number(requested),
    algorithm,
    low: query.thresholdLow ?? null,
    high: query.thresholdHigh ?? null,
    classNames: explanationClassNames ?? null,
    topClasses: explanationNumTopClasses ?? 1,
  };
}

type TimeOptions = Pick<ScoringOptions, 'forecastPoint' | 'range' | 'relaxKnownInAdvance'>;
const TIMES = ['forecastPoint', 'predictionsStartDate', 'predictionsEndDate'] as const;

function timeOptions(query: PredictionQuery, { scorer }: CachedModel): TimeOptions {
  const relaxKnownInAdvance = query.relaxKnownInAdvanceFeaturesCheck ?? false;
  const said = [...TIMES, ...(relaxKnownInAdvance ? (['relaxKnownInAdvanceFeaturesCheck'] as const) : [])].find(
    (name) => query[name] !== undefined,
  );
  if (said !== undefined && scorer.kind !== 'series') {
    throw wrong(said, 'Is for time series models, and this model is none: leave it out');
  }
  const [point, from, to] = TIMES.map((name) => parseTime(name, query[name]));
  if ((from === undefined) !== (to === undefined)) {
    throw wrong(from === undefined ? 'predictionsStartDate' : 'predictionsEndDate', 'Start and end are set together');
  }
  if (point !== undefined && from !== undefined) {
    throw wrong('forecastPoint', 'Cannot be set together with predictionsStartDate and predictionsEndDate');
  }
  if (from !== undefined && to !== undefined && from > to) {
    throw wrong('predictionsEndDate', 'Must not be before predictionsStartDate');
  }
  return {
    forecastPoint: point ?? null,
    range: from === undefined || to === undefined ? null : { from, to },
    relaxKnownInAdvance,
  };
}

const TIME = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d)?)([.,]\d+)?)?\s*(Z|[+-]\d\d:?\d\d)?$/i;

/** RFC 3339, a bare date, or a time without a zone, which is in UTC. A plus sign that was not encoded came as a space. */
function parseTime(field: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const found = TIME.exec(
    text.trim().replace(/ (\d\d:?\d\d)$/, (_, zone: string) => (text.includes('T') ? `+${zone}` : ` ${zone}`)),
  );
  const [, day = '', clock = '00:00:00', fraction = '', zone = 'Z'] = found ?? [];
  const time =
    found === null ? Number.NaN : Date.parse(`${day}T${clock}${fraction.replace(',', '.').slice(0, 4)}${zone}`);
  if (!Number.isNaN(time)) return time;
  const told = `${JSON.stringify(text.slice(0, 60))} is no time. Write it like 2024-05-31T00:00:00Z.`;
  throw new Problem(400, 'predictions.wrong_time', told, { extra: { message: { [field]: told } } });
}
