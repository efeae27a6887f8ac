import { isSectionVisible } from '#billing/shared/page/sections.ts';
import { useOrganization } from './use-billing-data.ts';

/** Whether this page asks for a billing address: if its section is hidden, no other form asks for it either. */
export const useHasAddress = (): boolean => isSectionVisible('address', useOrganization().data ?? null);
