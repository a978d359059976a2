import { invalidFields, Problem } from '#platform/http/problem.ts';
import type { DeploymentSettings } from '../records/deployment-settings.ts';
import type { Shown } from '../scoring/answer/shown.ts';
import type { HotModel } from '../scoring/hot-model.ts';
import type { Asked } from '../scoring/scored.ts';
import { PLAIN } from '../scoring/scored.ts';
import type { PredictionQuery } from './prediction.schema.ts';

/** What a query asks of a model, checked against what the model is and how its deployment is set. */
export interface AskedOf {
  readonly asked: Asked;
  readonly shown: Omit<Shown, 'passthrough'>;
  readonly passthrough: readonly string[] | 'all';
}

export interface AskedFrom {
  readonly model: HotModel;
  /** Null where there is no deployment. */
  readonly settings: DeploymentSettings | null;
  readonly threshold: number;
  /** How many explanations are told when nothing is said about them. */
  readonly usualReasons?: number;
}

/** Shared by all requests that say nothing: most of them. */
const NOTHING_ASKED = Object.keys({} satisfies PredictionQuery).length;

export function askedOf(query: PredictionQuery, from: AskedFrom): AskedOf {
  const { model, settings, threshold } = from;
  const isPlain = Object.keys(query).length === NOTHING_ASKED;
  const intervals = intervalsOf(model, settings);
  const shown = {
    decimals: query.decimalsNumber ?? null,
    usual: query.predictionWarningEnabled === true ? usualRange(model, settings) : null,
    approval: settings === null ? null : 'APPROVED',
    threshold,
    adjusted: query.excludeAdjustedPredictions === false,
  };
  if (isPlain && from.usualReasons === undefined) {
    return { asked: intervals.length === 0 ? PLAIN : { ...PLAIN, intervals }, shown, passthrough: [] };
  }
  const asked = { ...reasonsOf(query, model, from.usualReasons ?? 0), ...timesOf(query, model), intervals };
  return { asked, shown, passthrough: passthroughOf(query) };
}

const wrong = (field: string, text: string): Problem => invalidFields({ [field]: text });

function passthroughOf({ passthroughColumns, passthroughColumnsSet }: PredictionQuery): AskedOf['passthrough'] {
  if (passthroughColumns === undefined) return passthroughColumnsSet ?? [];
  if (passthroughColumnsSet === undefined) return [...new Set(passthroughColumns)];
  throw wrong('passthroughColumnsSet', 'Cannot be set together with passthroughColumns: choose one of them');
}

function usualRange({ bundle, target }: HotModel, settings: DeploymentSettings | null): Shown['usual'] {
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
  const range = customBoundaries ?? bundle.usualRange;
  if (range !== null) return range;
  throw wrong(
    'predictionWarningEnabled',
    'No usual range is known of this model: set customBoundaries in the settings',
  );
}

const intervalsOf = ({ serves }: HotModel, settings: DeploymentSettings | null): readonly number[] =>
  serves.kind === 'series' && settings?.predictionIntervals.enabled ? settings.predictionIntervals.percentiles : [];

type Reasons = Pick<Asked, 'mostReasons' | 'algorithm' | 'low' | 'high' | 'classNames' | 'topClasses'>;

/** Told when nothing is said: three by XEMP, all by SHAP. */
const USUAL_REASONS = 3;

function reasonsOf(query: PredictionQuery, { target }: HotModel, usual: number): Reasons {
  const { maxExplanations, maxCodes, explanationClassNames, explanationNumTopClasses } = query;
  const algorithm = query.explanationAlgorithm ?? 'xemp';
  const said = maxExplanations ?? (maxCodes === undefined ? undefined : String(maxCodes));
  if (said === 'all' && algorithm === 'xemp') {
    throw wrong('maxExplanations', 'all is taken for SHAP only: set explanationAlgorithm=shap, or a number');
  }
  const unsaid = query.explanationAlgorithm === undefined ? usual : algorithm === 'shap' ? Infinity : USUAL_REASONS;
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
    mostReasons: said === undefined ? unsaid : said === 'all' ? Infinity : Number(said),
    algorithm,
    low: query.thresholdLow ?? null,
    high: query.thresholdHigh ?? null,
    classNames: explanationClassNames ?? null,
    topClasses: explanationNumTopClasses ?? 1,
  };
}

type Times = Pick<Asked, 'point' | 'range' | 'relaxKnownInAdvance'>;
const TIMES = ['forecastPoint', 'predictionsStartDate', 'predictionsEndDate'] as const;

function timesOf(query: PredictionQuery, { serves }: HotModel): Times {
  const relaxKnownInAdvance = query.relaxKnownInAdvanceFeaturesCheck ?? false;
  const said = [...TIMES, ...(relaxKnownInAdvance ? (['relaxKnownInAdvanceFeaturesCheck'] as const) : [])].find(
    (name) => query[name] !== undefined,
  );
  if (said !== undefined && serves.kind !== 'series') {
    throw wrong(said, 'Is for time series models, and this model is none: leave it out');
  }
  const [point, from, to] = TIMES.map((name) => timeOf(name, query[name]));
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
    point: point ?? null,
    range: from === undefined || to === undefined ? null : { from, to },
    relaxKnownInAdvance,
  };
}

const TIME = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d)?)([.,]\d+)?)?\s*(Z|[+-]\d\d:?\d\d)?$/i;

/** RFC 3339, a bare date, or a time without a zone, which is in UTC. A plus sign that was not encoded came as a space. */
function timeOf(field: string, text: string | undefined): number | undefined {
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
