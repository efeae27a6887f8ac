import { billing, button, checkbox, combobox, heading, link, option, region, text, textbox, type Target } from '#a11y/states/state.ts';
import { saving, told } from './parts.ts';
import { hear, keyThen, meanwhile, see, stay, tabBackTo, tabTo, type, typeOver, type Walk } from './walk.ts';

const address = region('Billing Address & Tax ID');
const emails = region('Email Recipients');
const field = (name: string): Target => textbox(name, address);
const kind = combobox('Tax ID type (optional)', address);
const saveAddress = button('Save', address);
const saveEmails = button('Save', emails);
const primary = textbox('Primary billing email (optional)', emails);
const faults: Target = { role: 'group', name: 'Some entries need your attention', within: address };

/** Tasks that fill in a form and save it. */
export const formWalks: readonly Walk[] = [
  saving('Choose what an address gets', billing('pro-invoice'), [
    tabTo(button('Choose mails for each address')),
    keyThen('Enter', button('ledger@cedar.example: all mails')),
    tabTo(button(/^old-office@cedar\.example: all mails\. Mail there comes back/)),
    stay('Enter', 'expanded'),
    tabTo(checkbox('Receipts', emails)),
    stay('Space', 'not checked'),
    tabTo(saveEmails),
    keyThen('Enter', heading('Email Recipients')),
    hear('Successfully saved settings'),
  ]),
  saving('Move to another country with its tax ID', billing('pro-invoice'), [
    tabTo(button('Edit billing address')),
    keyThen('Enter', field('Name')),
    tabTo(combobox('Country', address)),
    ...typeOver('germ'),
    see(option('Germany')),
    stay('Enter'),
    keyThen('Tab', field('Postal code')),
    ...typeOver('10115'),
    keyThen('Tab', field('City')),
    ...typeOver('Berlin'),
    tabTo(kind),
    type('vat'),
    see(option(/VAT/)),
    stay('Enter'),
    tabTo(field('Tax ID')),
    type('123456789'),
    tabTo(saveAddress),
    keyThen('Enter', heading('Billing Address & Tax ID')),
    hear('Successfully updated billing data'),
  ]),
  {
    ...told('Mend an address that was refused', billing('card-no-address'), [
      tabTo(button('Edit billing address')),
      keyThen('Enter', field('Name')),
      type('ab'),
      keyThen('Enter', faults),
      tabTo(link('City is required', faults)),
      keyThen('Enter', field('City')),
      type('Berlin'),
      tabBackTo(field('Name')),
      ...typeOver('Quartz Fitness'),
      keyThen('Tab', field('Address line 1')),
      type('1 Main Street'),
      tabTo(combobox('Country', address)),
      type('germany'),
      stay('Enter'),
      keyThen('Tab', field('Postal code')),
      type('10115'),
      tabTo(saveAddress),
      keyThen('Enter', heading('Billing Address & Tax ID')),
      hear('Successfully updated billing data'),
    ]),
    changes: true,
  },
  saving('Add a recipient and save', billing('enterprise-invoice'), [
    tabTo(button('Edit email recipients')),
    keyThen('Enter', primary),
    tabTo(textbox('Add recipients', emails)),
    type('nonsense'),
    stay('Enter'),
    see(text('"nonsense" is not a valid email address', emails)),
    ...typeOver('second@meridian.example'),
    stay('Enter'),
    hear('second@meridian.example added, 1 additional recipient'),
    tabTo(saveEmails),
    keyThen('Enter', heading('Email Recipients')),
    hear('Successfully saved settings'),
  ]),
  saving('Remove a recipient and save', billing('team-eu'), [
    tabTo(button('Edit email recipients')),
    keyThen('Enter', primary),
    tabTo(button('Remove einkauf@stadtwerke.example')),
    keyThen('Enter', button('Remove controlling@stadtwerke.example')),
    hear('einkauf@stadtwerke.example removed, 2 additional recipients'),
    tabTo(saveEmails),
    keyThen('Enter', heading('Email Recipients')),
    hear('Successfully saved settings'),
  ]),
  {
    ...told('Save in spite of a session that has ended', billing('grace-period'), [
      tabTo(button('Edit email recipients')),
      keyThen('Enter', primary),
      ...typeOver('bills@sparrow.example'),
      meanwhile('the session ends'),
      tabTo(saveEmails),
      stay('Enter'),
      see(link(/^Sign in again/, emails)),
      meanwhile('the session is there again'),
      keyThen('Enter', heading('Email Recipients')),
      hear('Successfully saved settings'),
    ]),
    changes: true,
  },
];
