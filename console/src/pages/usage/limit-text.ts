import type { BoundLimit, QuotaWindow } from '../../api/quotas.ts';
import { ruleName, windowName } from '../quotas/editor/rule-text.ts';

/** What is counted: `requests a minute`. The API names it behind the resource: `deployment 5f00 requests per min`. */
export function limitText({ resource, resourceType, resourceId }: BoundLimit): string {
  const of = `${resourceType} ${resourceId} `;
  const name = resource.startsWith(of) ? resource.slice(of.length) : resource;
  const [rule = '', window] = name.split(' per ');
  return window === undefined ? ruleName(rule) : `${ruleName(rule)} ${windowName(window as QuotaWindow)}`;
}
