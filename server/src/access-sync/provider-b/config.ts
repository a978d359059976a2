/** What a connection to provider B knows. One of the two proofs is there. */
export interface ProviderBConfig {
  readonly tenantId: string;
  readonly clientId: string;
  readonly clientSecret?: string | undefined;
  /** PEM: the private key and the certificate, in any order. */
  readonly certificate?: string | undefined;
  readonly graphUrl: string;
  readonly loginUrl: string;
  /** Only these sites; all of them without it. */
  readonly siteIds?: readonly string[] | undefined;
}
