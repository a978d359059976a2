const GATEWAY = /^workload llmGateway /;

/** The API names a limit by its resource; the one everybody meets gets a name people know. */
export const limitName = (resource: string): string => resource.replace(GATEWAY, 'Language-model gateway: ');
