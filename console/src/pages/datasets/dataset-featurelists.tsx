import { Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useChange } from '../../api/call-query.ts';
import { datasetKeys, datasetQueries, type Featurelist, featureCalls, type Place } from '../../api/datasets.ts';
import { HeadButton, RowButton } from '../../parts/actions.tsx';
import { DataTable } from '../../parts/data-table.tsx';
import { FeatureListDialog } from '../../parts/dialogs.tsx';
import { whole } from '../../parts/format.ts';
import { Panel, ProblemNote, Reply } from '../../parts/panel.tsx';
import { Small, Strong, Tag, Timestamp } from '../../parts/text.tsx';

export function DatasetFeaturelists({ place }: { place: Place }) {
  const remove = useChange((id: string) => featureCalls.removeList(place.datasetId, id), {
    refresh: [datasetKeys.one(place.datasetId)],
  });
  return (
    <Panel
      title="Feature lists"
      intro="Named choices of features, for projects to learn from. One is made by itself: all of them."
      aside={
        <HeadButton
          label="Create list"
          primary
          needs={featureCalls.createList(place.datasetId, { name: '', features: [] })}
          dialog={(close) => <CreateFeaturelist place={place} onClose={close} />}
        />
      }
    >
      <ProblemNote problem={remove.error} title="The list was not deleted" />
      <Reply to={featureCalls.lists(place)} what="the feature lists">
        {({ data }) => (
          <DataTable
            label="Feature lists"
            rows={data}
            idOf={({ id }) => id}
            columns={[
              { name: 'Name', cell: (list) => <ListName list={list} /> },
              { name: 'Features', numeric: true, cell: ({ features }) => whole(features.length) },
              { name: 'By', cell: ({ createdBy }) => createdBy },
              { name: 'Created', cell: ({ creationDate }) => <Timestamp iso={creationDate} /> },
              {
                name: '',
                cell: ({ id, name, userCreated }) =>
                  userCreated && (
                    <RowButton
                      label="Delete"
                      of={name}
                      needs={featureCalls.removeList(place.datasetId, id)}
                      onClick={() => remove.mutate(id)}
                    />
                  ),
              },
            ]}
          />
        )}
      </Reply>
    </Panel>
  );
}

const FIRST = 8;

function ListName({ list }: { list: Featurelist }) {
  const named = list.features.slice(0, FIRST).join(', ');
  return (
    <>
      <Group gap="xs">
        <Strong>{list.name}</Strong>
        {!list.userCreated && <Tag>automatic</Tag>}
      </Group>
      <Small className="fact">{list.features.length > FIRST ? `${named}, ...` : named}</Small>
    </>
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
