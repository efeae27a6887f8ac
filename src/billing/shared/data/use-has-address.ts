import { isSectionVisible } from '#billing/shared/page/sections.ts';
import { useOrganization } from './use-billing-data.ts';

export const useHasAddress = (): boolean => isSectionVisible('address', useOrganization().data ?? null);
