import { Button, Menu, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { quotaQueries } from '../../../api/quotas.ts';
import { type RuleDraft, ruleDraft } from './draft.ts';
import { ruleText } from './rule-text.ts';

/** Limits to begin with. They replace those on screen; nothing is in force before it is saved. */
export function TemplateMenu({ onChoose }: { onChoose: (rules: readonly RuleDraft[]) => void }) {
  const [opened, setOpened] = useState(false);
  const templates = useQuery({ ...quotaQueries.templates(), enabled: opened });
  return (
    <Menu position="bottom-end" opened={opened} onChange={setOpened} width={300}>
      <Menu.Target>
        <Button size="xs" variant="default">
          From a template
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {templates.data?.data.map(({ id, name, rules }) => (
          <Menu.Item key={id} onClick={() => onChoose(rules.map(ruleDraft))}>
            <Text size="sm" fw={500}>
              {name}
            </Text>
            <Text size="xs" c="dimmed">
              {rules.map(ruleText).join(', ')}
            </Text>
          </Menu.Item>
        ))}
        {templates.data?.data.length === 0 && <Menu.Label>There are none yet</Menu.Label>}
        {templates.isError && <Menu.Label>They could not be loaded</Menu.Label>}
      </Menu.Dropdown>
    </Menu>
  );
}
