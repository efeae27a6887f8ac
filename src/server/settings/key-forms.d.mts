export interface KeyForm {
  readonly form: RegExp;
  readonly rule: string;
}
export const keyForms: Readonly<Record<'gatewaySecret' | 'gatewayPublishable' | 'gatewayWebhook' | 'captchaSite', KeyForm>>;
