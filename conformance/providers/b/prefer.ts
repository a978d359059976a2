/** The four values of the header, and what one may not ask without another. */
export interface Prefer {
  readonly hierarchical: boolean;
  readonly removedAsDeleted: boolean;
  readonly traverseGaps: boolean;
  readonly sharingChanges: boolean;
}

export function readPrefer(header: string | undefined): Prefer {
  const values = new Set((header ?? '').split(',').map((value) => value.trim().toLowerCase()));
  return {
    hierarchical: values.has('hierarchicalsharing'),
    removedAsDeleted: values.has('deltashowremovedasdeleted'),
    traverseGaps: values.has('deltatraversepermissiongaps'),
    sharingChanges: values.has('deltashowsharingchanges'),
  };
}

export const contradicts = (prefer: Prefer): boolean =>
  prefer.sharingChanges && !(prefer.removedAsDeleted && prefer.traverseGaps);
