/** Sections below the first screen, in one chunk. */
export { BillingAddressSection } from './billing-address/BillingAddressSection.tsx';
export { CostControlSection } from './cost-control/CostControlSection.tsx';
export { CreditsSection } from './credits/CreditsSection.tsx';
export { EmailRecipientsSection } from './email-recipients/EmailRecipientsSection.tsx';
export { PaymentMethodsSection } from './payment-methods/PaymentMethodsSection.tsx';
