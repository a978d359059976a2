import { catalogue, conflict, notFound, unprocessable } from '#platform/http/problem.ts';

export const MetricProblems = catalogue({
  /** Clients look for this text, and for those of the two conflicts. */
  noSuchMetric: notFound(
    'custom_metric.not_found',
    (id: string) => `Custom metric not found: ${id}. GET customMetrics/ of the deployment lists those it has.`,
  ),
  nameTaken: conflict(
    'custom_metric.name_taken',
    (name: string, deploymentId: string) =>
      `The custom metric name "${name}" is not unique for deployment ${deploymentId}. Choose another name, or change the metric that has it.`,
  ),
  tooMany: conflict(
    'custom_metric.too_many',
    (most: number) =>
      `Maximum number of custom metrics reached: a deployment has at most ${most}. Delete one that is no longer needed first.`,
  ),
  wrongRow: unprocessable(
    'custom_metric.wrong_row',
    (row: number, column: string, why: string) =>
      `Row ${row}, column "${column}": ${why}. Nothing of the dataset was added; correct it and send it again.`,
  ),
  tooManySums: unprocessable(
    'custom_metric.too_many_sums',
    (most: number) =>
      `The dataset makes more than ${most} sums of hours, batches and segments. Nothing was added; send it in parts, or with fewer segments.`,
  ),
  wrongColumn: unprocessable(
    'custom_metric.wrong_column',
    (column: string, why: string) => `Column "${column}" of the dataset ${why}. Nothing was added.`,
  ),
});
