/** Forms of keys. A secret key must never be accepted as a publishable key, because every browser receives publishable keys. */
export const keyForms = {
  gatewaySecret: {
    form: /^[rs]k_(test|live)_\S+$/,
    rule: 'must be a secret key of the gateway, which begins with sk_test_, sk_live_, rk_test_ or rk_live_',
  },
  gatewayPublishable: {
    form: /^pk_(test|live)_\S+$/,
    rule: 'must be a publishable key of the gateway, which begins with pk_test_ or pk_live_',
  },
  gatewayWebhook: { form: /^whsec_\S+$/, rule: "must be the signing secret of the gateway's webhook, which begins with whsec_" },
  captchaSite: { form: /^(?!ES_|0x)\S+$/, rule: 'must be the site key of the captcha, not its secret' },
};
