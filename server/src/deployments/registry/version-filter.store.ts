import { type ExpressionBuilder, type ExpressionWrapper, type SqlBool, sql } from 'kysely';
import type { z } from 'zod';
import type { insideUseCases } from '#accounts';
import type { Tables } from '#platform/db/tables.ts';
import type { ModelPackageRow } from '../deployments.tables.ts';
import type { versionFilters } from './package.schema.ts';

/** What versions are chosen by, once everything it names has been looked up. */
export interface VersionFilter extends Pick<VersionQuery, Plain> {
  readonly executionTypes: readonly string[] | undefined;
  /** Predicts the same thing in the same way as this one. */
  readonly like: ModelPackageRow | undefined;
  readonly inside: ReturnType<typeof insideUseCases> | undefined;
}
type Plain = 'modelId' | 'targetName' | 'targetType' | 'predictionThreshold' | 'imported' | 'buildStatus' | 'tags';
export type VersionQuery = z.output<z.ZodObject<typeof versionFilters>>;

type Builder = ExpressionBuilder<Tables, 'model_packages'>;
type Condition = ExpressionWrapper<Tables, 'model_packages', SqlBool>;

const isSeries = sql<boolean>`coalesce(model_packages.bundle #>> '{plan,kind}' = 'series',
  (model_packages.told #>> '{modelKind,isTimeSeries}')::boolean, false)`;
const isMultiseries = sql<boolean>`coalesce(model_packages.bundle #>> '{plan,kind}' = 'series'
  AND jsonb_array_length(model_packages.bundle #> '{plan,panel,idColumns}') > 0,
  (model_packages.told #>> '{modelKind,isMultiseries}')::boolean, false)`;

export function kindOf(row: ModelPackageRow): { readonly isTimeSeries: boolean; readonly isMultiseries: boolean } {
  const { plan } = row.bundle ?? {};
  const told = row.told?.modelKind as ReturnType<typeof kindOf> | undefined;
  if (plan === undefined) return told ?? { isTimeSeries: false, isMultiseries: false };
  return {
    isTimeSeries: plan.kind === 'series',
    isMultiseries: plan.kind === 'series' && plan.panel.idColumns.length > 0,
  };
}

/** The filter as conditions on `model_packages`. */
export function versionConditions(eb: Builder, filter: VersionFilter): Condition {
  const { like } = filter;
  const all: (Condition | ReturnType<typeof sql<SqlBool>>)[] = [];
  if (filter.modelId !== undefined) all.push(eb('model_packages.model_id', '=', filter.modelId));
  if (filter.targetName !== undefined) all.push(sql`model_packages.target ->> 'name' = ${filter.targetName}`);
  if (filter.targetType !== undefined) all.push(sql`model_packages.target ->> 'type' = ${filter.targetType}`);
  if (filter.predictionThreshold !== undefined) {
    all.push(eb('model_packages.prediction_threshold', '=', filter.predictionThreshold));
  }
  if (filter.imported !== undefined) {
    all.push(sql`(model_packages.told ->> 'originalFileName' IS NOT NULL) = ${filter.imported}`);
  }
  if (filter.buildStatus !== undefined) all.push(eb('model_packages.build_status', '=', filter.buildStatus));
  if (filter.tags !== undefined) {
    all.push(sql`EXISTS (SELECT FROM jsonb_array_elements(model_packages.tags) AS tag
      WHERE tag ->> 'name' = any(${[...filter.tags]}::text[]))`);
  }
  if (filter.executionTypes !== undefined) {
    all.push(sql`model_packages.execution_type = any(${[...filter.executionTypes]}::text[])`);
  }
  if (filter.inside !== undefined) all.push(eb('model_packages.id', 'in', filter.inside));
  if (like !== undefined) {
    const classes = JSON.stringify(like.target.classes);
    const kind = kindOf(like);
    all.push(
      sql`model_packages.target ->> 'name' IS NOT DISTINCT FROM ${like.target.name}`,
      sql`model_packages.target ->> 'type' = ${like.target.type}`,
      sql`model_packages.target -> 'classes' @> ${classes}::jsonb AND model_packages.target -> 'classes' <@ ${classes}::jsonb`,
      sql`${isSeries} = ${kind.isTimeSeries} AND ${isMultiseries} = ${kind.isMultiseries}`,
    );
  }
  return eb.and(all as Condition[]) as Condition;
}
