import { useState, type ReactNode } from 'react';
import { organizationUpdate } from '#contract/permissions.ts';
import { loadCode } from '#lib/browser/new-build.ts';
import { confirmationsTexts as texts } from '#lib/texts/notices.ts';
import { emailRecipientsTexts } from '#lib/texts/email-recipients.ts';
import { Badge } from '#ui/Badge/Badge.tsx';
import { Button } from '#ui/Button/Button.tsx';
import factStyles from '#billing/shared/page/Facts.module.css';
import { tellPartFailed } from '#billing/shared/page/on-demand.tsx';
import { useIsAllowed, useSlug } from '#billing/shared/data/use-billing-data.ts';
import { useCustomer } from '#billing/shared/data/use-customer.ts';
import { AddressList, RecipientFacts } from './RecipientFacts.tsx';
import styles from './Confirmations.module.css';

export function UnconfirmedRecipients() {
  const state = useCustomer();
  if (state.kind !== 'ready') return null;
  const { email, additional_emails: additional, unconfirmed = [] } = state.data;
  const ofBudgets = unconfirmed.filter((address) => address !== email && !additional.includes(address));
  const noteOf = (address: string) => unconfirmed.includes(address) && <Confirmation address={address} />;
  return (
    <>
      <RecipientFacts customer={state.data} noteOf={noteOf}>
        {ofBudgets.length > 0 && (
          <div>
            <dt className={factStyles.term}>{texts.ofBudgets}</dt>
            <dd>
              <AddressList addresses={ofBudgets} noteOf={noteOf} />
            </dd>
          </div>
        )}
      </RecipientFacts>
      <p className={styles.explained}>{texts.explained}</p>
    </>
  );
}

function Confirmation({ address }: { address: string }) {
  const slug = useSlug();
  const mayUpdate = useIsAllowed(organizationUpdate);
  const [isSending, setSending] = useState(false);
  const [failure, setFailure] = useState<ReactNode>(null);
  const send = async (): Promise<void> => {
    setSending(true);
    setFailure(null);
    try {
      const { sendConfirmation } = await loadCode(() => import('./send-confirmation.tsx'));
      setFailure(await sendConfirmation(slug, address));
    } catch {
      tellPartFailed();
    }
    setSending(false);
  };
  return (
    <>
      <span className={styles.confirmation}>
        <Badge variant="warning">{texts.notConfirmed}</Badge>
        <Button
          variant="quiet"
          nameSuffix={`, confirmation email to ${address}`}
          isPending={isSending}
          pendingMessage={texts.sending}
          unavailableReason={mayUpdate === false ? emailRecipientsTexts.noUpdate : undefined}
          onPress={() => void send()}
        >
          {texts.sendAgain}
        </Button>
      </span>
      {failure}
    </>
  );
}
