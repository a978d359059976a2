/** How much work a run may do. `manual` runs what it is told and nothing else. */
export const MODES = ['quick', 'auto', 'comprehensive', 'manual'] as const;
export type Mode = (typeof MODES)[number];
