import { createRoute, redirect } from '@tanstack/react-router';
import { type Address, list, numbers, page, texts, within } from './frame.tsx';

const DEPLOYMENT = 'deployments/$deploymentId';

/** Which stretch of time, and of whose requests; then what of it is shown. */
const period =
  <Name extends string>(...names: Name[]) =>
  (address: Address) => ({
    ...numbers('days')(address),
    ...texts<'segment' | 'value' | Name>('segment', 'value', ...names)(address),
  });

export const deploymentsRoutes = [
  page(
    'deployments',
    () => import('../pages/deployments/deployments-page.tsx'),
    'DeploymentsPage',
    (address) => ({
      ...texts('search', 'service', 'drift', 'accuracy', 'importance')(address),
      ...numbers('offset')(address),
    }),
  ),
  page(DEPLOYMENT, () => import('../pages/deployment/overview/overview-page.tsx'), 'OverviewPage'),
  page(
    `${DEPLOYMENT}/predictions`,
    () => import('../pages/deployment/predictions/predictions-page.tsx'),
    'PredictionsPage',
    texts('tab'),
  ),
  createRoute({
    getParentRoute: within,
    path: `${DEPLOYMENT}/try`,
    // Where the page was before: links to it still work.
    beforeLoad: ({ params }) => {
      throw redirect({ to: '/deployments/$deploymentId/predictions', params });
    },
  }),
  page(
    `${DEPLOYMENT}/service`,
    () => import('../pages/deployment/service/service-page.tsx'),
    'ServicePage',
    period('metric'),
  ),
  page(`${DEPLOYMENT}/drift`, () => import('../pages/deployment/drift/drift-page.tsx'), 'DriftPage', period('feature')),
  page(
    `${DEPLOYMENT}/accuracy`,
    () => import('../pages/deployment/accuracy/accuracy-page.tsx'),
    'AccuracyPage',
    period('metric'),
  ),
  page(
    `${DEPLOYMENT}/metrics`,
    () => import('../pages/deployment/metrics/metrics-page.tsx'),
    'MetricsPage',
    (address) => ({
      ...numbers('days')(address),
      ...texts('metric')(address),
    }),
  ),
  page(
    `${DEPLOYMENT}/challengers`,
    () => import('../pages/deployment/challengers/challengers-page.tsx'),
    'ChallengersPage',
  ),
  page(
    `${DEPLOYMENT}/retraining`,
    () => import('../pages/deployment/retraining/retraining-page.tsx'),
    'RetrainingPage',
  ),
  page(`${DEPLOYMENT}/quota`, () => import('../pages/deployment/quota/quota-tab.tsx'), 'QuotaTab'),
  page(
    `${DEPLOYMENT}/batches`,
    () => import('../pages/deployment/batches/batches-page.tsx'),
    'BatchesPage',
    texts('left', 'right'),
  ),
  page(`${DEPLOYMENT}/settings`, () => import('../pages/deployment/settings/settings-page.tsx'), 'SettingsPage'),
  page(
    'batch-predictions',
    () => import('../pages/batch-predictions/batch-predictions-page.tsx'),
    'BatchPredictionsPage',
    (address) => ({ ...list(address), ...texts('definition')(address) }),
  ),
  page(
    'batch-predictions/definitions',
    () => import('../pages/batch-definitions/definitions-page.tsx'),
    'DefinitionsPage',
    list,
  ),
  page('workloads', () => import('../pages/workloads/workloads-page.tsx'), 'WorkloadsPage', list),
  page(
    'workloads/$workloadId',
    () => import('../pages/workload/workload-page.tsx'),
    'WorkloadPage',
    (address) => ({
      ...texts('tab', 'metric')(address),
      ...numbers('days')(address),
    }),
  ),
  page('quotas', () => import('../pages/quotas/quotas-page.tsx'), 'QuotasPage'),
  page('quotas/$quotaId', () => import('../pages/quotas/quota-page.tsx'), 'QuotaPage'),
] as const;
