import { TextInput } from '@mantine/core';

/** Events of one shop only: the column that says of which. */
export function SeriesColumn({ value, onChange }: { value: string; onChange: (column: string) => void }) {
  return (
    <TextInput
      label="Series ID column"
      description="Optional: where some days belong to one series alone"
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
