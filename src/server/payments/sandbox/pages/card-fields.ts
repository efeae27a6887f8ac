import { html } from 'hono/html';
import { countries } from './countries.ts';
import type { Markup } from './layout.ts';

export interface CardFieldsSettings {
  /** Country chosen at first. */
  country: string;
  postalCode: string;
}

/** The fields of a card: labels, room for each field's error, and the tokens that let browsers fill them in. */
export function cardFields({ country, postalCode }: CardFieldsSettings): Markup {
  return html` <div class="field" data-field="number">
      <label for="card-number">Card number</label>
      <input
        id="card-number"
        name="number"
        type="text"
        inputmode="numeric"
        autocomplete="cc-number"
        required
        maxlength="26"
        spellcheck="false"
        aria-describedby="card-number-error"
      />
      ${fieldError('number')}
    </div>
    <div class="field-pair">
      <div class="field" data-field="expiry">
        <label for="card-expiry">Expiration date <span class="hint">(MM / YY)</span></label>
        <input
          id="card-expiry"
          name="expiry"
          type="text"
          inputmode="numeric"
          autocomplete="cc-exp"
          required
          maxlength="9"
          spellcheck="false"
          aria-describedby="card-expiry-error"
        />
        ${fieldError('expiry')}
      </div>
      <div class="field" data-field="cvc">
        <label for="card-cvc">Security code <span class="hint">(CVC)</span></label>
        <input
          id="card-cvc"
          name="cvc"
          type="text"
          inputmode="numeric"
          autocomplete="cc-csc"
          required
          maxlength="4"
          spellcheck="false"
          aria-describedby="card-cvc-error"
        />
        ${fieldError('cvc')}
      </div>
    </div>
    <div class="field-pair">
      <div class="field" data-field="country">
        <label for="card-country">Country or region</label>
        <select id="card-country" name="country" autocomplete="billing country">
          ${countries.map(({ code, name }) => html`<option value="${code}" ${code === country ? html`selected` : ''}>${name}</option>`)}
        </select>
      </div>
      <div class="field" data-field="postalCode">
        <label id="card-postalCode-label" for="card-postalCode">Postal code</label>
        <input
          id="card-postalCode"
          name="postalCode"
          type="text"
          autocomplete="billing postal-code"
          value="${postalCode}"
          maxlength="16"
          spellcheck="false"
          aria-describedby="card-postalCode-error"
        />
        ${fieldError('postalCode')}
      </div>
    </div>`;
}

const fieldError = (field: string) => html`<p class="field-error" id="card-${field}-error" hidden></p>`;

/** Spoken once when something changes; empty otherwise. */
export const announcer = html`<p id="announcer" class="visually-hidden" role="status"></p>`;
