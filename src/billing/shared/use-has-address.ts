import { isSectionVisible } from './sections.ts';
import { useOrganization } from './use-organization.ts';

/** Whether the billing address is this page's matter: where its section is hidden, nobody is asked for it elsewhere either. */
export const useHasAddress = (): boolean => isSectionVisible('address', useOrganization().data ?? null);
