import { z } from 'zod';

export const MOST_PARTS = 10_000;
const HOURS = 24;

/** Counted anew with every part, when it is finalized and when it is used. */
export const expiryFrom = (now: Date): Date => new Date(now.getTime() + HOURS * 3_600_000);

/** The number of a part in the address, or null: whole, from 1. */
export function partNumber(text: string): number | null {
  const number = /^[1-9]\d{0,4}$/.test(text) ? Number(text) : 0;
  return number >= 1 && number <= MOST_PARTS ? number : null;
}

/** Numbers below the highest that are not there. */
export function missingParts(numbers: readonly number[]): number[] {
  const there = new Set(numbers);
  const highest = Math.max(0, ...numbers);
  return Array.from({ length: highest }, (_, index) => index + 1).filter((number) => !there.has(number));
}

export const StageCreate = z.strictObject({ filename: z.string().trim().min(1).max(255) });
export const Stage = z.strictObject({ id: z.string(), filename: z.string(), expiresAt: z.iso.datetime() });

export const Part = z.strictObject({ number: z.int().min(1).max(MOST_PARTS), size: z.int() });
export const Parts = z.strictObject({ parts: z.array(Part) });
