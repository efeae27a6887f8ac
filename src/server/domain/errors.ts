/** Error for a violated business rule. `field` names the input, `code` the rule; `message` is readable text. */
export class DomainError extends Error {
  readonly code: string;
  readonly field: string;

  constructor(code: string, field: string, message: string) {
    super(message);
    this.name = 'DomainError';
    this.code = code;
    this.field = field;
  }
}
