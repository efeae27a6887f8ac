import { queryValues } from './validate.ts';

// What routing makes of a table of calls, whichever table it is.

interface RoutedCall {
  readonly method: string;
  readonly path: string;
}

/** Calls by path and method. Fixed words come before parameters, so that `invoices/upcoming` is no invoice id. */
export function callsByPath<N extends string>(table: Readonly<Record<N, RoutedCall>>): [path: string, methods: Map<string, N>][] {
  const paths = new Map<string, Map<string, N>>();
  for (const name of Object.keys(table) as N[]) {
    const { method, path } = table[name];
    const methods = paths.get(path) ?? new Map<string, N>();
    paths.set(path, methods.set(method, name));
  }
  return [...paths].toSorted(([a], [b]) => (a.replaceAll('{', '~') < b.replaceAll('{', '~') ? -1 : 1));
}

/** A path as the router takes it. */
export const routePattern = (path: string): string => path.replace(/\{(\w+)\}/g, ':$1');

export const allowedMethods = (methods: ReadonlyMap<string, string>): string[] => {
  const declared = [...methods.keys()];
  return declared.includes('GET') && !declared.includes('HEAD') ? ['HEAD', ...declared].toSorted() : declared.toSorted();
};

/** HEAD is answered as GET without a body where it is not a call of its own. */
export const callFor = <N extends string>(methods: ReadonlyMap<string, N>, method: string): N | undefined =>
  methods.get(method) ?? (method === 'HEAD' ? methods.get('GET') : undefined);

export const isReadMethod = (method: string): boolean => method === 'GET' || method === 'HEAD';

/** Most addresses have no query, and reading none takes no time. */
export function queryIn(url: string): Record<string, string> {
  const mark = url.indexOf('?');
  return mark === -1 ? {} : queryValues(new URLSearchParams(url.slice(mark)));
}
