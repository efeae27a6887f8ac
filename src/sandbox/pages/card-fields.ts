import { html } from 'hono/html';
import type { Markup } from './layout.ts';

const codes =
  'AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW';

const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'code' });

/** Country codes with English names, sorted by name. Intl is safe here, because only the server renders these pages. */
const countryOptions: readonly { code: string; name: string }[] = codes
  .split(' ')
  .map((code) => ({ code, name: names.of(code) ?? code }))
  .sort((a, b) => a.name.localeCompare(b.name, 'en'));

export interface CardFieldsSettings {
  country: string;
  postalCode: string;
}

export function cardFields({ country, postalCode }: CardFieldsSettings): Markup {
  return html` <div class="field" data-field="number">
      <label for="card-number">Card number</label>
      <input
        id="card-number"
        aria-label="Card number"
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
          aria-label="Expiration date (MM / YY)"
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
          aria-label="Security code (CVC)"
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
          ${countryOptions.map(({ code, name }) => html`<option value="${code}" ${code === country ? html`selected` : ''}>${name}</option>`)}
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

export const announcerElement = html`<p id="announcer" class="visually-hidden" role="status"></p>`;
