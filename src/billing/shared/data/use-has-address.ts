import { isSectionVisible } from '#billing/shared/page/sections.ts';
import { useOrganization } from './use-billing-data.ts';

/** True if the page asks for a billing address: forms follow the visibility of the address section. */
export const useHasAddress = (): boolean => isSectionVisible('address', useOrganization().data ?? null);
