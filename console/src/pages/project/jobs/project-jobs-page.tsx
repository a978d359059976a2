import { Badge } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useCall, useChange } from '../../../api/call-query.ts';
import { type Project, type ProjectJob, projectJobCalls, projectKeys, projectQueries } from '../../../api/projects.ts';
import { RowButton, RowLink } from '../../../parts/actions.tsx';
import { DataTable } from '../../../parts/data-table.tsx';
import { Answer, EmptyState, Panel, ProblemNote } from '../../../parts/panel.tsx';
import { ProjectFrame } from '../project-frame.tsx';

export function ProjectJobsPage() {
  return (
    <ProjectFrame part="Jobs" calls={(id) => [projectJobCalls.list(id), projectJobCalls.list(id, 'error')]}>
      {(project) => (
        <>
          <OpenJobs project={project} />
          <FailedJobs project={project} />
        </>
      )}
    </ProjectFrame>
  );
}

function OpenJobs({ project }: { project: Project }) {
  const jobs = useQuery(projectQueries.jobs(project.id));
  const cancel = useChange((id: string) => projectJobCalls.cancel(project.id, id), {
    refresh: [projectKeys.one(project.id)],
  });
  return (
    <Panel title="Waiting and running" intro="In the order they will run.">
      <ProblemNote problem={cancel.error} title="It was not cancelled" />
      <Answer of={jobs} what="the jobs">
        {({ jobs: open }) =>
          open.length === 0 ? (
            <EmptyState icon="jobs" title="Nothing is running">
              Training, insights and predictions of this project show up here while they are worked on.
            </EmptyState>
          ) : (
            <JobTable label="Open jobs" jobs={open} project={project} onCancel={(id) => cancel.mutate(id)} />
          )
        }
      </Answer>
    </Panel>
  );
}

function FailedJobs({ project }: { project: Project }) {
  const failed = useCall(projectJobCalls.list(project.id, 'error'));
  if (!failed.data || failed.data.jobs.length === 0) return null;
  return (
    <Panel title="Failed">
      <JobTable label="Failed jobs" jobs={failed.data.jobs} project={project} />
    </Panel>
  );
}

interface JobTableProps {
  readonly label: string;
  readonly jobs: readonly ProjectJob[];
  readonly project: Project;
  readonly onCancel?: (id: string) => void;
}

function JobTable({ label, jobs, project, onCancel }: JobTableProps) {
  return (
    <DataTable
      label={label}
      minWidth={520}
      rows={jobs}
      idOf={(job) => job.id}
      columns={[
        { name: 'Job', cell: (job) => job.id },
        {
          name: 'What',
          cell: (job) =>
            job.modelId === null || job.jobType === 'model' ? (
              jobName(job.jobType)
            ) : (
              <RowLink
                to="/projects/$projectId/models/$modelId"
                params={{ projectId: project.id, modelId: job.modelId }}
                text={jobName(job.jobType)}
              />
            ),
        },
        {
          name: 'State',
          cell: (job) => (
            <Badge color={job.status === 'inprogress' ? 'almanac' : job.status === 'error' ? 'red' : 'gray'}>
              {job.status === 'inprogress' ? 'running' : job.status === 'error' ? 'failed' : 'waiting'}
            </Badge>
          ),
        },
        { name: 'Message', cell: (job) => job.message },
        {
          name: '',
          cell: (job) =>
            onCancel && (
              <RowButton
                label="Cancel"
                of={`job ${job.id}`}
                needs={projectJobCalls.cancel(project.id, job.id)}
                onClick={() => onCancel(job.id)}
              />
            ),
        },
      ]}
    />
  );
}

const names: Readonly<Record<string, string>> = {
  model: 'Training a model',
  predict: 'Predicting',
  trainingPredictions: 'Predictions for the training data',
  featureImpact: 'Feature impact',
  featureEffects: 'Feature effects',
  featureAssociationMatrix: 'Feature associations',
  seriesAccuracy: 'Accuracy by series',
  predictionExplanationsInitialization: 'A sample of explanations',
  predictionExplanations: 'Explaining predictions',
  datetimeTrendPlots: 'Forecasts from every moment',
};

/** What a job does, in words; the type itself where there are none. */
const jobName = (type: string): string => names[type] ?? type;
