import { useLocation } from 'wouter';
import type { Organization } from '#contract/types.ts';
import { helpAddresses } from '#lib/addresses.ts';
import { isAllowed } from '#lib/permissions.ts';
import { fillText } from '#lib/texts/fill.ts';
import { paletteTexts as texts } from '#lib/texts/palette.ts';
import { announce } from '#ui/Announcer/announce.ts';
import type { Command } from '#ui/CommandMenu/CommandMenu.tsx';
import { useCapabilities } from '#billing/shared/data/use-billing-data.ts';
import { useRead } from '#billing/shared/data/queries.ts';
import { isSectionVisible } from '#billing/shared/page/sections.ts';
import { matchRoute } from '#app/routes.ts';
import { type BillingAction, billingActions } from './billing-actions.ts';
import { pressAt } from './go-to.ts';
import { pageActions, pageOfAction } from './page-actions.ts';

const none: readonly never[] = [];

type Placed = Omit<BillingAction, 'anchor'> & { readonly address: string };

export interface ActionsInput {
  readonly slug: string;
  /** The organization; null if it has no billing page or is not loaded yet. */
  readonly organization: Organization | null;
  readonly canFindInvoices: boolean;
  readonly leave: () => void;
}

/** If a member lacks the permission for an action, its command shows the reason and the members who can help. */
export function useActionCommands({ slug, organization, canFindInvoices, leave }: ActionsInput): Command[] {
  const [location] = useLocation();
  const capabilities = useCapabilities() ?? none;
  const permissions = useRead('getPermissions', {}).data ?? none;
  const { invoiceId } = matchRoute(location)?.params ?? {};
  const isServed = { invoices: canFindInvoices, 'price-tag': capabilities.includes('price-tags') };
  const ofBilling: Placed[] = billingActions
    .filter((action) => organization !== null && isOffered(action, organization, isServed))
    .map((action) => ({ ...action, address: `${helpAddresses.billing(slug)}#${action.anchor}` }));
  const ofPages: Placed[] = pageActions.flatMap((action) => {
    const address = organization !== null && capabilities.includes(action.capability) ? pageOfAction(action, slug, invoiceId) : null;
    return address === null ? [] : [{ ...action, address }];
  });
  const placed = [...ofBilling, ...ofPages];
  const isLacking = placed.some(({ needs }) => !isAllowed(permissions, slug, needs));
  const members = useRead('listMembers', { params: { slug } }, capabilities.includes('members') && isLacking).data ?? none;
  return placed.map(({ words, buttonId, why, may, needs, address }) => {
    const helpers = members.filter((member) => member.may[may]).map(({ username }) => username);
    const ask = helpers.length > 0 ? ` ${fillText(texts.ask, { names: helpers.slice(0, 3).join(', ') })}` : '';
    return {
      id: buttonId,
      words,
      unavailableReason: isAllowed(permissions, slug, needs) ? undefined : `${why}.${ask}`,
      onAction: () => {
        leave();
        void pressAt(address, buttonId).then((isPressed) => isPressed || announce(texts.notHere));
      },
    };
  });
}

interface Served {
  readonly invoices: boolean;
  readonly 'price-tag': boolean;
}

function isOffered({ anchor, buttonId }: BillingAction, organization: Organization, isServed: Served): boolean {
  if (!isSectionVisible(anchor, organization)) return false;
  if (anchor === 'invoices') return isServed.invoices;
  if (buttonId === 'price-tag') return isServed['price-tag'];
  // The command to stop usage charges is not offered if the spend cap is on, because there are no such charges.
  return buttonId !== 'stop-charges' || organization.usage_billing_enabled;
}
