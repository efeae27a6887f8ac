import type { Invoice, Organization } from '#contract/types.ts';
import { subscriptionsRead } from '#contract/permissions.ts';
import { helpAddresses } from '#lib/addresses.ts';
import { managedBy } from '#lib/managed-by.ts';
import { isAllowed } from '#lib/permissions.ts';
import { paletteTexts as texts } from '#lib/texts/palette.ts';
import { sessionTexts } from '#lib/texts/sessions.ts';
import type { Command, CommandGroup } from '#ui/CommandMenu/CommandMenu.tsx';
import { dueInvoices, openInvoicesInput, payOpenLink } from '#billing/shared/amount-due/amount-due.ts';
import { useCapabilities } from '#billing/shared/data/use-billing-data.ts';
import { useRead } from '#billing/shared/data/queries.ts';
import { isBillingOn, isSectionVisible, sectionOrder, sectionTitles } from '#billing/shared/page/sections.ts';
import type { FrameOrganization } from '#app/frame/frame-organization.ts';
import { goTo } from './go-to.ts';
import { downloadCommands, type GoTo, invoiceCommands } from './invoice-commands.ts';
import { useActionCommands } from './use-action-commands.ts';
import { useFoundInvoices, useFoundProjects } from './use-found.ts';

const none: readonly never[] = [];

interface Doing {
  readonly organization: FrameOrganization | null;
  readonly sought: string;
  readonly leave: () => void;
  readonly readBill: () => void;
}

export function usePaletteCommands({ organization, sought, leave, readBill }: Doing): CommandGroup[] {
  const slug = organization?.slug ?? '';
  const isOpen = organization !== null;
  const known = useRead('getOrganization', { params: { slug } }, isOpen).data;
  const permissions = useRead('getPermissions', {}).data ?? none;
  const capabilities = useCapabilities();
  const canFind = capabilities?.includes('invoice-lines') === true;
  const mayRead = isAllowed(permissions, slug, subscriptionsRead);
  const hasBilling = known !== undefined && isBillingOn(known);
  const keepsInvoices = hasBilling && managedBy(known) === null && isSectionVisible('invoices', known);
  const hasStatement = keepsInvoices && mayRead && capabilities?.includes('statement') === true;
  const projects = useFoundProjects(slug, sought, isOpen);
  const invoices = useFoundInvoices(slug, sought, keepsInvoices && mayRead, canFind);
  const open = useRead('listInvoices', openInvoicesInput(slug), keepsInvoices && mayRead && canFind).data ?? none;
  const go = (address: string) => () => {
    leave();
    void goTo(address);
  };
  const actions = useActionCommands({
    slug,
    organization: hasBilling ? known : null,
    canFindInvoices: keepsInvoices && canFind,
    leave,
  });
  const readCommand: Command = {
    id: 'read-bill',
    words: texts.readBill,
    about: texts.readBillAbout,
    onAction: readBill,
  };
  return [
    {
      id: 'actions',
      title: texts.actions,
      commands: [...(hasBilling && mayRead ? [readCommand] : []), ...payCommands(open, slug, go), ...actions],
    },
    { id: 'pages', title: texts.pages, commands: pageCommands(organization, hasStatement, go) },
    { id: 'sections', title: texts.sections, commands: hasBilling ? sectionCommands(known, go) : [] },
    {
      id: 'projects',
      title: texts.projects,
      commands: projects.map(({ ref, name }) => ({ id: ref, words: name, onAction: go(helpAddresses.project(ref)) })),
    },
    { id: 'invoices', title: texts.invoices, commands: invoiceCommands(invoices, slug, go) },
    { id: 'downloads', title: texts.downloads, commands: downloadCommands(invoices, slug, leave) },
  ];
}

const pageCommands = (organization: FrameOrganization | null, hasStatement: boolean, go: GoTo): Command[] => [
  ...(organization?.links ?? []).map(({ words, address }) => ({ id: address, words, about: organization?.name, onAction: go(address) })),
  ...(organization && hasStatement ? [statementCommand(organization.slug, go)] : []),
  { id: 'home', words: texts.allOrganizations, onAction: go(helpAddresses.home) },
  { id: 'sessions', words: sessionTexts.title, onAction: go(helpAddresses.sessions) },
];

const statementCommand = (slug: string, go: GoTo): Command => ({
  id: 'statement',
  words: texts.statement,
  about: texts.statementAbout,
  onAction: go(helpAddresses.statement(slug)),
});

const sectionCommands = (organization: Organization, go: GoTo): Command[] =>
  sectionOrder
    .filter((anchor) => isSectionVisible(anchor, organization))
    .map((anchor) => ({
      id: `section-${anchor}`,
      words: sectionTitles[anchor],
      onAction: go(`${helpAddresses.billing(organization.slug)}#${anchor}`),
    }));

function payCommands(open: readonly Invoice[], slug: string, go: GoTo): Command[] {
  const [oldest, ...others] = dueInvoices(open);
  if (!oldest) return [];
  const { href, children } = payOpenLink({ count: others.length + 1, number: oldest.number });
  return [{ id: 'pay-open', words: children, onAction: go(`${helpAddresses.billing(slug)}${href}`) }];
}
