import { PaymentElement } from '@stripe/react-stripe-js';
import { useState } from 'react';
import { announce } from '#ui/Announcer/announce.ts';
import { LoadingSheet } from '#ui/LoadingSheet/LoadingSheet.tsx';
import styles from './CardFields.module.css';

export interface CardFieldsProps {
  id: string;
  /** Error of the whole card. The gateway's frame shows the errors of single fields. */
  errorMessage: string | null;
  /** `complete`: every field is filled and plausible. `empty`: no field is filled. */
  onChange: (fields: { complete: boolean; empty: boolean }) => void;
  /** Called when Escape is pressed inside the frame, because the dialog does not receive that key press. */
  onEscape?: (() => void) | undefined;
}

/** The page's own form has fields for name and address, so the gateway's fields contain only the card. */
const options = {
  fields: { billingDetails: { address: 'never' } },
  terms: { card: 'never' },
  wallets: { applePay: 'never', googlePay: 'never', link: 'never' },
} as const;

/** Card fields in the gateway's frame, so that card numbers never reach this page. */
export function CardFields({ id, errorMessage, onChange, onEscape }: CardFieldsProps) {
  const [state, setState] = useState<'loading' | 'ready' | 'failed'>('loading');
  return (
    <div
      id={id}
      role="group"
      aria-labelledby={`${id}-label`}
      aria-describedby={errorMessage === null ? undefined : `${id}-error`}
      className={styles.root}
    >
      <span id={`${id}-label`} className={styles.label}>
        Card details
      </span>
      {state === 'loading' && <LoadingSheet lines={3} size="row" />}
      <PaymentElement
        options={options}
        onReady={() => setState('ready')}
        onChange={onChange}
        onLoadError={({ error }) => {
          setState('failed');
          announce(error.message ?? fieldsFailed, 'assertive');
        }}
        {...(onEscape && { onEscape })}
      />
      {state === 'failed' && <p className={styles.error}>{fieldsFailed}</p>}
      {errorMessage !== null && (
        <p id={`${id}-error`} className={styles.error}>
          {errorMessage}
        </p>
      )}
    </div>
  );
}

const fieldsFailed = 'The card fields could not be loaded. Close this and open it again.';
