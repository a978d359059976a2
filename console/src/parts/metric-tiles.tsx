import { SimpleGrid, Text, UnstyledButton } from '@mantine/core';
import { Small } from './text.tsx';

export interface ServiceFigure<Name extends string = string> {
  readonly name: Name;
  readonly label: string;
  readonly write: (value: number | null) => string;
  /** What it means. */
  readonly about: string;
}

interface MetricTilesProps<Name extends string> {
  readonly figures: readonly ServiceFigure<Name>[];
  readonly values: Readonly<Partial<Record<Name, number | null>>>;
  readonly current: Name;
  readonly onPick: (name: Name) => void;
}

/** Every figure of a period; a click draws it over time. */
export function MetricTiles<Name extends string>({ figures, values, current, onPick }: MetricTilesProps<Name>) {
  return (
    <SimpleGrid cols={{ base: 2, xs: 3, md: 4 }} spacing="sm">
      {figures.map(({ name, label, write, about }) => (
        <UnstyledButton
          key={name}
          className="metric-tile"
          aria-pressed={name === current}
          title={about}
          onClick={() => onPick(name)}
        >
          <Small>{label}</Small>
          <Text fz={20} fw={600} className="number">
            {write(values[name] ?? null)}
          </Text>
        </UnstyledButton>
      ))}
    </SimpleGrid>
  );
}
