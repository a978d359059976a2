import type { PrincipalKind } from './model.ts';

/** Ids of items repeat between drives of provider B; those of provider A are unique, so it leaves the drive out. */
export const itemKey = (driveId: string | null, itemId: string): string =>
  driveId === null ? itemId : `${driveId}:${itemId}`;

/** Ids of site groups are unique inside one site collection only: `scope` is the site's id there, null elsewhere. */
export const principalKey = (kind: PrincipalKind, scope: string | null, id: string): string =>
  scope === null ? `${kind}:${id}` : `${kind}:${scope}:${id}`;
