import { Group, Progress, Stack, Text } from '@mantine/core';
import { ChoiceField, TextField } from '../../../parts/fields.tsx';
import { Note } from '../../../parts/panel.tsx';
import { Strong } from '../../../parts/text.tsx';
import { limitProblem, percentProblem, type QuotaDraft } from './draft.ts';
import { type Shares, sharesOf, sharesWarning } from './shares.ts';

interface CapacityEditorProps {
  readonly draft: QuotaDraft;
  readonly onChange: (change: Partial<QuotaDraft>) => void;
}

/** What the whole resource gives in a minute, and how much of it is kept for whom. */
export function CapacityEditor({ draft, onChange }: CapacityEditorProps) {
  const shares = sharesOf(draft);
  const warning = sharesWarning(shares, draft.threshold);
  return (
    <Stack gap="md">
      <Group gap="md" align="flex-start">
        <TextField
          w={150}
          label="Capacity a minute"
          description="Empty for no bound"
          inputMode="numeric"
          value={draft.capacity}
          onChange={(text) => onChange({ capacity: text })}
          error={draft.capacity === '' ? undefined : limitProblem(draft.capacity)}
        />
        <ChoiceField
          w={130}
          label="Counted in"
          description="What is bounded"
          data={[
            { value: 'requests', label: 'requests' },
            { value: 'token', label: 'tokens' },
          ]}
          value={draft.units}
          onChange={(units) => onChange({ units: units === 'token' ? 'token' : 'requests' })}
        />
        <TextField
          w={190}
          label="Saturation threshold, %"
          description="From here on shares are kept"
          inputMode="decimal"
          value={draft.threshold}
          onChange={(text) => onChange({ threshold: text })}
          error={percentProblem(draft.threshold)}
        />
      </Group>
      <ShareBar shares={shares} />
      {warning && <Note tone="careful">{warning}</Note>}
    </Stack>
  );
}

/** Backgrounds that carry white text in both schemes. */
const colors = ['#1f6f66', '#8a4b16', '#4a5fa5', '#a23b5c', '#6a5b24', '#5a554d'];

function ShareBar({ shares: { shown, sum } }: { shares: Shares }) {
  const scale = Math.max(100, sum);
  return (
    <div>
      <Group justify="space-between" mb={6}>
        <Strong>Reserved shares</Strong>
        <Text size="sm" className="number" data-testid="share-sum">
          {`${sum} % reserved, ${Number(Math.max(0, 100 - sum).toFixed(6))} % for everybody`}
        </Text>
      </Group>
      <Progress.Root
        size={26}
        radius="sm"
        role="img"
        aria-label={
          shown.length === 0
            ? 'No share is reserved'
            : `Reserved: ${shown.map(({ name, percent }) => `${name} ${percent} %`).join(', ')}; ${sum} % together`
        }
      >
        {shown.map(({ name, percent }, at) => (
          <Progress.Section
            key={name}
            value={(percent / scale) * 100}
            color={colors[at % colors.length] ?? ''}
            withAria={false}
            title={`${name}: ${percent} %`}
          >
            {percent >= 8 && <Progress.Label fz={12} fw={500}>{`${name} ${percent} %`}</Progress.Label>}
          </Progress.Section>
        ))}
      </Progress.Root>
    </div>
  );
}
