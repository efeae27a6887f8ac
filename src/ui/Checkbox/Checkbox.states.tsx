import { Checkbox } from './Checkbox.tsx';

export const states = {
  'not selected': () => <Checkbox>Save as default payment method</Checkbox>,
  selected: () => <Checkbox defaultSelected>Use as billing address of the organization</Checkbox>,
  'with help': () => <Checkbox description="Messages stay until you close them.">Keep messages</Checkbox>,
  invalid: () => <Checkbox errorMessage="Please confirm this first">I have read what is lost</Checkbox>,
  'read only': () => (
    <Checkbox defaultSelected isReadOnly>
      Save as default payment method
    </Checkbox>
  ),
  'right to left': () => (
    <div dir="rtl">
      <Checkbox defaultSelected>שמירה כברירת מחדל</Checkbox>
    </div>
  ),
};
