import { randomInt } from 'node:crypto';

/** Without characters that are read as one another: no i, l, o, 0, 1. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789';
const HALF = 5;
export const CODES = 10;

const half = () => Array.from({ length: HALF }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');

/** About 49 bits each: too many to guess, few enough to type. */
export const newRecoveryCodes = (): string[] => Array.from({ length: CODES }, () => `${half()}-${half()}`);

/** What people type: any case, with or without dash and blanks. */
export const typedCode = (code: string): string => code.toLowerCase().replaceAll(/[\s-]/g, '');
