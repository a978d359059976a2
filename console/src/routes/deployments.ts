import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { list, text, within } from './frame.tsx';

const number = <Name extends string>(name: Name, search: Record<string, unknown>): { [Key in Name]?: number } => {
  const value = Number(search[name]);
  return Number.isSafeInteger(value) && value > 0 ? ({ [name]: value } as { [Key in Name]?: number }) : {};
};

/** Which stretch of time, and of whose requests. */
const period = (search: Record<string, unknown>) => ({
  ...number('days', search),
  ...text('segment', search),
  ...text('value', search),
});

export const deploymentsRoutes = [
  createRoute({
    getParentRoute: within,
    path: 'deployments',
    validateSearch: (search) => ({
      ...text('search', search),
      ...text('service', search),
      ...text('drift', search),
      ...text('accuracy', search),
      ...text('importance', search),
      ...number('offset', search),
    }),
    component: lazyRouteComponent(() => import('../pages/deployments/deployments-page.tsx'), 'DeploymentsPage'),
  }),
  createRoute({
    getParentRoute: within,
    path: 'deployments/$deploymentId',
    component: lazyRouteComponent(() => import('../pages/deployment/overview/overview-page.tsx'), 'OverviewPage'),
  }),
  createRoute({
    getParentRoute: within,
    path: 'deployments/$deploymentId/predictions',
    validateSearch: (search) => text('tab', search),
    component: lazyRouteComponent(
      () => import('../pages/deployment/predictions/predictions-page.tsx'),
      'PredictionsPage',
    ),
  }),
  createRoute({
    getParentRoute: within,
    path: 'deployments/$deploymentId/try',
    // Where the page was before: links to it still work.
    beforeLoad: ({ params }) => {
      throw redirect({ to: '/deployments/$deploymentId/predictions', params });
    },
  }),
  createRoute({
    getParentRoute: within,
    path: 'deployments/$deploymentId/service',
    validateSearch: (search) => ({ ...period(search), ...text('metric', search) }),
    component: lazyRouteComponent(() => import('../pages/deployment/service/service-page.tsx'), 'ServicePage'),
  }),
  createRoute({
    getParentRoute: within,
    path: 'deployments/$deploymentId/drift',
    validateSearch: (search) => ({ ...period(search), ...text('feature', search) }),
    component: lazyRouteComponent(() => import('../pages/deployment/drift/drift-page.tsx'), 'DriftPage'),
  }),
  createRoute({
    getParentRoute: within,
    path: 'deployments/$deploymentId/accuracy',
    validateSearch: (search) => ({ ...period(search), ...text('metric', search) }),
    component: lazyRouteComponent(() => import('../pages/deployment/accuracy/accuracy-page.tsx'), 'AccuracyPage'),
  }),
  createRoute({
    getParentRoute: within,
    path: 'deployments/$deploymentId/metrics',
    validateSearch: (search) => ({ ...number('days', search), ...text('metric', search) }),
    component: lazyRouteComponent(() => import('../pages/deployment/metrics/metrics-page.tsx'), 'MetricsPage'),
  }),
  createRoute({
    getParentRoute: within,
    path: 'deployments/$deploymentId/challengers',
    component: lazyRouteComponent(
      () => import('../pages/deployment/challengers/challengers-page.tsx'),
      'ChallengersPage',
    ),
  }),
  createRoute({
    getParentRoute: within,
    path: 'deployments/$deploymentId/retraining',
    component: lazyRouteComponent(() => import('../pages/deployment/retraining/retraining-page.tsx'), 'RetrainingPage'),
  }),
  createRoute({
    getParentRoute: within,
    path: 'deployments/$deploymentId/quota',
    component: lazyRouteComponent(() => import('../pages/deployment/quota/quota-tab.tsx'), 'QuotaTab'),
  }),
  createRoute({
    getParentRoute: within,
    path: 'deployments/$deploymentId/batches',
    validateSearch: (search) => ({ ...text('left', search), ...text('right', search) }),
    component: lazyRouteComponent(() => import('../pages/deployment/batches/batches-page.tsx'), 'BatchesPage'),
  }),
  createRoute({
    getParentRoute: within,
    path: 'deployments/$deploymentId/settings',
    component: lazyRouteComponent(() => import('../pages/deployment/settings/settings-page.tsx'), 'SettingsPage'),
  }),
  createRoute({
    getParentRoute: within,
    path: 'batch-predictions',
    validateSearch: (search) => ({ ...list(search), ...text('definition', search) }),
    component: lazyRouteComponent(
      () => import('../pages/batch-predictions/batch-predictions-page.tsx'),
      'BatchPredictionsPage',
    ),
  }),
  createRoute({
    getParentRoute: within,
    path: 'batch-predictions/definitions',
    validateSearch: list,
    component: lazyRouteComponent(() => import('../pages/batch-definitions/definitions-page.tsx'), 'DefinitionsPage'),
  }),
  createRoute({
    getParentRoute: within,
    path: 'workloads',
    validateSearch: list,
    component: lazyRouteComponent(() => import('../pages/workloads/workloads-page.tsx'), 'WorkloadsPage'),
  }),
  createRoute({
    getParentRoute: within,
    path: 'workloads/$workloadId',
    validateSearch: (search) => ({
      ...text('tab', search),
      ...number('days', search),
      ...text('metric', search),
    }),
    component: lazyRouteComponent(() => import('../pages/workload/workload-page.tsx'), 'WorkloadPage'),
  }),
  createRoute({
    getParentRoute: within,
    path: 'quotas',
    component: lazyRouteComponent(() => import('../pages/quotas/quotas-page.tsx'), 'QuotasPage'),
  }),
  createRoute({
    getParentRoute: within,
    path: 'quotas/$quotaId',
    component: lazyRouteComponent(() => import('../pages/quotas/quota-page.tsx'), 'QuotaPage'),
  }),
] as const;
