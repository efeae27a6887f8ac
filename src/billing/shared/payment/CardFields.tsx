import { PaymentElement } from '@stripe/react-stripe-js';
import { useState } from 'react';
import { announce } from '#ui/Announcer/announce.ts';
import { LoadingSheet } from '#ui/LoadingSheet/LoadingSheet.tsx';
import styles from './CardFields.module.css';

export interface CardFieldsProps {
  id: string;
  /** What is wrong with the card as a whole. What is wrong with one of its fields is said by the frame, at that field. */
  errorMessage: string | null;
  /** `complete`: every field is filled in and plausible; `empty`: no field is filled in. */
  onChange: (fields: { complete: boolean; empty: boolean }) => void;
  /** Escape was pressed inside the frame, where the dialog can't hear it. */
  onEscape?: (() => void) | undefined;
}

/** Address and name are ours to ask for, so the gateway's fields hold the card alone. */
const options = {
  fields: { billingDetails: { address: 'never' } },
  terms: { card: 'never' },
  wallets: { applePay: 'never', googlePay: 'never', link: 'never' },
} as const;

/** The card's own fields, which stand in a frame of the gateway: no card number ever comes to this page. */
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

const fieldsFailed = 'The card fields could not be loaded. Close this and open it again, or check your connection.';
