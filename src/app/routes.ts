/** Every page by name with its address pattern. The server's prefetch and the browser's router read the same table. */
export const routes = {
  home: '/',
  signIn: '/sign-in',
  organization: '/org/:slug',
  billing: '/org/:slug/billing',
  invoice: '/org/:slug/billing/invoices/:invoiceId',
  usage: '/org/:slug/usage',
  project: '/project/:ref',
} as const;

export type RouteName = keyof typeof routes;

export interface RouteMatch {
  readonly name: RouteName;
  readonly params: Readonly<Record<string, string>>;
}

/** The page that an address names, or null. A path that can't be decoded names none. */
export function matchRoute(pathname: string): RouteMatch | null {
  const path = pathname.length > 1 ? pathname.replace(/\/$/, '') : pathname;
  for (const name of Object.keys(routes) as RouteName[]) {
    const keys: string[] = [];
    const source = routes[name].replace(/:(\w+)/g, (_, key: string) => {
      keys.push(key);
      return '([^/]+)';
    });
    const found = new RegExp(`^${source}$`).exec(path);
    if (!found) continue;
    try {
      return { name, params: Object.fromEntries(keys.map((key, index) => [key, decodeURIComponent(found[index + 1] ?? '')])) };
    } catch {
      return null;
    }
  }
  return null;
}
