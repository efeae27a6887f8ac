import type { Customer } from '#contract/types.ts';
import { billingAddressTexts } from '#lib/texts/billing-address.ts';
import { emailRecipientsTexts as texts } from '#lib/texts/email-recipients.ts';
import { SectionLead } from '#ui/SectionSheet/SectionLead.tsx';
import { SectionSheet } from '#ui/SectionSheet/SectionSheet.tsx';
import { HydrationMarker } from '#billing/shared/page/HydrationMarker.tsx';
import { SectionSkeleton } from '#billing/shared/page/SectionSkeleton.tsx';
import { useEditor } from '#billing/shared/page/use-editor.tsx';
import { NoPermission } from '#billing/shared/who-can/NoPermission.tsx';
import { onDemand } from '#billing/shared/page/on-demand.tsx';
import { ReadFailure } from '#billing/shared/data/ReadFailure.tsx';
import { customerWrite, organizationUpdate } from '#contract/permissions.ts';
import { sectionTitles } from '#billing/shared/page/sections.ts';
import { useCustomer } from '#billing/shared/data/use-customer.ts';
import { useCapabilities, useIsAllowed } from '#billing/shared/data/use-billing-data.ts';
import { WhoCan } from '#billing/shared/who-can/WhoCan.tsx';
import { Addresses } from './Addresses.tsx';
import styles from './EmailRecipients.module.css';

const editor = onDemand(async () => (await import('./RecipientsEditor.tsx')).RecipientsEditor);
const choices = onDemand(async () => (await import('./EmailChoicesEditor.tsx')).EmailChoicesEditor);

export function EmailRecipientsSection() {
  const state = useCustomer();
  return (
    <SectionSheet
      id="email"
      title={sectionTitles.email}
      state={state.kind === 'ready' ? stateLine(state.data) : undefined}
      isBusy={state.kind === 'loading'}
    >
      {state.kind === 'loading' && <SectionSkeleton of="email" />}
      {state.kind === 'denied' && <NoPermission anchor="email">{texts.noRead}</NoPermission>}
      {state.kind === 'failed' && <ReadFailure subject="email recipients" title={billingAddressTexts.customerFailed} failed={state} />}
      {state.kind === 'ready' && <Recipients customer={state.data} />}
      <HydrationMarker boundary="email" />
    </SectionSheet>
  );
}

const recipientsOf = ({ email, additional_emails: additional }: Customer): string[] => [...(email ? [email] : []), ...additional];

function stateLine(customer: Customer): string {
  const { length: count } = recipientsOf(customer);
  return count === 0 ? 'No recipient' : count === 1 ? '1 recipient' : `${count} recipients`;
}

function Recipients({ customer }: { customer: Customer }) {
  const mayWrite = useIsAllowed(customerWrite);
  const mayUpdate = useIsAllowed(organizationUpdate);
  const hasChoices = useCapabilities()?.includes('notices') === true;
  // A save needs only the update permission. If it is missing, the billing permission decides which reason is shown.
  const missing = mayUpdate !== false ? undefined : mayWrite === false ? texts.noWrite : texts.noUpdate;
  const recipients = useEditor({
    part: editor,
    props: { customer },
    anchor: 'email',
    id: 'edit-email-recipients',
    label: texts.edit,
    unavailableReason: missing,
  });
  const kinds = useEditor({
    part: choices,
    props: {},
    anchor: 'email',
    id: 'choose-emails',
    label: texts.chooseKinds,
    unavailableReason: mayUpdate === false ? texts.noUpdate : recipientsOf(customer).length > 0 ? undefined : texts.addRecipient,
  });
  return (
    <>
      <SectionLead
        action={
          <>
            {recipients.button}
            {hasChoices && kinds.button}
          </>
        }
      >
        <Addresses customer={customer} />
      </SectionLead>
      {missing !== undefined && <p className={styles.remark}>{missing}</p>}
      {recipients.form}
      {hasChoices && kinds.form}
      {missing !== undefined && <WhoCan may="organization_update" why={missing} subject={sectionTitles.email} at="#email" />}
    </>
  );
}
