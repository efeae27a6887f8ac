export interface KeyForm {
  readonly form: RegExp;
  /** Printed after the name of the setting. */
  readonly rule: string;
}
export const keyForms: Readonly<Record<'gatewaySecret' | 'gatewayPublishable' | 'gatewayWebhook' | 'captchaSite', KeyForm>>;
