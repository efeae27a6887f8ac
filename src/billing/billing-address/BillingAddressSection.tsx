import type { Customer } from '#contract/types.ts';
import { billingAddressTexts as texts } from '#lib/texts/billing-address.ts';
import { addressLines } from '#lib/address-lines.ts';
import { SectionLead } from '#ui/SectionSheet/SectionLead.tsx';
import { SectionSheet } from '#ui/SectionSheet/SectionSheet.tsx';
import { HydrationMarker } from '#billing/shared/page/HydrationMarker.tsx';
import { SectionSkeleton } from '#billing/shared/page/SectionSkeleton.tsx';
import { useEditor } from '#billing/shared/page/use-editor.tsx';
import { NoPermission } from '#billing/shared/who-can/NoPermission.tsx';
import { onDemand } from '#billing/shared/page/on-demand.tsx';
import { ReadFailure } from '#billing/shared/data/ReadFailure.tsx';
import { customerWrite } from '#contract/permissions.ts';
import { sectionTitles } from '#billing/shared/page/sections.ts';
import { useCustomer } from '#billing/shared/data/use-customer.ts';
import { useIsAllowed } from '#billing/shared/data/use-billing-data.ts';
import { WhoCan } from '#billing/shared/who-can/WhoCan.tsx';
import factStyles from '#billing/shared/page/Facts.module.css';
import { TaxIdFacts } from './TaxIdFacts.tsx';
import styles from './BillingAddress.module.css';

const editor = onDemand(async () => (await import('./DetailsEditor.tsx')).DetailsEditor);
const referencesEditor = onDemand(async () => (await import('./ReferencesEditor.tsx')).ReferencesEditor);

/** The address and the tax ID load separately, so an error in one of them does not hide the other. */
export function BillingAddressSection() {
  const state = useCustomer();
  return (
    <SectionSheet
      id="address"
      title={sectionTitles.address}
      state={state.kind === 'ready' ? (state.data.address ? 'On every invoice' : 'No address') : undefined}
      isBusy={state.kind === 'loading'}
    >
      {state.kind === 'loading' && <SectionSkeleton of="address" />}
      {state.kind === 'denied' && <NoPermission anchor="address">{texts.noRead}</NoPermission>}
      {state.kind === 'failed' && <ReadFailure subject="billing address" title={texts.customerFailed} failed={state} />}
      {state.kind === 'ready' && <Details customer={state.data} />}
      <HydrationMarker boundary="address" />
    </SectionSheet>
  );
}

function Details({ customer }: { customer: Customer }) {
  const mayWrite = useIsAllowed(customerWrite);
  const { button, form } = useEditor({
    part: editor,
    props: { customer },
    anchor: 'address',
    id: 'edit-billing-address',
    label: texts.edit,
    unavailableReason: mayWrite === false ? texts.noWrite : undefined,
  });
  const { references } = customer;
  const numbers = useEditor({
    part: referencesEditor,
    props: { references },
    anchor: 'address',
    id: 'edit-references',
    label: texts.editReferences,
    unavailableReason: mayWrite === false ? texts.noWrite : undefined,
  });
  return (
    <>
      <SectionLead
        action={
          <>
            {button}
            {references && numbers.button}
          </>
        }
      >
        <dl className={factStyles.facts}>
          <AddressFacts customer={customer} />
          <TaxIdFacts />
          <ReferenceFacts references={references} />
        </dl>
      </SectionLead>
      {mayWrite === false && <p className={styles.remark}>{texts.noWrite}</p>}
      {form}
      {numbers.form}
      {mayWrite === false && <WhoCan may="billing_write" why={texts.noWrite} subject={sectionTitles.address} at="#address" />}
    </>
  );
}

const referenceFacts = [
  ['Purchase order', 'po_number', 'next_po_number'],
  ['Buyer reference', 'buyer_reference', 'next_buyer_reference'],
] as const;

function ReferenceFacts({ references }: Pick<Customer, 'references'>) {
  return referenceFacts.map(([term, name, nextName]) => {
    const [every, next] = [references?.[name], references?.[nextName]];
    if (!every && !next) return null;
    return (
      <div key={name}>
        <dt className={factStyles.term}>{term}</dt>
        <dd className={styles.name}>{[every, next && `${next} (next invoice)`].filter(Boolean).join(', ')}</dd>
      </div>
    );
  });
}

function AddressFacts({ customer: { billing_name: name, address } }: { customer: Customer }) {
  return (
    <>
      <div>
        <dt className={factStyles.term}>Name</dt>
        <dd className={styles.name}>{name || 'Not given'}</dd>
      </div>
      <div>
        <dt className={factStyles.term}>Address</dt>
        <dd>{address ? <address className={styles.address}>{addressLines(address).join('\n')}</address> : 'Not given'}</dd>
      </div>
    </>
  );
}
