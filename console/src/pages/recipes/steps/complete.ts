import type { Operation } from '../../../api/recipes.ts';
import type { Field, Values } from './field.ts';

const isEmpty = (value: unknown) => value === '' || value === null || value === undefined;

/** What a form holds, as arguments: fields that are not asked for and empty optional ones are left out. */
export function argumentsOf(fields: readonly Field[], values: Values): Values {
  const known = new Set(fields.map(({ name }) => name));
  const rest = Object.entries(values).filter(([name]) => !known.has(name));
  const asked = fields
    .filter(({ when }) => when?.(values) ?? true)
    .filter(({ name, optional }) => !(optional && isEmpty(values[name])))
    .map((field) => [field.name, argumentOf(field, values)] as const);
  return Object.fromEntries([...rest, ...asked]);
}

function argumentOf(field: Field, values: Values): unknown {
  const value = values[field.name];
  if (field.kind === 'list' && Array.isArray(value)) {
    return value.map((one: Values) => argumentsOf(field.fields, one));
  }
  if (field.kind === 'operands') {
    const given = Array.isArray(value) ? value : [];
    return Array.from({ length: field.count(values) }, (_, index) => given[index] ?? '');
  }
  return value;
}

/** A step of JSON somebody typed, or why it is none. */
export function stepFromJson(text: string): Operation | string {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return `This is not JSON: ${error instanceof Error ? error.message : String(error)}`;
  }
  const step = value as Partial<Operation> | null;
  if (typeof step !== 'object' || step === null || typeof step.directive !== 'string') {
    return 'A step is an object with "directive" and "arguments"';
  }
  return { ...step, directive: step.directive, arguments: step.arguments ?? {} };
}

/** The list with one of its items at another place. */
export function moveItem<Item>(items: readonly Item[], from: number, to: number): Item[] {
  const left = items.filter((_, index) => index !== from);
  const item = items[from];
  if (item === undefined || to < 0 || to >= items.length) return [...items];
  return [...left.slice(0, to), item, ...left.slice(to)];
}

const PREFIX = /^Operation \d+ \([^)]*\) cannot be done: /;

/** Why a step failed, without its number: it is shown at the step. */
export const reasonOf = (message: string): string => {
  const reason = message.replace(PREFIX, '');
  return reason.charAt(0).toUpperCase() + reason.slice(1);
};
