import { billingAddressTexts as texts } from '#lib/texts/billing-address.ts';
import { SectionSheet } from '#ui/SectionSheet/SectionSheet.tsx';
import { Alive } from '#billing/shared/Alive.tsx';
import { ComingLines } from '#billing/shared/ComingLines.tsx';
import { EditorSlot } from '#billing/shared/EditorSlot.tsx';
import { NoPermission } from '#billing/shared/NoPermission.tsx';
import { onDemand } from '#billing/shared/on-demand.tsx';
import { ReadFailure } from '#billing/shared/ReadFailure.tsx';
import { customerWrite } from '#billing/shared/required-permissions.ts';
import { sectionTitles } from '#billing/shared/sections.ts';
import { useCustomer } from '#billing/shared/use-customer.ts';
import { useIsAllowed } from '#billing/shared/use-organization.ts';
import { WhoCan } from '#billing/shared/who-can/WhoCan.tsx';
import { AddressFacts } from './AddressFacts.tsx';
import { TaxIdFacts } from './TaxIdFacts.tsx';
import styles from './BillingAddress.module.css';

const editor = onDemand(async () => (await import('./DetailsEditor.tsx')).DetailsEditor);

/** Whom invoices are made out to. Address and tax ID are read apart: either may fail without the other. */
export function BillingAddressSection() {
  const state = useCustomer();
  const mayWrite = useIsAllowed(customerWrite);
  return (
    <SectionSheet
      id="address"
      title={sectionTitles.address}
      state={state.kind === 'ready' ? (state.data.address ? 'On every invoice' : 'No address') : undefined}
      isBusy={state.kind === 'loading'}
    >
      {state.kind === 'loading' && <ComingLines of="address" />}
      {state.kind === 'denied' && <NoPermission anchor="address">{texts.noRead}</NoPermission>}
      {state.kind === 'failed' && <ReadFailure subject="billing address" title={texts.customerFailed} failed={state} />}
      {state.kind === 'ready' && (
        <>
          <dl className={styles.facts}>
            <AddressFacts customer={state.data} />
            <TaxIdFacts />
          </dl>
          {mayWrite === false && <p className={styles.remark}>{texts.noWrite}</p>}
          <EditorSlot
            part={editor}
            props={{ customer: state.data }}
            id="edit-billing-address"
            label="Edit billing address"
            unavailableReason={mayWrite === false ? texts.noWrite : undefined}
          />
          {mayWrite === false && <WhoCan may="billing_write" why={texts.noWrite} subject={sectionTitles.address} at="#address" />}
        </>
      )}
      <Alive boundary="address" />
    </SectionSheet>
  );
}
