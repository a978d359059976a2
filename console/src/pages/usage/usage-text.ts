import type { BoundLimit, Count, QuotaWindow } from '../../api/quotas.ts';
import { ruleName, windowName } from '../quotas/editor/rule-text.ts';

/** What is counted: `requests a minute`. The API names it behind the resource: `deployment 5f00 requests per min`. */
export function limitText({ resource, resourceType, resourceId }: BoundLimit): string {
  const of = `${resourceType} ${resourceId} `;
  const name = resource.startsWith(of) ? resource.slice(of.length) : resource;
  const [rule = '', window] = name.split(' per ');
  return window === undefined ? ruleName(rule) : `${ruleName(rule)} ${windowName(window as QuotaWindow)}`;
}

/** How much of a limit is used, 0 to 1. A limit of nothing is always used up. */
export function shareOf(used: Count, limit: Count): number {
  const [part, whole] = [Number(used), Number(limit)];
  return whole <= 0 ? 1 : Math.min(1, part / whole);
}

/** The colour of a bar: near the end it warns. */
export const fullness = (share: number): string => (share >= 1 ? 'red.7' : share >= 0.8 ? 'yellow.7' : 'almanac');
