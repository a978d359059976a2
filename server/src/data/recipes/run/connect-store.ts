import type pg from 'pg';
import type { Asking } from '../recipe.access.ts';

export async function connectTo(_ctx: Asking, id: string, _signal: AbortSignal): Promise<pg.Client> {
  throw new Error(`no data store ${id}`);
}
