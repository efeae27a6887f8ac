/** Few organizations see these notices. The separate file keeps them out of the first view. */
export const rareNoticeTexts = {
  notApplied: 'The change to the {plan} Plan was not applied',
  notAppliedAbout: '{why} Your plan is unchanged, and your payment of {amount} is refunded. You can change the plan again.',
  price_changed: 'The price of the change was no longer the same when your payment went through.',
  cycle_ended: 'The billing cycle had ended when your payment went through.',
  same_plan: 'The plan had already changed when your payment went through.',
  lateInvoice: 'An invoice of {amount} is due on {date}',
  lateInvoiceAbout: 'It is for usage on your paid plan that was reported late. The amount can still change until then.',
} as const;

export const changeRefusals = {
  notAppliedAnswer: '{why} The change was not applied, and your payment is refunded. You can change the plan again.',
  notAppliedUnpaid:
    'The price or your plan has changed since you chose this plan. The change was not applied, and nothing was charged. You can change the plan again.',
} as const;
