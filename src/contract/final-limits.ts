/**
 * Codes of 429 responses that a short wait does not clear. Clients retry automatically only after the code `busy`.
 * - captcha_required: the same attempt continues with a captcha token
 * - sent_recently: the email was sent again within the last minute
 * - too_many_changes: the action (adding recipients, sending an email again, correcting an invoice) is possible at the time in the message
 * - too_many_declines: no card can be tried before the next day
 * - plan_change_limit: the plan can be changed again at the time in the message
 */
export const finalLimits = ['captcha_required', 'too_many_declines', 'plan_change_limit', 'sent_recently', 'too_many_changes'] as const;

export type FinalLimit = (typeof finalLimits)[number];
