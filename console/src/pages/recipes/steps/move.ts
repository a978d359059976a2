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
