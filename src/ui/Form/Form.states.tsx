import { Button } from '#ui/Button/Button.tsx';
import { TextField } from '#ui/TextField/TextField.tsx';
import { Form } from './Form.tsx';

const words = { 'aria-label': 'Billing address', onSubmit: () => undefined, faultsTitle: 'There is a problem', failedAttempts: 0 };

export const states = {
  untouched: () => (
    <Form {...words} faults={[]}>
      <TextField id="form-city" label="City" isRequired />
      <p>
        <Button type="submit" variant="primary" unavailableReason="There is no change to save.">
          Save
        </Button>
      </p>
    </Form>
  ),
  'two faults': () => (
    <Form
      {...words}
      faults={[
        { fieldId: 'form-line', message: 'Address line 1 is required' },
        { fieldId: 'form-code', message: 'Postal code is required' },
      ]}
    >
      <TextField id="form-line" label="Address line 1" isRequired errorMessage="Address line 1 is required" />
      <TextField id="form-code" label="Postal code" isRequired errorMessage="Postal code is required" />
      <p>
        <Button type="submit" variant="primary">
          Save
        </Button>
      </p>
    </Form>
  ),
  'right to left': () => (
    <div dir="rtl">
      <Form {...words} aria-label="כתובת" faultsTitle="יש בעיה" faults={[{ fieldId: 'form-rtl', message: 'העיר נדרשת' }]}>
        <TextField id="form-rtl" label="עיר" errorMessage="העיר נדרשת" />
      </Form>
    </div>
  ),
};
