import { Group, Paper, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, useState } from 'react';
import { useCall } from '../../api/call-query.ts';
import { datasetQueries, type Feature, featureCalls, type Place } from '../../api/datasets.ts';
import { ColumnPicture, ColumnTable } from '../../parts/columns/column-table.tsx';
import { whole } from '../../parts/format.ts';
import { SearchBox } from '../../parts/list-page.tsx';
import { Answer } from '../../parts/panel.tsx';
import { Dimmed } from '../../parts/text.tsx';

/** So many are looked through, not read. */
const MANY = 20;

const findFeature = (all: readonly Feature[], sought: string) =>
  sought === '' ? all : all.filter(({ name }) => name.toLowerCase().includes(sought.toLowerCase()));

export function DatasetProfile({ place, rowCount }: { place: Place; rowCount: number }) {
  const features = useQuery(datasetQueries.allFeatures(place));
  const [sought, setSought] = useState('');
  const { feature } = useSearch({ from: '/signed-in/datasets/$datasetId' });
  const navigate = useNavigate({ from: '/datasets/$datasetId' });
  const choose = useCallback(
    (name: string) =>
      void navigate({ search: (old) => ({ ...old, feature: name }), replace: true, resetScroll: false }),
    [navigate],
  );
  return (
    <Answer of={features} what="the profile">
      {(all) => {
        const chosen = all.find(({ name }) => name === feature) ?? all[0];
        return (
          <Stack gap="lg">
            {chosen && <Chosen place={place} feature={chosen} rowCount={rowCount} />}
            <Paper withBorder className="clipped">
              {all.length > MANY && (
                <Group justify="space-between" px="md" py="sm">
                  <Dimmed className="number">{`${whole(all.length)} features`}</Dimmed>
                  <SearchBox label="Search features" value={sought} onSearch={setSought} />
                </Group>
              )}
              <ColumnTable
                label="Features"
                columns={findFeature(all, sought)}
                rowCount={rowCount}
                chosen={chosen?.name}
                onChoose={choose}
                remark={featureRemark}
              />
            </Paper>
          </Stack>
        );
      }}
    </Answer>
  );
}

/** The plots of a narrow dataset came with its features; those of a wide one are asked for. */
function Chosen({ place, feature, rowCount }: { place: Place; feature: Feature; rowCount: number }) {
  const asked = useCall(featureCalls.histogram(place, feature.name), { enabled: feature.plot === undefined });
  const bars = feature.plot ?? asked.data?.plot ?? [];
  return <ColumnPicture column={feature} rowCount={rowCount} bars={bars} intro={featureIntro(feature)} />;
}

const reasons = {
  empty: 'empty',
  constant: 'one value only',
  identifier: 'an identifier',
  duplicate: 'a copy',
} as const;

/** Why a model learns nothing from it, in a word or two. */
const featureRemark = ({ lowInformationReason }: Feature): string | undefined =>
  lowInformationReason === null ? undefined : reasons[lowInformationReason];

/** What is special about a feature, as a sentence; empty when nothing is. */
function featureIntro(feature: Feature): string {
  const sentences = [
    feature.lowInformationReason === 'duplicate' && `It has the same values as ${feature.duplicateOf} in every row.`,
    feature.lowInformationReason === 'empty' && 'It has no values at all.',
    feature.lowInformationReason === 'constant' && 'It has one value only, so a model learns nothing from it.',
    feature.lowInformationReason === 'identifier' && 'It names rows instead of describing them.',
    feature.timeSeriesEligible &&
      `It can order a time series${feature.timeStep === null ? '' : `, one row every ${feature.timeStep} ${plural(feature)}`}.`,
    feature.dateFormat !== null && `Written as ${feature.dateFormat}.`,
  ];
  return sentences.filter((sentence) => sentence !== false).join(' ');
}

const plural = ({ timeStep, timeUnit }: Feature): string =>
  `${(timeUnit ?? '').toLowerCase()}${timeStep === 1 ? '' : 's'}`;
