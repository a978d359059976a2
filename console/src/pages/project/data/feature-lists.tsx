import { useChange } from '../../../api/call-query.ts';
import {
  type Project,
  type ProjectFeature,
  type ProjectList,
  projectFeatureCalls,
  projectKeys,
} from '../../../api/projects.ts';
import { HeadButton, RowButton } from '../../../parts/actions.tsx';
import { DataTable } from '../../../parts/data-table.tsx';
import { FeatureListDialog } from '../../../parts/feature-list-dialog.tsx';
import { whole } from '../../../parts/format.ts';
import { Panel, ProblemNote, Reply } from '../../../parts/panel.tsx';
import { Tag, Timestamp } from '../../../parts/text.tsx';

interface FeatureListsProps {
  readonly project: Project;
  readonly columns: readonly ProjectFeature[];
}

export function FeatureLists({ project, columns }: FeatureListsProps) {
  const remove = useChange((id: string) => projectFeatureCalls.removeList(project.id, id), {
    refresh: [projectKeys.one(project.id)],
  });
  return (
    <Panel
      title="Feature lists"
      intro="Which columns models may use. The autopilot can be run on any of them."
      aside={
        <HeadButton
          label="Create list"
          dialog={(close) => <CreateList project={project} columns={columns} onClose={close} />}
        />
      }
    >
      <ProblemNote problem={remove.error} title="The list was not deleted" />
      <Reply to={projectFeatureCalls.lists(project.id)} what="the feature lists">
        {(found) => <ListTable lists={found} onRemove={(id) => remove.mutate(id)} />}
      </Reply>
    </Panel>
  );
}

function ListTable({ lists, onRemove }: { lists: readonly ProjectList[]; onRemove: (id: string) => void }) {
  return (
    <DataTable
      label="Feature lists"
      rows={lists}
      idOf={(list) => list.id}
      columns={[
        {
          name: 'Name',
          fw: 500,
          cell: (list) => (
            <span title={list.description}>
              {list.name}
              {!list.isUserCreated && <Tag ml={8}>made by the platform</Tag>}
            </span>
          ),
        },
        {
          name: 'Features',
          numeric: true,
          cell: ({ features }) => <span title={features.slice(0, 40).join(', ')}>{whole(features.length)}</span>,
        },
        { name: 'Models', numeric: true, cell: (list) => whole(list.numModels) },
        { name: 'Created', cell: (list) => <Timestamp iso={list.created} /> },
        {
          name: '',
          cell: (list) =>
            list.isUserCreated && <RowButton label="Delete" of={list.name} onClick={() => onRemove(list.id)} />,
        },
      ]}
    />
  );
}

function CreateList({ project, columns, onClose }: FeatureListsProps & { readonly onClose: () => void }) {
  return (
    <FeatureListDialog
      offered={columns.map(({ name }) => name)}
      chosen={columns.filter(({ lowInformation }) => !lowInformation).map(({ name }) => name)}
      call={({ name, features }) => projectFeatureCalls.createList(project.id, { name, features: [...features] })}
      refresh={[projectKeys.one(project.id)]}
      onClose={onClose}
    />
  );
}
