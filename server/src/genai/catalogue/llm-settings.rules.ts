import type { Settings } from '../genai.tables.ts';
import type { SettingDefinition } from './catalogue.schema.ts';

const constraints = (
  type: SettingDefinition['type'],
  limits: Partial<NonNullable<SettingDefinition['constraints']>>,
): Pick<SettingDefinition, 'type' | 'isNullable' | 'constraints' | 'defaultValue'> => ({
  type,
  isNullable: true,
  constraints: {
    type,
    ...{ minValue: null, maxValue: null, minLength: null, maxLength: null, allowedChoices: null },
    ...limits,
  },
  defaultValue: null,
});

const LONGEST_SYSTEM_PROMPT = 500_000;

/** The settings that every model has. */
export const settingsOf = (maxCompletionTokens: number): SettingDefinition[] => [
  {
    id: 'systemPrompt',
    name: 'System prompt',
    description: 'Told to the model before anything that is asked',
    format: 'multiline',
    ...constraints('string', { maxLength: LONGEST_SYSTEM_PROMPT }),
  },
  {
    id: 'maxCompletionLength',
    name: 'Max completion tokens',
    description: 'The longest answer, in tokens',
    format: null,
    ...constraints('integer', { minValue: 1, maxValue: maxCompletionTokens }),
  },
  {
    id: 'temperature',
    name: 'Temperature',
    description: 'How much chance there is in an answer',
    format: null,
    ...constraints('float', { minValue: 0, maxValue: 2 }),
  },
  {
    id: 'topP',
    name: 'Token selection probability cutoff (Top P)',
    description: 'Only the likeliest words whose chances add up to this are considered',
    format: null,
    ...constraints('float', { minValue: 0, maxValue: 1 }),
  },
];

/** Setting -> what is wrong with it. */
export function wrongSettings(settings: Settings, definitions: readonly SettingDefinition[]): Record<string, string> {
  const wrong: Record<string, string> = {};
  for (const [name, value] of Object.entries(settings)) {
    const definition = definitions.find(({ id }) => id === name);
    const reason = definition === undefined ? unknown(name, definitions) : fault(value, definition);
    if (reason !== null) wrong[`llmSettings.${name}`] = reason;
  }
  return wrong;
}

const unknown = (name: string, definitions: readonly SettingDefinition[]) =>
  `This model has no setting ${name}; it has ${definitions.map(({ id }) => id).join(', ')}`;

function fault(value: unknown, { type, isNullable, constraints }: SettingDefinition): string | null {
  if (value === null && isNullable) return null;
  if (type === 'string') {
    const most = constraints?.maxLength ?? Number.POSITIVE_INFINITY;
    return typeof value === 'string' && value.length <= most ? null : `Must be text of at most ${most} characters`;
  }
  const { minValue, maxValue } = constraints ?? {};
  const [least, most] = [minValue ?? Number.NEGATIVE_INFINITY, maxValue ?? Number.POSITIVE_INFINITY];
  const fits = typeof value === 'number' && value >= least && value <= most;
  if (fits && (type === 'float' || Number.isInteger(value))) return null;
  return `Must be ${type === 'integer' ? 'a whole number' : 'a number'} from ${least} to ${most}`;
}

/** The settings as the fields of a chat completion; the system prompt is a message and not among them. */
export function completionFields(settings: Settings | null): Record<string, unknown> {
  const fields: Record<string, unknown> = {};
  const names = { maxCompletionLength: 'max_tokens', temperature: 'temperature', topP: 'top_p' } as const;
  for (const [ours, theirs] of Object.entries(names)) {
    const value = settings?.[ours];
    if (value !== null && value !== undefined) fields[theirs] = value;
  }
  return fields;
}

export const systemPromptOf = (settings: Settings | null): string | null => {
  const prompt = settings?.systemPrompt;
  return typeof prompt === 'string' && prompt !== '' ? prompt : null;
};
