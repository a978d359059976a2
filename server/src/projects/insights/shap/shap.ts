import { z } from 'zod';
import type { Ctx, JobKind, JobRun, Platform } from '#platform/context.ts';
import { invalidFields, refuse } from '#platform/http/problem.ts';
import { accepted, type Reply } from '#platform/http/reply.ts';
import type { ModelRow } from '../../core/models/model.tables.ts';
import { type ProjectPlan, partNames, type TablePlan } from '../../core/partitioning/plan.ts';
import { loadProject } from '../../core/project/get-project.ts';
import type { ProjectRow } from '../../core/project/project.store.ts';
import { spread } from '../../engine/arrays.ts';
import { withEngine } from '../../engine/engine-pool.ts';
import { type ProjectData, projectData, tableJob, withProject } from '../../engine/project-data.ts';
import { readBytes, writeBytes } from '../../engine/project-files.ts';
import { type InsightRow, insightStore } from '../insight.store.ts';
import { insightId, insightKey, saveInsight } from '../insight-requests.ts';
import {
  InsightProblems,
  modelFiles,
  readyModel,
  requireSource,
  type ScoredModel,
  sourceNamed,
} from '../model-parts.ts';
import { impactsOf, toDistributions, toImpact, toMatrix, toPreview } from './shap.rules.ts';
import type { ShapPreviewQuery } from './shap.schema.ts';
import { joinShap, readShap, writeShap } from './shap-file.ts';
import type { ShapRows } from './shap-tasks.ts';

export const SHAP_NAMES = ['shapMatrix', 'shapImpact', 'shapPreview', 'shapDistributions'] as const;
export type ShapName = (typeof SHAP_NAMES)[number];

export const isShap = (name: string): name is ShapName => (SHAP_NAMES as readonly string[]).includes(name);

export function requireRows({ plan }: { readonly plan: ProjectPlan }): TablePlan {
  if (plan.kind === 'table') return plan;
  return refuse(InsightProblems.notForTask, 'A set of Shapley values', 'date-ordered and plain', 'a time series one');
}

/** Training rows need no score; others are those the model was evaluated on, and may be locked. */
export function requireShapSource(scored: ScoredModel, source: string): void {
  requireRows(scored);
  if (source !== 'training') requireSource(scored, source);
}

const Input = z.strictObject({
  projectId: z.string(),
  modelId: z.string(),
  name: z.enum(SHAP_NAMES),
  source: z.string(),
  rowCount: z.int().nullable(),
  quickCompute: z.boolean(),
});

/** Newer clients follow a status, so this is a job of the platform and not of the project's queue. */
export const shapJob: JobKind<z.output<typeof Input>> = {
  name: 'projects.shap',
  input: Input,
  limits: 'training',
  retries: 2,
  async run(platform, { projectId, modelId, name, ...asked }, run) {
    const { project, plan } = await loadProject(platform, projectId);
    const model = await readyModel(platform, projectId, modelId);
    await computeShap(platform, { project, plan: requireRows({ plan }), model, ...asked }, run);
    const query = `source=${encodeURIComponent(asked.source)}&quickCompute=${asked.quickCompute}`;
    return { location: `/api/v2/insights/${name}/models/${modelId}/?${query}` };
  },
};

export async function requestShap(
  ctx: Ctx,
  scored: ScoredModel,
  name: ShapName,
  asked: Pick<z.output<typeof Input>, 'source' | 'rowCount' | 'quickCompute'>,
): Promise<Reply> {
  requireShapSource(scored, asked.source);
  const input = { projectId: scored.project.id, modelId: scored.model.id, name, ...asked };
  return accepted(await ctx.db.transaction((tx) => ctx.jobs.enqueue(tx, shapJob, input, { actor: ctx.actor })));
}

interface ShapQuestion {
  readonly project: ProjectRow;
  readonly plan: TablePlan;
  readonly model: ModelRow;
  readonly source: string;
  readonly rowCount: number | null;
  readonly quickCompute: boolean;
}

const QUICK_ROWS = 2500;
/** Rows x classes x columns of a result: more would be too much for one reply. */
const MOST_CELLS = 1_000_000;
const BACKGROUND = 100;
/** Rows a thread explains before the job looks whether it was cancelled. */
const PIECE = 500;

/** One set for a model and source, another where all rows were asked for; all four insights read it. */
export async function computeShap(platform: Platform, asked: ShapQuestion, run: JobRun): Promise<void> {
  const { project, plan, model, source, rowCount, quickCompute } = asked;
  const job = await tableJob(platform, project, model);
  const { evaluated } = partNames(plan);
  const which =
    source === 'training'
      ? ({ of: 'training', parts: evaluated.slice(0, 1) } as const)
      : ({ of: 'validation', parts: sourceNamed(plan, source)?.parts ?? [] } as const);
  const data = await projectData(platform, project, run.signal);
  const all = await withEngine(data, run.signal, (thread) => thread.ask('rowsOfSource', { job, ...which }));
  const most = quickCompute ? (rowCount ?? QUICK_ROWS) : all.length;
  const rows = Int32Array.from(spread(all.length, most), (at) => all[at] as number);
  const made = await explain(platform, { project, plan, model, data, rows }, run);
  const named = { kind: 'shap', modelId: model.id, source, mark: quickCompute ? 'quick' : 'all' } as const;
  const rowsKey = insightKey(project.id, model.id, insightId(named));
  await writeBytes(platform, rowsKey, writeShap(made));
  await saveInsight(platform, project, run, {
    ...named,
    asked: { rowCount, quickCompute },
    content: { shapImpacts: impactsOf(made), link: made.link },
    rowCount: made.rows.length,
    rowsKey,
  });
}

interface RowsQuestion extends Pick<ShapQuestion, 'project' | 'plan' | 'model'> {
  readonly data: ProjectData;
  readonly rows: Int32Array;
}

/** Shapley values of rows of some data, evenly fewer where a reply could not hold them. */
export async function explain(platform: Platform, asked: RowsQuestion, run: JobRun): Promise<ShapRows> {
  const { project, plan, model, data } = asked;
  const files = await modelFiles(platform, model);
  const background = await withProject(platform, project, run, (thread) =>
    thread.ask('sampleRows', { most: BACKGROUND }),
  );
  const outputs = plan.task === 'multiclass' ? plan.classes.length : 1;
  const most = Math.max(1, Math.floor(MOST_CELLS / (outputs * Math.max(1, background.columns.length))));
  const rows = Int32Array.from(spread(asked.rows.length, most), (at) => asked.rows[at] as number);
  const pieces: ShapRows[] = [];
  for (let from = 0; from < rows.length; from += PIECE) {
    await run.progress(from / rows.length, 'Explaining rows');
    const question = { plan, model: files, background, rows: rows.slice(from, from + PIECE), of: rows.length };
    pieces.push(await withEngine(data, run.signal, (thread) => thread.ask('shapOfRows', question)));
  }
  return joinShap(pieces);
}

/** The stored sets of a model that may be shown now, most plain source first. */
export async function shapSets(
  ctx: Ctx,
  { project, model }: ScoredModel,
  only: { readonly source?: string | undefined; readonly quickCompute?: boolean | undefined } = {},
): Promise<InsightRow[]> {
  const isQuick = ({ asked }: InsightRow) => (asked as { quickCompute: boolean }).quickCompute;
  return (await insightStore(ctx.db.queries).ofModel(project.id, model.id, 'shap'))
    .filter(({ source }) => project.holdout_unlocked || source !== 'holdout')
    .filter((row) => only.source === undefined || row.source === only.source)
    .filter((row) => only.quickCompute === undefined || isQuick(row) === only.quickCompute);
}

export const readSet = async (ctx: Pick<Ctx, 'blobs'>, row: InsightRow): Promise<ShapRows> =>
  readShap(await readBytes(ctx, row.rows_key ?? ''));

export interface ShapItem {
  readonly source: string;
  readonly mark: string;
  readonly targetClass: string | null;
  readonly data: Record<string, unknown>;
}

type Query = ShapPreviewQuery & {
  readonly source?: string | undefined;
  readonly quickCompute?: boolean | undefined;
  readonly targetClass?: string | undefined;
};

/** What is known under one name: for each source, and for each class where there are several. */
export async function shapItems(ctx: Ctx, scored: ScoredModel, name: ShapName, query: Query): Promise<ShapItem[]> {
  const { classes, task } = requireRows(scored);
  if (query.source?.startsWith('holdout') && !scored.project.holdout_unlocked) refuse(InsightProblems.holdoutLocked);
  requireFilters(name, query);
  const labels = task === 'multiclass' && name !== 'shapImpact' ? classes : [null];
  const items: ShapItem[] = [];
  for (const row of await shapSets(ctx, scored, query)) {
    const shap = await readSet(ctx, row);
    labels.forEach((label, output) => {
      if (query.targetClass !== undefined && label !== query.targetClass) return;
      items.push({ source: row.source, mark: row.id, targetClass: label, data: show(name, shap, output, query) });
    });
  }
  return items;
}

function show(name: ShapName, shap: ShapRows, output: number, query: ShapPreviewQuery): ShapItem['data'] {
  switch (name) {
    case 'shapImpact':
      return toImpact(shap);
    case 'shapMatrix':
      return toMatrix(shap, output);
    case 'shapPreview':
      return toPreview(shap, output, query);
    case 'shapDistributions':
      return toDistributions(shap, output);
  }
}

/** Refuses the filters of previews under any other name. */
export function requireNoFilters(query: object): void {
  const given = Object.keys(query).find((key) => /^(prediction|feature)Filter/.test(key));
  if (given !== undefined) throw invalidFields({ [given]: 'Is for shapPreview. Leave it out' });
}

function requireFilters(name: ShapName, query: Query): void {
  if (name !== 'shapPreview') requireNoFilters(query);
  const { predictionFilterOperator: operator, predictionFilterOperandFirst: low } = query;
  if (operator !== undefined && low === undefined) {
    throw invalidFields({ predictionFilterOperandFirst: `Send the number that ${operator} compares with` });
  }
  if (operator?.endsWith('etween') && query.predictionFilterOperandSecond === undefined) {
    throw invalidFields({ predictionFilterOperandSecond: `Send the upper end: ${operator} needs two` });
  }
  if (low !== undefined && operator === undefined) {
    throw invalidFields({ predictionFilterOperator: 'Send how predictions are compared, for example >' });
  }
}
