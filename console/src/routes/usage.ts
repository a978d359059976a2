/** Pages of this part come into the router here. */
export const usageRoutes = [] as const;
