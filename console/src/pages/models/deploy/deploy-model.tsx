import { Button, Group, Modal, Select, Stack, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { fieldError } from '../../../api/api-problem.ts';
import type { Importance } from '../../../api/deployments.ts';
import type { Model } from '../../../api/models.ts';
import type { Project } from '../../../api/projects.ts';
import type { ModelVersion } from '../../../api/registry.ts';
import { JobProgress } from '../../../parts/job-progress.tsx';
import { Note } from '../../../parts/note.tsx';
import { ProblemNote } from '../../../parts/problem-note.tsx';
import { type Source, useDeploy } from './use-deploy.ts';

interface DeployDialogProps {
  readonly source: Source;
  readonly name: string;
  readonly onClose: () => void;
}

/** Straight from the leaderboard: the model is registered on the way. */
export function DeployModel(props: { readonly project: Project; readonly model: Model; readonly onClose: () => void }) {
  const { project, model, onClose } = props;
  return <DeployDialog source={{ modelId: model.id }} name={project.projectName} onClose={onClose} />;
}

export function DeployVersion({ version, onClose }: { readonly version: ModelVersion; readonly onClose: () => void }) {
  return <DeployDialog source={{ versionId: version.id }} name={version.name} onClose={onClose} />;
}

const weights = [
  { value: 'LOW', label: 'Low' },
  { value: 'MODERATE', label: 'Moderate' },
  { value: 'HIGH', label: 'High' },
  { value: 'CRITICAL', label: 'Critical' },
];

function DeployDialog({ source, name, onClose }: DeployDialogProps) {
  const [label, setLabel] = useState(name);
  const [description, setDescription] = useState('');
  const [importance, setImportance] = useState<Importance>('MODERATE');
  const deploy = useDeploy(source);
  return (
    <Modal opened onClose={onClose} title="Deploy this model">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          deploy.start({ label, importance, ...(description === '' ? {} : { description }) });
        }}
      >
        <Stack>
          <TextInput
            label="Name of the deployment"
            value={label}
            onChange={(event) => setLabel(event.currentTarget.value)}
            required
            data-autofocus
            error={fieldError(deploy.problem, 'label')}
          />
          <Textarea
            label="Description"
            description="Optional"
            value={description}
            onChange={(event) => setDescription(event.currentTarget.value)}
            autosize
            minRows={2}
          />
          <Select
            label="Importance"
            data={weights}
            value={importance}
            allowDeselect={false}
            onChange={(weight) => weight && setImportance(weight as Importance)}
          />
          {deploy.stage && <Note>{deploy.stage}</Note>}
          <ProblemNote problem={deploy.problem} title="The model was not deployed" />
          <JobProgress of={deploy.following} what="Starting the deployment" refused="The deployment did not start" />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={deploy.busy}>
              Deploy
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
