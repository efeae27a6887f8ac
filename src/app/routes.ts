import { parse } from 'regexparam';
import { matchRoute as matchPattern } from 'wouter';

/** Every page by name with its address pattern. The server's prefetch and the browser's router read the same table. */
export const pageRoutes = {
  home: '/',
  signIn: '/sign-in',
  sessions: '/sessions',
  organization: '/org/:slug',
  billing: '/org/:slug/billing',
  invoice: '/org/:slug/billing/invoices/:invoiceId',
  usage: '/org/:slug/usage',
  budgets: '/org/:slug/budgets',
  activity: '/org/:slug/activity',
  project: '/project/:ref',
} as const;

export type RouteName = keyof typeof pageRoutes;

export interface RouteMatch {
  readonly name: RouteName;
  readonly params: Readonly<Record<string, string>>;
}

/** The page that an address names, or null: by the matcher of the browser's router. A path that can't be decoded names none. */
export function matchRoute(pathname: string): RouteMatch | null {
  for (const name of Object.keys(pageRoutes) as RouteName[]) {
    const [matches, found] = matchPattern(parse, pageRoutes[name], pathname);
    if (!matches) continue;
    try {
      const named = Object.entries(found).filter(([key]) => !/^\d+$/.test(key));
      return { name, params: Object.fromEntries(named.map(([key, value]) => [key, decodeURIComponent(String(value))])) };
    } catch {
      return null;
    }
  }
  return null;
}
