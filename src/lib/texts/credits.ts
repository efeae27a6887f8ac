export const creditsTexts = {
  about: 'Credits are used first, on your next invoices, before a card is charged.',
  aboutMore:
    'You can also use them for an open invoice, and overdue invoices use them, oldest first, before services are restricted. They are not paid out while your organization is open, and they do not expire.',
  noRead: "You need additional permissions to view this organization's credits",
  ofInvoice: 'Invoice',
  ofStaff: 'Entry by staff',
  disputed: 'Payments of {amount} are disputed. Nothing is charged for them until the bank has decided.',
  held: '{amount} of your credits was bought with them and can be used again if you win.',
} as const;
