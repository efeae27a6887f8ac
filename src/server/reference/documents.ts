export interface ApiDocument {
  /** Names it in the address of the reference. */
  readonly slug: string;
  readonly title: string;
  /** Where the OpenAPI document is served. */
  readonly url: string;
}

/** The documents that the reference shows, in the order of its list. */
export const apiDocuments: readonly ApiDocument[] = [
  { slug: 'platform', title: 'Platform API', url: '/platform/openapi.json' },
  { slug: 'admin', title: 'Admin API', url: '/admin/v1/openapi.json' },
];
