import { Badge, Button, Group, Table, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { callQuery, useChange } from '../../api/call-query.ts';
import { datasetKeys, datasetQueries, type Featurelist, featureCalls, type Place } from '../../api/datasets.ts';
import { DataTable } from '../../parts/data-table.tsx';
import { FeatureListDialog } from '../../parts/feature-list-dialog.tsx';
import { whole } from '../../parts/format.ts';
import { Answer, Panel, ProblemNote } from '../../parts/panel.tsx';
import { Timestamp } from '../../parts/timestamp.tsx';

export function DatasetFeaturelists({ place }: { place: Place }) {
  const lists = useQuery(callQuery(featureCalls.lists(place)));
  const [creating, { open, close }] = useDisclosure(false);
  const remove = useChange((id: string) => featureCalls.removeList(place.datasetId, id), {
    refresh: [datasetKeys.one(place.datasetId)],
  });
  return (
    <Panel
      title="Feature lists"
      intro="Named choices of features, for projects to learn from. One is made by itself: all of them."
      aside={
        <Button size="xs" onClick={open}>
          Create list
        </Button>
      }
    >
      <ProblemNote problem={remove.error} title="The list was not deleted" />
      <Answer of={lists} what="the feature lists">
        {({ data }) => (
          <DataTable label="Feature lists" columns={['Name', 'Features', 'By', 'Created', '']} numeric={['Features']}>
            {data.map((list) => (
              <ListRow key={list.id} list={list} onRemove={() => remove.mutate(list.id)} />
            ))}
          </DataTable>
        )}
      </Answer>
      {creating && <CreateFeaturelist place={place} onClose={close} />}
    </Panel>
  );
}

const FIRST = 8;

function ListRow({ list, onRemove }: { list: Featurelist; onRemove: () => void }) {
  const named = list.features.slice(0, FIRST).join(', ');
  return (
    <Table.Tr>
      <Table.Td>
        <Group gap="xs">
          <Text size="sm" fw={500}>
            {list.name}
          </Text>
          {!list.userCreated && (
            <Badge size="sm" color="gray">
              automatic
            </Badge>
          )}
        </Group>
        <Text size="xs" c="dimmed" className="fact">
          {list.features.length > FIRST ? `${named}, ...` : named}
        </Text>
      </Table.Td>
      <Table.Td ta="right" className="number">
        {whole(list.features.length)}
      </Table.Td>
      <Table.Td>{list.createdBy}</Table.Td>
      <Table.Td>
        <Timestamp iso={list.creationDate} />
      </Table.Td>
      <Table.Td ta="right">
        {list.userCreated && (
          <Button
            size="compact-xs"
            variant="subtle"
            className="danger"
            onClick={onRemove}
            aria-label={`Delete ${list.name}`}
          >
            Delete
          </Button>
        )}
      </Table.Td>
    </Table.Tr>
  );
}

function CreateFeaturelist({ place, onClose }: { place: Place; onClose: () => void }) {
  const features = useQuery(datasetQueries.allFeatures(place));
  return (
    <FeatureListDialog
      offered={(features.data ?? []).map(({ name }) => name)}
      call={({ name, features: chosen }) => featureCalls.createList(place.datasetId, { name, features: [...chosen] })}
      refresh={[datasetKeys.one(place.datasetId)]}
      onClose={onClose}
    />
  );
}
