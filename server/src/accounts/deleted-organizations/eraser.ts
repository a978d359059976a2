import type { Queries } from '#platform/db/database.ts';

/** What a room keeps outside of the tables, and how people call its things. The app hands in those of all rooms. */
export interface Eraser {
  /** Tables with an `organization_id` whose rows are worth telling before they go: `{ datasets: 'datasets' }`. */
  readonly counted: Readonly<Record<string, string>>;
  /** Prefixes of blobs that belong to the organization. Rows need no word: every table of an organization is emptied. */
  blobPrefixes?(db: Queries, organizationId: string): Promise<readonly string[]>;
}
