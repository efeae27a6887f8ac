import { Button } from './Button.tsx';
import type { ButtonVariant } from './Button.tsx';

const variants: ButtonVariant[] = ['primary', 'secondary', 'quiet', 'danger'];

export const states = {
  primary: () => <Button variant="primary">Change subscription plan</Button>,
  secondary: () => <Button>Add new card</Button>,
  quiet: () => <Button variant="quiet">Cancel</Button>,
  danger: () => <Button variant="danger">Delete card</Button>,
  'with words for the name only': () => <Button nameSuffix=", invoice INV-0001">Pay now</Button>,
  unavailable: () => (
    <>
      {variants.map((variant) => (
        <Button key={variant} variant={variant} unavailableReason="You need additional permissions to top up credits">
          Top Up
        </Button>
      ))}
    </>
  ),
  pending: () => (
    <Button variant="primary" isPending pendingMessage="Redirecting to payment gateway...">
      Pay now
    </Button>
  ),
  'long words': () => <Button>Änderungen am Zahlungsmittel für die Organisation verbindlich übernehmen</Button>,
  'right to left': () => (
    <div dir="rtl">
      <Button unavailableReason="אין לך הרשאה לשנות את התוכנית">שינוי תוכנית</Button>
    </div>
  ),
};
