export interface ApiDocument {
  readonly slug: string;
  readonly title: string;
  readonly url: string;
}

export const apiDocuments: readonly ApiDocument[] = [
  { slug: 'platform', title: 'Platform API', url: '/platform/openapi.json' },
  { slug: 'admin', title: 'Admin API', url: '/admin/v1/openapi.json' },
];
