type Sorted = false | 'asc' | 'desc';

export const arrow = (sorted: Sorted): string => (sorted === 'asc' ? '↑' : sorted === 'desc' ? '↓' : '');

export const ariaSort = (sorted: Sorted): { 'aria-sort'?: 'ascending' | 'descending' } => {
  if (sorted === 'asc') return { 'aria-sort': 'ascending' };
  return sorted === 'desc' ? { 'aria-sort': 'descending' } : {};
};
