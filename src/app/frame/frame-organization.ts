import { use, useSyncExternalStore } from 'react';
import { useLocation } from 'wouter';
import { useCapabilities } from '#billing/shared/data/use-billing-data.ts';
import { useRead } from '#billing/shared/data/queries.ts';
import type { Profile } from '#contract/types.ts';
import { helpAddresses } from '#lib/addresses.ts';
import { matchRoute, type RouteName } from '#app/routes.ts';
import { ServedContext } from '#app/served.ts';

const organizationPages: readonly {
  readonly words: string;
  readonly address: (slug: string) => string;
  /** Routes on which the link is marked as current. The link leads to the first of these routes. */
  readonly routes: readonly RouteName[];
  readonly needs?: Profile['capabilities'][number];
}[] = [
  { words: 'Projects', address: helpAddresses.organization, routes: ['organization', 'project'] },
  { words: 'Usage', address: helpAddresses.usage, routes: ['usage'] },
  { words: 'Budgets', address: helpAddresses.budgets, routes: ['budgets'], needs: 'budgets' },
  { words: 'Billing', address: helpAddresses.billing, routes: ['billing', 'invoice', 'statement'] },
  { words: 'Activity', address: helpAddresses.activity, routes: ['activity'], needs: 'activity' },
  { words: 'Proposals', address: helpAddresses.proposals, routes: ['proposals'], needs: 'proposals' },
  { words: 'Tokens', address: helpAddresses.tokens, routes: ['tokens'], needs: 'tokens' },
];

export interface OrganizationLink {
  readonly words: string;
  readonly address: string;
  /** 'page' if the link leads to the current page, 'true' if the current page is below the page of the link, undefined otherwise. */
  readonly current: 'page' | 'true' | undefined;
  /** Number of open proposals on the link to the proposals; undefined on other links. */
  readonly count: number | undefined;
}

export interface FrameOrganization {
  readonly slug: string;
  readonly name: string;
  readonly plan: string | undefined;
  readonly links: readonly OrganizationLink[];
  readonly pageOf: (slug: string) => string;
}

/** Path of the document from the server. The frame hydrates with this path even if the member has already navigated. */
const servedPath = typeof window === 'undefined' ? null : window.location.pathname;
const never = () => () => undefined;

/** Returns the organization of the current page or project; null on other pages, and until the organization is loaded. */
export function useFrameOrganization(): FrameOrganization | null {
  const [location] = useLocation();
  const path = useSyncExternalStore(
    never,
    () => location,
    () => servedPath ?? location,
  );
  const { signedIn } = use(ServedContext);
  const route = matchRoute(path);
  const { slug: slugOfPath, ref } = route?.params ?? {};
  const project = useRead('getProject', { params: { ref: ref ?? '' } }, signedIn && ref !== undefined);
  const slug = slugOfPath ?? project.data?.organization_slug;
  const organization = useRead('getOrganization', { params: { slug: slug ?? '' } }, signedIn && slug !== undefined);
  const capabilities = useCapabilities(signedIn);
  const isKnown = organization.data !== undefined || (organization.error !== null && organization.error.status !== 404);
  if (!route || slug === undefined || !isKnown) return null;
  const pages = organizationPages.filter(({ needs }) => needs === undefined || capabilities?.includes(needs));
  const current = organizationPages.find(({ routes }) => routes.includes(route.name));
  return {
    slug,
    name: organization.data?.name ?? slug,
    plan: organization.data?.plan.name,
    links: pages.map((page) => ({
      words: page.words,
      address: page.address(slug),
      current: page !== current ? undefined : page.routes[0] === route.name ? 'page' : 'true',
      count: page.needs === 'proposals' ? organization.data?.open_proposals : undefined,
    })),
    pageOf: (other) => (current?.address ?? helpAddresses.organization)(other),
  };
}
