import { revalidateLogic, useForm, useSelector } from '@tanstack/react-form';
import { useState } from 'react';
import type { FieldError } from '#lib/call-error.ts';
import type { FieldFault } from '#ui/Form/ErrorSummary.tsx';
import { firstMessage } from '#billing/shared/form/first-message.ts';
import { addressFieldNames, addressLabels, addressSchema, type AddressFieldName, type AddressValues } from './address.form.ts';

const useFields = (base: AddressValues) =>
  useForm({ defaultValues: base, validationLogic: revalidateLogic(), validators: { onDynamic: addressSchema } });

export type AddressFields = ReturnType<typeof useFields>;

export interface AddressForm {
  readonly fields: AddressFields;
  /** Begins the ids of the fields, so that several forms fit on one page. */
  readonly id: string;
  /** What the fields began with, or were last set to. */
  readonly base: AddressValues;
  readonly isChanged: boolean;
  /** What is wrong with each field. */
  readonly messages: Readonly<Partial<Record<AddressFieldName, string | undefined>>>;
  /** What keeps the form from being sent, in the order of the fields; for the summary. */
  readonly faults: readonly FieldFault[];
  /** How often `check` or `refuse` found faults. */
  readonly failedAttempts: number;
  /** The values when they hold, null when they don't: `faults` then says why. */
  readonly check: () => Promise<AddressValues | null>;
  /** Puts the platform's refusals at their fields. False when none of them names a field: the caller then shows the message. */
  readonly refuse: (errors: readonly FieldError[]) => boolean;
  /** Puts other values into the fields, as if they had been typed. */
  readonly fill: (values: AddressValues) => void;
  /** Resets the form to other values. */
  readonly startFrom: (values: AddressValues) => void;
  /** Changes what counts as unchanged, and keeps what is in the fields. */
  readonly compareWith: (values: AddressValues) => void;
}

export const fieldIdOf = (formId: string, name: AddressFieldName): string => `${formId}-${name}`;

/**
 * Name, address and tax ID in fields of a form, with the rules and messages of the specification. Draw the fields with
 * `AddressFields` and `TaxIdFields` inside a Form. What they begin with is read once: later answers of the platform change
 * nothing that somebody is typing.
 */
export function useAddressForm(id: string, start: AddressValues): AddressForm {
  const [base, setBase] = useState(start);
  const [failedAttempts, setFailedAttempts] = useState(0);
  const fields = useFields(base);
  const isChanged = useSelector(fields.store, ({ values }) => addressFieldNames.some((name) => values[name] !== base[name]));
  const [refused, setRefused] = useState<Refusals>({});
  const found = useSelector(
    fields.store,
    ({ fieldMeta, values }) =>
      addressFieldNames.map((name) => firstMessage(fieldMeta[name]?.errors) ?? refusalOf(refused[name], values[name])),
    { compare: (one, other) => one.every((message, index) => message === other[index]) },
  );
  const messages: AddressForm['messages'] = Object.fromEntries(addressFieldNames.map((name, index) => [name, found[index]]));
  const faults = addressFieldNames.flatMap((name) => {
    const message = messages[name];
    return message === undefined ? [] : [{ fieldId: fieldIdOf(id, name), message }];
  });

  return {
    fields,
    id,
    base,
    isChanged,
    messages,
    faults,
    failedAttempts,
    async check() {
      // What the platform refused may pass the next time.
      setRefused({});
      await fields.handleSubmit();
      if (fields.state.isValid) return fields.state.values;
      setFailedAttempts((count) => count + 1);
      return null;
    },
    refuse(errors) {
      const refusals: Refusals = {};
      for (const { path, message } of errors) {
        const name = fieldOf(path);
        if (name !== undefined) refusals[name] ??= { message: inFull(name, message), value: fields.state.values[name] };
      }
      setRefused(refusals);
      if (Object.keys(refusals).length === 0) return false;
      setFailedAttempts((count) => count + 1);
      return true;
    },
    fill(values) {
      for (const name of addressFieldNames) fields.setFieldValue(name, values[name]);
    },
    startFrom(values) {
      fields.reset(values);
      setRefused({});
      setBase(values);
    },
    compareWith: setBase,
  };
}

/** What the platform refused, with the value that it refused: the message goes when that changes. */
type Refusals = Partial<Record<AddressFieldName, { readonly message: string; readonly value: string }>>;

const refusalOf = (refused: Refusals[AddressFieldName], value: string): string | undefined =>
  refused?.value === value ? refused.message : undefined;

const fieldsByPath: Readonly<Record<string, AddressFieldName>> = {
  'tax_id.type': 'tax_id_kind',
  'tax_id.value': 'tax_id_value',
  'tax_id.country': 'tax_id_kind',
  type: 'tax_id_kind',
  value: 'tax_id_value',
};

/** "body.address.line1", "body.tax_id.value", or "body.value" of the tax ID calls. */
function fieldOf(path: string): AddressFieldName | undefined {
  const inBody = path.replace(/^body\./, '').replace(/^address\./, '');
  return fieldsByPath[inBody] ?? addressFieldNames.find((name) => name === inBody);
}

/** The platform's own schema says "must have ...", which needs the field's name before it. */
const inFull = (name: AddressFieldName, message: string): string =>
  /^(is|must) /.test(message) ? `${addressLabels[name]} ${message}` : message;
