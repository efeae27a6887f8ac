import { queryValues } from './validate.ts';

interface RoutedCall {
  readonly method: string;
  readonly path: string;
}

/** Returns the calls by path and method. Literal segments come before parameters, so `invoices/upcoming` never matches an invoice ID. */
export function callsByPath<N extends string>(table: Readonly<Record<N, RoutedCall>>): [path: string, methods: Map<string, N>][] {
  const paths = new Map<string, Map<string, N>>();
  for (const name of Object.keys(table) as N[]) {
    const { method, path } = table[name];
    const methods = paths.get(path) ?? new Map<string, N>();
    paths.set(path, methods.set(method, name));
  }
  return [...paths].toSorted(([a], [b]) => (a.replaceAll('{', '~') < b.replaceAll('{', '~') ? -1 : 1));
}

export const routePattern = (path: string): string => path.replace(/\{(\w+)\}/g, ':$1');

export const allowedMethods = (methods: ReadonlyMap<string, string>): string[] => {
  const declared = [...methods.keys()];
  return declared.includes('GET') && !declared.includes('HEAD') ? ['HEAD', ...declared].toSorted() : declared.toSorted();
};

/** Returns the call for a method. A HEAD request uses the GET call, unless the table declares a HEAD call. */
export const callFor = <N extends string>(methods: ReadonlyMap<string, N>, method: string): N | undefined =>
  methods.get(method) ?? (method === 'HEAD' ? methods.get('GET') : undefined);

export const isReadMethod = (method: string): boolean => method === 'GET' || method === 'HEAD';

/** Returns the query parameters of a URL. Skips parsing if the URL has no query, as in most requests. */
export function queryIn(url: string): Record<string, string> {
  const mark = url.indexOf('?');
  return mark === -1 ? {} : queryValues(new URLSearchParams(url.slice(mark)));
}
