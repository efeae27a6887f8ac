const forms: readonly (readonly [what: string, form: RegExp])[] = [
  ['the secret of a payment or a setup', /\b(?:pi|seti)_\w+_secret_\w+/],
  ['a key of the gateway', /\b(?:sk|rk)_(?:test|live)_\w{6,}|\bwhsec_\w{6,}/],
  ['a payment page', /https?:\/\/[^"\s]*\/pay\/cs_\w+|checkout\.stripe\.com\/c\//],
  ["an invoice's document", /https?:\/\/[^"\s]*\.pdf\b/],
  ['a session', /\bsession=[\w-]{20,}/],
  ['a bearer token', /\bBearer [\w.~+/-]{12,}/i],
  ['a signed token', /\beyJ[\w-]{10,}\.[\w-]+\.[\w-]+/],
  ['a captcha token', /\bsandbox\.\d+\.[\w-]{8,}\.[\w-]{8,}/],
];

/** Returns digit sequences with the length and the check digit of a card number. */
function cardNumbers(text: string): string[] {
  return [...text.matchAll(/(?<![\w.-])\d(?:[ -]?\d){14,15}(?![\w.-])/g)]
    .map(([found]) => found.replace(/[ -]/g, ''))
    .filter((digits) => {
      const sum = digits
        .split('')
        .toReversed()
        .reduce((total, digit, index) => {
          const value = Number(digit) * (index % 2 === 0 ? 1 : 2);
          return total + (value > 9 ? value - 9 : value);
        }, 0);
      return sum % 10 === 0;
    });
}

export function secretsIn(lines: readonly unknown[]): string[] {
  return lines.flatMap((line) => {
    const text = JSON.stringify(line);
    const found = forms.filter(([, form]) => form.test(text)).map(([what]) => what);
    return [...found, ...cardNumbers(text).map(() => 'a card number')].map((what) => `${what} in ${text.slice(0, 200)}`);
  });
}
