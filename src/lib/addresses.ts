/** Addresses of the page's own links. */
export const addresses = {
  home: '/',
  organization: (slug: string) => `/org/${encodeURIComponent(slug)}`,
  billing: (slug: string) => `/org/${encodeURIComponent(slug)}/billing`,
  invoice: (slug: string, id: string) => `/org/${encodeURIComponent(slug)}/billing/invoices/${encodeURIComponent(id)}`,
  usage: (slug: string) => `/org/${encodeURIComponent(slug)}/usage`,
  project: (ref: string) => `/project/${encodeURIComponent(ref)}`,
} as const;
