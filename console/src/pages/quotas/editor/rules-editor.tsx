import { Button, Group, Stack } from '@mantine/core';
import { ChoiceField, TextField } from '../../../parts/fields.tsx';
import { Dimmed } from '../../../parts/text.tsx';
import { limitProblem, type RuleDraft } from './draft.ts';
import { hasWindow, ruleNames, windowNames } from './rule-text.ts';

interface RulesEditorProps {
  readonly rules: readonly RuleDraft[];
  readonly onChange: (rules: readonly RuleDraft[]) => void;
  /** Said where there is no rule. */
  readonly none: string;
}

const FIRST: RuleDraft = { rule: 'requests', window: 'min', limit: '100' };

/** A list of limits: how many of what, in which window. */
export function RulesEditor({ rules, onChange, none }: RulesEditorProps) {
  const set = (at: number, change: Partial<RuleDraft>) =>
    onChange(rules.map((rule, place) => (place === at ? { ...rule, ...change } : rule)));
  return (
    <Stack gap="xs">
      {rules.length === 0 && <Dimmed>{none}</Dimmed>}
      {rules.map((rule, at) => (
        <RuleRow
          // biome-ignore lint/suspicious/noArrayIndexKey: rules have no other name than their place
          key={at}
          number={at + 1}
          rule={rule}
          onChange={(change) => set(at, change)}
          onRemove={() => onChange(rules.filter((_, place) => place !== at))}
        />
      ))}
      <div>
        <Button size="compact-sm" variant="light" onClick={() => onChange([...rules, FIRST])}>
          Add a limit
        </Button>
      </div>
    </Stack>
  );
}

interface RuleRowProps {
  readonly number: number;
  readonly rule: RuleDraft;
  readonly onChange: (change: Partial<RuleDraft>) => void;
  readonly onRemove: () => void;
}

function RuleRow({ number, rule, onChange, onRemove }: RuleRowProps) {
  return (
    <Group gap="xs" align="flex-start">
      <TextField
        size="xs"
        w={190}
        aria-label={`Limit ${number}`}
        inputMode="numeric"
        value={rule.limit}
        onChange={(text) => onChange({ limit: text })}
        error={limitProblem(rule.limit)}
        styles={{ input: { textAlign: 'right', fontVariantNumeric: 'tabular-nums' } }}
      />
      <ChoiceField
        size="xs"
        w={160}
        aria-label={`What limit ${number} counts`}
        data={ruleNames}
        value={rule.rule}
        onChange={(value) => onChange({ rule: value })}
      />
      {hasWindow(rule.rule) && (
        <ChoiceField
          size="xs"
          w={110}
          aria-label={`Window of limit ${number}`}
          data={windowNames}
          value={rule.window}
          onChange={(value) => onChange({ window: value })}
        />
      )}
      <Button size="xs" variant="subtle" className="danger" onClick={onRemove} aria-label={`Remove limit ${number}`}>
        Remove
      </Button>
    </Group>
  );
}
