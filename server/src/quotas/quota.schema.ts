import { z } from 'zod';

/** Both bounds exclusive, as the specification writes them: not the largest 64-bit number, but a double's rounding of it. */
const ABOVE = 0n;
const BELOW = 9_223_372_036_854_776_000n;

/**
 * Every digit counts: numbers a double would round arrive as BigInt, and all of them are BigInt from here on. One written
 * with an exponent (9.2e18) arrives as a double, and is as whole as any other.
 */
const exactInteger = z
  .union([z.bigint(), z.number().refine(Number.isInteger)], { error: 'Must be an integer' })
  .transform((value) => BigInt(value))
  .refine((value) => value > ABOVE && value < BELOW, {
    error: `Must be greater than ${ABOVE} and less than ${BELOW}`,
  });
const LIMIT = { type: 'integer', exclusiveMinimum: Number(ABOVE), exclusiveMaximum: Number(BELOW) };
/** The version of the API in which an element came. */
const since = (version: string) => ({ 'x-added': version });

const RULES = ['concurrentRequests', 'inputSequenceLength', 'requests', 'token'] as const;
export const WINDOWS = ['day', 'hour', 'min'] as const;
const RESOURCE_TYPES = ['deployment', 'workload'] as const;
const CONSUMER_TYPES = ['deployment', 'user', 'usergroup'] as const;

const MOST_RULES = 100;
const MOST_POLICIES = 10_000;

const share = z.number().min(0).max(1);
const id = z.string().trim().min(1).max(256);

const QuotaRule = z
  .strictObject({
    limit: exactInteger.meta({ jsonSchema: LIMIT }),
    rule: z.enum(RULES),
    window: z.enum(WINDOWS).default('min'),
  })
  .meta(since('v2.39'));
const rules = z.array(QuotaRule).max(MOST_RULES);

const QuotaCapacity = z
  .strictObject({
    capacity: z.int().min(0).max(2_147_483_647),
    units: z.enum(['requests', 'token']),
  })
  .meta(since('v2.42'));

const QuotaPolicy = z
  .strictObject({
    consumerId: id,
    consumerName: z.string().max(1000).nullish(),
    consumerType: z.enum(CONSUMER_TYPES),
    reserved: share.nullish().meta(since('v2.42')),
    rules,
  })
  .meta(since('v2.39'));
const policies = z.array(QuotaPolicy).max(MOST_POLICIES);

export const QuotaCreate = z
  .strictObject({
    resourceId: id,
    resourceType: z.enum(RESOURCE_TYPES),
    defaultRules: rules,
    capacity: QuotaCapacity.optional(),
    policies: policies.optional(),
    saturationThreshold: share.nullish().meta(since('v2.42')),
    shadow: z.boolean().optional(),
  })
  .meta(since('v2.43'));

export const QuotaUpdate = z
  .strictObject({
    capacity: QuotaCapacity.nullable().optional(),
    defaultRules: rules.optional(),
    policies: policies.optional(),
    saturationThreshold: share.nullable().optional().meta(since('v2.42')),
    shadow: z.boolean().optional(),
  })
  .prefault({})
  .meta(since('v2.39'));

/** As it is written out: limits with all their digits. */
const RuleOut = QuotaRule.extend({
  limit: z.union([z.bigint(), z.int()]).meta({ jsonSchema: LIMIT }),
  window: z.enum(WINDOWS),
}).meta(since('v2.39'));
const rulesOut = z.array(RuleOut).max(MOST_RULES);
const PolicyOut = QuotaPolicy.extend({
  consumerName: z.string().nullable(),
  reserved: share.nullable().meta(since('v2.42')),
  rules: rulesOut,
}).meta(since('v2.39'));

export const Quota = z
  .strictObject({
    id: z.string(),
    userId: z.string(),
    resourceId: z.string(),
    resourceType: z.enum(RESOURCE_TYPES),
    defaultRules: rulesOut,
    policies: z.array(PolicyOut).max(MOST_POLICIES),
    capacity: QuotaCapacity.optional(),
    saturationThreshold: share.nullable().meta(since('v2.42')),
    shadow: z.boolean(),
  })
  .meta(since('v2.39'));

export type QuotaRuleValue = z.output<typeof QuotaRule>;
export type QuotaPolicyValue = z.output<typeof QuotaPolicy>;
type QuotaCapacityValue = z.output<typeof QuotaCapacity>;

/** What is asked of a resource, whoever wrote it down. */
export interface QuotaDefinition {
  readonly defaultRules: readonly QuotaRuleValue[];
  readonly policies: readonly QuotaPolicyValue[];
  readonly capacity: QuotaCapacityValue | null;
  readonly saturationThreshold: number | null;
  /** Count, never refuse. */
  readonly shadow: boolean;
}

const MOST_QUOTAS_A_PAGE = 10_000;
const MOST_TEMPLATES_A_PAGE = 100;
const FIRST_PAGE = { offset: 0, limit: 100 };

const ONE_RESOURCE = 'May be left out when resourceId and resourceType name one resource, which has at most one quota';

type Page = { readonly offset?: number | undefined; readonly limit?: number | undefined };

/** Offset and limit: demanded as the specification has it, or with defaults (`ALMANAC_REQUIRE_PAGING=false`). */
function paging(most: number, isRequired: boolean, description?: string) {
  const told = (name: keyof typeof FIRST_PAGE) =>
    isRequired ? { 'x-required': true, ...(description ? { description } : {}) } : { default: FIRST_PAGE[name] };
  return {
    offset: z.int().min(0).optional().meta(told('offset')),
    limit: z.int().min(1).max(most).optional().meta(told('limit')),
  };
}

function requirePage(query: Page, check: z.RefinementCtx): void {
  for (const name of ['offset', 'limit'] as const) {
    if (query[name] === undefined) check.addIssue({ code: 'custom', path: [name], message: 'This field is required' });
  }
}

/** The Terraform provider asks for the quota of one resource, and sends no page. */
export const quotaQuery = (isRequired: boolean) =>
  z
    .strictObject({
      resourceId: z.string().optional(),
      resourceType: z.string().optional(),
      ...paging(MOST_QUOTAS_A_PAGE, isRequired, ONE_RESOURCE),
    })
    .superRefine((query, check) => {
      const isOne = query.resourceId !== undefined && query.resourceType !== undefined;
      if (isRequired && !isOne) requirePage(query, check);
    });

export const templateQuery = (isRequired: boolean) =>
  z.strictObject(paging(MOST_TEMPLATES_A_PAGE, isRequired)).superRefine((query, check) => {
    if (isRequired) requirePage(query, check);
  });

export const pageOrDefault = ({ offset, limit }: Page): typeof FIRST_PAGE => ({
  offset: offset ?? FIRST_PAGE.offset,
  limit: limit ?? FIRST_PAGE.limit,
});

export const TemplateCreate = z.strictObject({
  name: z.string().trim().min(1).max(256),
  rules: z.array(QuotaRule).max(MOST_RULES),
});

export const Template = z
  .strictObject({ id: z.string(), name: z.string(), rules: Quota.shape.defaultRules })
  .meta({ 'x-added': 'v2.39' });

/** The id under which a quota for the gateway is written, among the workloads. */
export const LLM_GATEWAY = 'llmGateway';
