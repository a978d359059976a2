/**
 * The tables of the database, by name. Each module adds its own rows by declaration merging:
 *
 *     declare module '#platform/db/tables.ts' { interface Tables { quotas: QuotaRow } }
 *
 * so that this file knows no part and every query is still typed.
 */
// biome-ignore lint/suspicious/noEmptyInterface: rooms merge their tables into it
export interface Tables {}
