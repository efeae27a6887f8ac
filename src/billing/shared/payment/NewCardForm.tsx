import { useEffect, useId, useMemo, useRef, useState, type Ref } from 'react';
import type { Customer } from '#contract/types.ts';
import { useIsDialogBusy } from '#ui/Dialog/dialog-busy.ts';
import { Disclosure } from '#ui/Disclosure/Disclosure.tsx';
import { ErrorSummary, type FieldFault } from '#ui/Form/ErrorSummary.tsx';
import { AddressFields } from '#billing/shared/address/AddressFields.tsx';
import { TaxIdFields } from '#billing/shared/address/TaxIdFields.tsx';
import { toRequest, valuesOf } from '#billing/shared/address/address.form.ts';
import { useHasAddress } from '#billing/shared/data/use-has-address.ts';
import { useAddressForm, type AddressForm } from '#billing/shared/address/use-address-form.ts';
import type { NewCardHandle, DetailsHandle } from './card-answer.ts';
import { GatewayForm, type CardPurpose } from './GatewayForm.tsx';
import { NewCard } from './NewCard.tsx';
import styles from './CardChoice.module.css';

export interface NewCardFormProps {
  ref: Ref<NewCardHandle>;
  purpose: CardPurpose;
  /** Null if the customer can't be read. */
  customer: Customer | null;
  isCardKept?: boolean;
  onEscape?: (() => void) | undefined;
}

const toCorrect = 'Please correct the billing details.';

/** Has address fields only if the page has an address section. */
export function NewCardForm({ ref, purpose, customer, isCardKept = false, onEscape }: NewCardFormProps) {
  const id = useId();
  const form = useAddressForm(id, valuesOf(customer ?? {}));
  const latest = useRef(form);
  useEffect(() => {
    latest.current = form;
  }, [form]);
  const stored = customer?.tax_id ?? null;
  const hasFields = useHasAddress();
  const [cardFault, setCardFault] = useState<FieldFault | null>(null);
  const details = useMemo<DetailsHandle>(
    () => ({
      async check(found) {
        setCardFault(found);
        return !hasFields || (await latest.current.check()) ? null : toCorrect;
      },
      read: () => ({ details: toRequest(latest.current.fields.state.values, stored), isChanged: hasFields && latest.current.isChanged }),
      refuse: (errors) => hasFields && latest.current.refuse(errors),
    }),
    [stored, hasFields],
  );
  return (
    <div className={styles.root}>
      <ErrorSummary
        title="Some entries need your attention"
        // If only the card has an error, the summary is empty: the focus is in the card's frame, and screen readers speak the error there.
        faults={form.faults.length === 0 ? [] : [...(cardFault ? [cardFault] : []), ...form.faults]}
        attempt={form.failedAttempts}
      />
      <div hidden={isCardKept}>
        <GatewayForm purpose={purpose}>
          <NewCard ref={ref} details={details} isKept={isCardKept} onEscape={onEscape} />
        </GatewayForm>
      </div>
      {hasFields && <BillingDetails form={form} isKnown={customer?.address !== undefined} />}
    </div>
  );
}

/** Collapsed if the platform already has the details. */
function BillingDetails({ form, isKnown }: { form: AddressForm; isKnown: boolean }) {
  const isReadOnly = useIsDialogBusy();
  const [isOpen, setOpen] = useState(!isKnown);
  return (
    <Disclosure title="Billing name, address and tax ID" isExpanded={isOpen || form.faults.length > 0} onExpandedChange={setOpen}>
      <div className={styles.root}>
        <AddressFields form={form} isReadOnly={isReadOnly} />
        <TaxIdFields form={form} isReadOnly={isReadOnly} />
      </div>
    </Disclosure>
  );
}
