import { useRef, useState } from 'react';
import { paymentMethodsTexts as texts } from '#lib/texts/payment-methods.ts';
import { Button } from '#ui/Button/Button.tsx';
import { Checkbox } from '#ui/Checkbox/Checkbox.tsx';
import { DialogActions } from '#ui/Dialog/Dialog.tsx';
import { DialogBoundary } from '#ui/Dialog/DialogBoundary.tsx';
import { Form } from '#ui/Form/Form.tsx';
import { LoadingSheet } from '#ui/LoadingSheet/LoadingSheet.tsx';
import { SidePanel } from '#ui/SidePanel/SidePanel.tsx';
import { uiTexts } from '#ui/texts.ts';
import { FailureNote } from '#billing/shared/page/FailureNote.tsx';
import type { NewCardHandle } from '#billing/shared/payment/card-answer.ts';
import { useDiscardQuestion } from '#billing/shared/payment/use-discard-question.tsx';
import { NewCardForm } from '#billing/shared/payment/NewCardForm.tsx';
import { useHasAddress } from '#billing/shared/data/use-has-address.ts';
import { useCustomer } from '#billing/shared/data/use-customer.ts';
import { useAddCard } from './use-add-card.ts';
import { PayWithCardDialog, type PayOffer } from './PayWithCardDialog.tsx';
import { useDueForCard } from './use-due-for-card.ts';
import { usePaysByInvoice } from './use-pays-by-invoice.ts';
import styles from './PaymentMethods.module.css';

export interface AddCardPanelProps {
  isOpen: boolean;
  onClose: () => void;
}

const opener = (): HTMLElement | null => document.getElementById('add-card') ?? document.getElementById('payment-methods-heading');

export function AddCardPanel({ isOpen, onClose }: AddCardPanelProps) {
  const [offer, setOffer] = useState<PayOffer | null>(null);
  const close = () => {
    setOffer(null);
    onClose();
  };
  if (offer) return <PayWithCardDialog {...offer} onClose={close} returnFocusTo={opener} />;
  if (!isOpen) return null;
  return (
    <DialogBoundary title={texts.addCard} onClose={onClose}>
      <OpenPanel onClose={onClose} onOffer={setOffer} />
    </DialogBoundary>
  );
}

const purpose = { kind: 'keep' } as const;

function OpenPanel({ onClose, onOffer }: { onClose: () => void; onOffer: (offer: PayOffer) => void }) {
  const card = useRef<NewCardHandle>(null);
  const customer = useCustomer();
  const [isDefault, setDefault] = useState(true);
  const [isAddress, setAddress] = useState(true);
  const hasAddress = useHasAddress();
  const paysByInvoice = usePaysByInvoice();
  const known = customer.kind === 'ready' ? customer.data : null;
  const findDue = useDueForCard();
  const add = useAddCard(card, known, async ({ id, isDefault: isNewDefault }) => {
    const invoices = await findDue();
    if (invoices.length === 0) onClose();
    else onOffer({ methodId: id, isDefault: isNewDefault, invoices });
  });
  const { busyMessage } = add;
  const isBusy = busyMessage !== null;
  const { close, question } = useDiscardQuestion({ isFilled: () => card.current?.isFilled() ?? false, isBusy, onClose });
  return (
    <SidePanel
      isOpen
      onOpenChange={(next) => !next && close()}
      title={texts.addCard}
      busyMessage={busyMessage}
      isSteppedAside={add.isSteppedAside}
      isDismissable={false}
    >
      <Form
        aria-label={texts.addCard}
        onSubmit={() => !isBusy && void add.save({ isDefault: isDefault && !paysByInvoice, isAddress })}
        faultsTitle={texts.addCard}
        faults={[]}
        failedAttempts={0}
      >
        <p>
          {paysByInvoice
            ? `The card is kept on file. Nothing is charged now. ${texts.byInvoice}.`
            : 'The card is kept for future invoices. Nothing is charged now.'}
        </p>
        {add.problem && <FailureNote {...add.problem} />}
        {customer.kind === 'loading' ? (
          <LoadingSheet lines={4} size="row" />
        ) : (
          <NewCardForm ref={card} purpose={purpose} customer={known} isCardKept={add.isCardKept} onEscape={close} />
        )}
        <div className={styles.choices}>
          {!paysByInvoice && (
            <Checkbox isSelected={isDefault} onChange={setDefault} isReadOnly={isBusy}>
              Save as default payment method
            </Checkbox>
          )}
          {hasAddress && (
            <Checkbox isSelected={isAddress} onChange={setAddress} isReadOnly={isBusy}>
              {"Use the address as the organization's billing address"}
            </Checkbox>
          )}
        </div>
        {add.captchaElement}
        <DialogActions>
          <Button type="submit" variant="primary" isPending={isBusy} pendingMessage={null}>
            {add.isCardKept ? 'Save the rest' : 'Add card'}
          </Button>
          <Button variant="quiet" onPress={close} unavailableReason={isBusy ? uiTexts.busyReason : undefined}>
            {add.isCardKept ? 'Close' : 'Cancel'}
          </Button>
        </DialogActions>
      </Form>
      {question}
    </SidePanel>
  );
}
