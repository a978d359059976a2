import type { Draft } from './draft.ts';

export type Mode = NonNullable<Draft['mode']>;

export const modeTexts: Readonly<Record<Mode, { readonly name: string; readonly about: string }>> = {
  quick: { name: 'Quick', about: 'The models that usually win, once. Minutes for most tables.' },
  auto: { name: 'Autopilot', about: 'More kinds of models, then blends of the best.' },
  comprehensive: { name: 'Comprehensive', about: 'Every model there is, tuned. Takes longest.' },
  manual: { name: 'Manual', about: 'Nothing starts by itself: you train blueprints one by one.' },
};
