import { parse } from 'regexparam';
import { matchRoute as matchPattern } from 'wouter';

/** URL pattern of each page, by name. The server's prefetch and the browser's router use these patterns. */
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
  statement: '/org/:slug/statement',
  tokens: '/org/:slug/tokens',
  proposals: '/org/:slug/proposals',
  project: '/project/:ref',
} as const;

export type RouteName = keyof typeof pageRoutes;

export interface RouteMatch {
  readonly name: RouteName;
  readonly params: Readonly<Record<string, string>>;
}

/** Returns the route of a path, with the browser router's matcher. Null if no page matches or the path can't be decoded. */
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
