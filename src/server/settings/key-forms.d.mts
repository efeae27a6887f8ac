export interface KeyForm {
  readonly form: RegExp;
  /** Follows the name of the setting. */
  readonly rule: string;
}
export const keyForms: Readonly<Record<'gatewaySecret' | 'gatewayPublishable' | 'gatewayWebhook' | 'captchaSite', KeyForm>>;
