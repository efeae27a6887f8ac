import { upcomingInvoiceTexts } from '#lib/texts/upcoming-invoice.ts';
import { Button } from '#ui/Button/Button.tsx';
import { ComboBox } from '#ui/ComboBox/ComboBox.tsx';
import { Form } from '#ui/Form/Form.tsx';
import { RadioGroup } from '#ui/RadioGroup/RadioGroup.tsx';
import { TextField } from '#ui/TextField/TextField.tsx';
import { FailureNote } from '#billing/shared/page/FailureNote.tsx';
import {
  addOnItems,
  fieldsOf,
  isInBytes,
  itemOptions,
  metricItems,
  type PricedItem,
  type PriceTagField,
  sizeItems,
} from './price-tag.form.ts';
import { PriceTagResult } from './PriceTagResult.tsx';
import { ProjectPicker } from './ProjectPicker.tsx';
import { type PriceTagForm, usePriceTag } from './use-price-tag.ts';
import styles from './PriceTag.module.css';

const choices = {
  size: { label: 'Compute size', items: sizeItems },
  addOn: { label: 'Add-on', items: addOnItems },
  metric: { label: 'Metric', items: metricItems },
} as const;

interface FieldProps {
  readonly field: PriceTagField;
  readonly form: PriceTagForm;
}

function PriceField({ field, form: { values, change, messages, isPending } }: FieldProps) {
  const common = { id: `price-${field}`, errorMessage: messages[field], isReadOnly: isPending };
  if (field === 'project') return <ProjectPicker {...common} value={values.project} onChange={(project) => change({ project })} />;
  if (field === 'quantity')
    return (
      <TextField
        {...common}
        label={isInBytes(values.metric) ? 'Quantity in GB' : 'Quantity'}
        description="In addition to what you use now"
        inputMode="decimal"
        autoComplete="off"
        value={values.quantity}
        onChange={(quantity) => change({ quantity })}
      />
    );
  return <ComboBox {...common} {...choices[field]} selectedKey={values[field]} onSelectionChange={(key) => change({ [field]: key })} />;
}

export function PriceTagTool() {
  const form = usePriceTag();
  const { values, change, faults, failedAttempts, failure, isPending, tag } = form;
  return (
    <div className={styles.root}>
      <Form
        aria-label={upcomingInvoiceTexts.priceTag}
        faultsTitle="Check what to price"
        faults={faults}
        failedAttempts={failedAttempts}
        onSubmit={() => void form.submit()}
      >
        <RadioGroup
          label="Item to price"
          id="price-item"
          options={itemOptions}
          value={values.item}
          onChange={(item) => change({ item: item as PricedItem })}
          isReadOnly={isPending}
        />
        {fieldsOf[values.item].map((field) => (
          <PriceField key={field} field={field} form={form} />
        ))}
        {failure && <FailureNote {...failure} />}
        <div>
          <Button type="submit" variant="primary" isPending={isPending} pendingMessage="Please wait">
            Show the price
          </Button>
        </div>
      </Form>
      {tag && <PriceTagResult tag={tag} />}
    </div>
  );
}
