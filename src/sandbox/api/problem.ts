import type { ApiErrorFields } from '#sandbox/records/errors.ts';

interface Related {
  intent?: ApiProblem['intent'];
  paymentMethod?: string;
  /** True keeps the changes made so far: a declined charge is recorded, but an invalid request changes nothing. */
  keepsChanges?: boolean;
  headers?: Record<string, string>;
}

export class ApiProblem extends Error {
  readonly status: number;
  readonly fields: ApiErrorFields;
  /** Id of the intent in the error object, which is rendered with the response. */
  readonly intent: { object: 'payment_intent' | 'setup_intent'; id: string } | null;
  readonly paymentMethod: string | null;
  readonly keepsChanges: boolean;
  readonly headers: Record<string, string>;

  constructor(status: number, fields: ApiErrorFields, related: Related = {}) {
    super(fields.message);
    this.status = status;
    this.fields = fields;
    this.intent = related.intent ?? null;
    this.paymentMethod = related.paymentMethod ?? null;
    this.keepsChanges = related.keepsChanges ?? false;
    this.headers = related.headers ?? {};
  }
}

export function invalidRequest(
  message: string,
  details: { code?: string; param?: string } = {},
  related?: { intent?: ApiProblem['intent'] },
): ApiProblem {
  return new ApiProblem(400, { type: 'invalid_request_error', message, ...details }, related);
}

export const missingParameter = (name: string): ApiProblem =>
  invalidRequest(`Missing required param: ${name}.`, { code: 'parameter_missing', param: name });

/** `status` is 404 for the object in the path and 400 for one in a parameter. */
export function noSuch(what: string, id: string, param: string, status: 404 | 400 = 400): ApiProblem {
  return new ApiProblem(status, { type: 'invalid_request_error', code: 'resource_missing', message: `No such ${what}: '${id}'`, param });
}
