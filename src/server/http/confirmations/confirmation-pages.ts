import { html } from 'hono/html';
import { plainPage, type Part } from '#server/http/staff/plain-page.ts';

export interface ConfirmedNames {
  readonly organization: string;
  readonly address: string;
}

const namesPart = ({ organization, address }: ConfirmedNames): Part =>
  html`<dl>
    <dt>Organization</dt>
    <dd>${organization}</dd>
    <dt>Address</dt>
    <dd>${address}</dd>
  </dl>`;

/** The owner of the address need not be a member. Opening the page confirms nothing. */
export const confirmationPage = (path: string, names: ConfirmedNames, token: string, nonce: string): Part =>
  plainPage(
    'Confirm your email address',
    nonce,
    html`<h1>Confirm your email address</h1>
      <p>A member of this organization has added your address as a recipient of its billing emails.</p>
      ${namesPart(names)}
      <form method="post" action="${path}">
        <input type="hidden" name="token" value="${token}" />
        <button type="submit">Confirm the address</button>
      </form>
      <p>If you don't want these emails, close this page. You get no others.</p>`,
  );

export const confirmedPage = (names: ConfirmedNames, nonce: string): Part =>
  plainPage(
    'Address confirmed',
    nonce,
    html`<h1>Address confirmed</h1>
      <p class="message">The address gets the billing emails of this organization from now on.</p>
      ${namesPart(names)}`,
  );

/** Page for every unusable link. It is always the same, so that it reveals nothing about organizations and addresses. */
export const unusableLinkPage = (nonce: string): Part =>
  plainPage(
    'This link no longer works',
    nonce,
    html`<h1>This link no longer works</h1>
      <p>A link works for 7 days, and once. It ends when the address is removed.</p>
      <p>If you want the billing emails, ask a member of the organization to send you another link.</p>`,
  );

export const exampleNames: ConfirmedNames = {
  organization: 'Harbour Logistics and Storage of the Northern Coast',
  address: 'accounts-payable.department@finance.harbour-logistics.example',
};
