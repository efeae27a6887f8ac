/** Lengths in characters. The platform checks them, and forms check them first. */
export const detailLimits = {
  billing_name: { min: 3, max: 150 },
  line1: { min: 3, max: 200 },
  line2: { min: 0, max: 200 },
  city: { min: 2, max: 100 },
  state: { min: 0, max: 100 },
  postal_code: { min: 1, max: 30 },
  tax_id_value: { min: 1, max: 60 },
  po_number: { min: 1, max: 60 },
  buyer_reference: { min: 1, max: 100 },
} as const;

export const emailLimit = 254;
/** Maximum number of additional recipients in one request. */
export const additionalEmailsLimit = 200;
/** Default maximum of additional recipients per organization. An organization with more recipients can only remove recipients. */
export const additionalRecipients = 20;

/** Maximum characters of a free answer in a survey. */
export const answerLimit = 5000;

/** Minimum and maximum credit per purchase, in whole dollars (specification, section 9). */
export const topUpDollars = { least: 100, most: 2000 } as const;

export const tokenScopes = ['billing:read', 'usage:write', 'propose'] as const;

export const tokenLimits = {
  /** Maximum live tokens of an organization. */
  live: 100,
  requestsPerMinute: 600,
  /** A token ends at most this number of days after its creator has left the organization. */
  daysAfterCreatorLeft: 30,
} as const;

export const proposalLimits = {
  /** Maximum open proposals of a member or token. */
  open: 5,
  /** Days after which a proposal ends. */
  days: 14,
  /** Maximum number of emails about proposals that an organization gets per hour. */
  emailsPerHour: 20,
} as const;

/** Control characters, line separators and direction overrides. With these, a name or an address could look like another text. */
const unprintable = /[\p{Cc}\u2028-\u202E\u2066-\u2069]/u;

export const isPrintable = (text: string): boolean => !unprintable.test(text);

/** The beginning of a web address. Mail programs would turn it into a link in the platform's emails. */
const webAddress = /:\/\/|\bwww\.[\p{L}\p{N}]/iu;

export const namesNoAddress = (text: string): boolean => !webAddress.test(text);

/** Messages of the contract's rules, for callers and forms. The specification defines their wording. */
export const ruleMessages = {
  invalidEmail: 'Please provide a valid email address',
  unreachableEmail: "Our email can't reach this address yet",
  wholeNumber: 'Amount must be a whole number.',
  amountRange: `Amount must be between $${topUpDollars.least} - $${topUpDollars.most}.`,
  captchaRequired: 'HCaptcha token required',
} as const;
