import { Button, Fieldset, Group, Menu, Paper, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useChange } from '../../../api/call-query.ts';
import { useMayEach } from '../../../api/own-access.ts';
import type { Quota, QuotaDefinition, Resource } from '../../../api/quotas.ts';
import { limiting, quotaCalls, quotaQueries, quotasKey } from '../../../api/quotas.ts';
import { HeadButton } from '../../../parts/actions.tsx';
import { Toggle } from '../../../parts/fields.tsx';
import { Note, Panel, ProblemNote } from '../../../parts/panel.tsx';
import { Small, Strong } from '../../../parts/text.tsx';
import { CapacityEditor } from './capacity-editor.tsx';
import { definitionOf, draftOf, type QuotaDraft, type RuleDraft, ruleDraft } from './draft.ts';
import { PoliciesEditor } from './policies-editor.tsx';
import { ReplayPanel } from './replay-panel.tsx';
import { ruleText, tokensAre } from './rule-text.ts';
import { RulesEditor } from './rules-editor.tsx';

interface QuotaEditorProps {
  readonly resource: Resource;
  /** The quota to change; without one a new one is made. */
  readonly quota?: Quota | undefined;
  readonly onDiscard?: () => void;
  /** It was saved a moment ago, by the form that made it. */
  readonly fresh?: boolean;
}

/** Everything a quota says. Nothing is in force before it is saved; then it is, for the very next request. */
export function QuotaEditor({ resource, quota, onDiscard, fresh = false }: QuotaEditorProps) {
  const [draft, setDraft] = useState<QuotaDraft>(() => draftOf(quota));
  const [saved, setSaved] = useState(fresh);
  const set = (change: Partial<QuotaDraft>) => {
    setDraft((before) => ({ ...before, ...change }));
    setSaved(false);
  };
  const save = useChange(
    (definition: QuotaDefinition) =>
      quota ? quotaCalls.change(quota.id, definition) : quotaCalls.create(resource, definition),
    { refresh: [quotasKey], onDone: () => setSaved(true) },
  );
  const definition = definitionOf(draft);
  const [mayChange] = useMayEach([limiting(resource)]);
  return (
    <Stack gap="lg">
      {mayChange === false && (
        <Note title="You can read this quota">
          Changing it takes the role of an editor on what it limits. Ask its owner for that role.
        </Note>
      )}
      <Fieldset variant="unstyled" disabled={!mayChange}>
        <Stack gap="lg">
          <Panel
            title="Limits for everybody"
            intro={`They hold for each caller separately. ${tokensAre(resource)}`}
            aside={<TemplateMenu onChoose={(rules) => set({ rules })} />}
          >
            <RulesEditor rules={draft.rules} onChange={(rules) => set({ rules })} none="No limit yet." />
          </Panel>
          <Panel title="Guaranteed capacity" intro="What it gives in a minute, and how much of that is kept for whom.">
            <CapacityEditor draft={draft} onChange={set} />
          </Panel>
          <Panel
            title="Single consumers"
            intro="A person, a group or a calling deployment with limits or a share of its own."
          >
            <PoliciesEditor policies={draft.policies} onChange={(policies) => set({ policies })} />
          </Panel>
        </Stack>
      </Fieldset>
      <ProblemNote problem={save.error} title="Nothing was saved" />
      {mayChange && (
        <Paper withBorder p="md" className="save-bar">
          <Group justify="space-between">
            <Toggle
              label="Shadow mode: count, never refuse"
              checked={draft.shadow}
              onChange={(on) => set({ shadow: on })}
            />
            <Group gap="sm">
              {saved && (
                <Text size="sm" role="status">
                  Saved, and in force
                </Text>
              )}
              {onDiscard && (
                <Button variant="default" onClick={onDiscard}>
                  Discard
                </Button>
              )}
              <Button
                disabled={definition === undefined}
                loading={save.isPending}
                onClick={() => definition && save.mutate(definition)}
              >
                Save
              </Button>
            </Group>
          </Group>
        </Paper>
      )}
      {quota && <ReplayPanel quotaId={quota.id} definition={definition} />}
    </Stack>
  );
}

/** Limits to begin with. They replace those on screen; nothing is in force before it is saved. */
function TemplateMenu({ onChoose }: { onChoose: (rules: readonly RuleDraft[]) => void }) {
  const [opened, setOpened] = useState(false);
  const templates = useQuery({ ...quotaQueries.templates(), enabled: opened });
  return (
    <Menu position="bottom-end" opened={opened} onChange={setOpened} width={300}>
      <Menu.Target>
        <HeadButton label="From a template" />
      </Menu.Target>
      <Menu.Dropdown>
        {templates.data?.data.map(({ id, name, rules }) => (
          <Menu.Item key={id} onClick={() => onChoose(rules.map(ruleDraft))}>
            <Strong>{name}</Strong>
            <Small>{rules.map(ruleText).join(', ')}</Small>
          </Menu.Item>
        ))}
        {templates.data?.data.length === 0 && <Menu.Label>There are none yet</Menu.Label>}
        {templates.isError && <Menu.Label>They could not be loaded</Menu.Label>}
      </Menu.Dropdown>
    </Menu>
  );
}
