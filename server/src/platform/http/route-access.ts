import type { ProblemKind } from './problem.ts';

/** What a caller wants to do with a shared object. `use`: take its contents for something else (a download, a project, a prediction). */
export type Need = 'read' | 'use' | 'write' | 'share' | 'own';

/** A kind of object, as far as routes name it. */
export interface ObjectKind {
  /** Stored with every grant: never rename it. */
  readonly type: string;
  readonly title: string;
  /** Who sees it, where that does not depend on roles: `whoever made it`. The query that finds it asks for that. */
  readonly seenBy?: string;
  /** Who changes it, where that is fewer. */
  readonly changedBy?: string;
}

/** A role on an object. */
export interface ObjectAccess {
  readonly object: ObjectKind;
  readonly need: Need;
  /**
   * The path parameter that names the object: the role is checked before the request is read. Null where the object is named in
   * the body, or another one leads to it: then the service function checks, and a reply that it did not check is never sent.
   */
  readonly param: string | null;
}

/** Administrators of the organization; others are refused in these words. */
export interface AdministratorAccess {
  readonly administrators: ProblemKind<[username: string]>;
}

/** A permission the account must hold, whatever else the route needs; others are refused in these words. */
export interface NeededPermission {
  readonly name: string;
  readonly refusal: ProblemKind<[username: string]>;
}

/** The role a route needs on an object; `param` is `{type}Id` unless said otherwise. */
export const needs = (object: ObjectKind, need: Need, param: string | null = `${object.type}Id`): ObjectAccess => ({
  object,
  need,
  param,
});

/**
 * What a route needs, besides the caller's organization, which always limits what is seen:
 * - `public`: nothing,
 * - `account`: an account; lists hold what the caller may see, and what is created belongs to the caller,
 * - a role on an object,
 * - being an administrator.
 */
export type RouteAccess = 'public' | 'account' | ObjectAccess | AdministratorAccess;

export const isObjectAccess = (access: RouteAccess): access is ObjectAccess =>
  typeof access === 'object' && 'object' in access;

/** What was checked for one request, so that nothing is asked twice and nothing is forgotten. */
export class CheckedAccess {
  #found: Map<string, object> | undefined;
  readonly #granted: { readonly type: string; readonly need: Need }[] = [];

  /** `access`: as the module that stores roles describes it. */
  note({ type }: ObjectKind, id: string, access: object): void {
    this.#found ??= new Map();
    this.#found.set(`${type} ${id}`, access);
  }

  find({ type }: ObjectKind, id: string): object | undefined {
    return this.#found?.get(`${type} ${id}`);
  }

  grant({ type }: ObjectKind, need: Need): void {
    this.#granted.push({ type, need });
  }

  /** Whoever may do more may also read. */
  isGranted({ type }: ObjectKind, need: Need): boolean {
    return this.#granted.some((one) => one.type === type && (one.need === need || need === 'read'));
  }
}
