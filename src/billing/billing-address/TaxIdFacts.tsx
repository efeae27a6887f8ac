import type { TaxId, TaxVerification, CallResponse } from '#contract/types.ts';
import { countryName } from '#lib/country-names.ts';
import { findTaxIdKind } from '#lib/tax-id.ts';
import { Badge, type StatusVariant } from '#ui/Badge/Badge.tsx';
import { Code } from '#ui/Code/Code.tsx';
import { ReadFailure } from '#billing/shared/data/ReadFailure.tsx';
import { useRead } from '#billing/shared/data/queries.ts';
import { taxIdsRead } from '#contract/permissions.ts';
import { sectionState, type SectionState } from '#billing/shared/data/section-state.ts';
import { useIsAllowed, useSlug } from '#billing/shared/data/use-billing-data.ts';
import factStyles from '#billing/shared/page/Facts.module.css';
import styles from './BillingAddress.module.css';

const verifications: Readonly<Partial<Record<TaxVerification, readonly [variant: StatusVariant, label: string]>>> = {
  pending: ['neutral', 'Verification pending'],
  verified: ['positive', 'Verified'],
  unverified: ['warning', 'Could not be verified'],
};

/** If the page does not know the type of the tax ID, it shows the type's code. */
export function TaxIdFacts() {
  const state = useTaxId();
  return (
    <div>
      <dt className={factStyles.term}>Tax ID</dt>
      <dd>
        {state.kind === 'loading' && 'Loading'}
        {state.kind === 'denied' && 'You need additional permissions to view the tax ID'}
        {state.kind === 'failed' && <ReadFailure subject="tax ID" title="Failed to retrieve tax ID" failed={state} />}
        {state.kind === 'ready' &&
          (state.data.tax_id ? <Stored taxId={state.data.tax_id} verification={state.data.verification} /> : 'None')}
      </dd>
    </div>
  );
}

function Stored({ taxId, verification }: { taxId: TaxId; verification: TaxVerification | undefined }) {
  const kind = findTaxIdKind(taxId);
  const verificationText = verification && verifications[verification];
  return (
    <div className={styles.taxId}>
      <p>{`${kind?.countryName ?? countryName(taxId.country)} - ${kind?.label ?? taxId.type}`}</p>
      <p>
        <Code>{taxId.value}</Code>
      </p>
      {verificationText && <Badge variant={verificationText[0]}>{verificationText[1]}</Badge>}
    </div>
  );
}

function useTaxId(): SectionState<CallResponse<'getTaxId'>> {
  const slug = useSlug();
  const allowed = useIsAllowed(taxIdsRead);
  return sectionState(useRead('getTaxId', { params: { slug } }, allowed === true), allowed);
}
