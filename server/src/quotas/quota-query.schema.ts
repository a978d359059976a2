import { z } from 'zod';

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

export const pageAsked = ({ offset, limit }: Page): typeof FIRST_PAGE => ({
  offset: offset ?? FIRST_PAGE.offset,
  limit: limit ?? FIRST_PAGE.limit,
});
