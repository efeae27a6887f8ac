/** Billing address and tax ID form. */
export const billingAddressTexts = {
  edit: 'Edit billing address',
  nameTooShort: 'Name must be at least 3 letters long',
  line1Required: 'Address line 1 is required',
  cityRequired: 'City is required',
  postalCodeRequired: 'Postal code is required',
  countryRequired: 'Country is required',
  noRead: "You need additional permissions to view this organization's billing address",
  noWrite: "You need additional permissions to manage this organization's billing address",
  customerFailed: 'Failed to retrieve organization customer profile',
  saved: 'Successfully updated billing data',
  saveFailed: 'Failed updating billing data: {message}',
  updateCustomerFailed: 'Failed to update customer profile: {message}',
  updateTaxIdFailed: 'Failed to update tax id: {message}',
  editReferences: 'Edit invoice references',
} as const;
