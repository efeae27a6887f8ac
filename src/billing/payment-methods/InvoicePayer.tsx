import { supportAddress } from '#lib/help-addresses.ts';
import { paymentMethodsTexts as texts } from '#lib/texts/payment-methods.ts';
import { Notice } from '#ui/Notice/Notice.tsx';
import { TextLink } from '#ui/TextLink/TextLink.tsx';

/** No card is charged: the organization pays its invoices itself. */
export function InvoicePayer() {
  return (
    <Notice variant="info" title={texts.byInvoice}>
      {'To pay by card instead, '}
      <TextLink href={supportAddress}>contact support</TextLink>
    </Notice>
  );
}
