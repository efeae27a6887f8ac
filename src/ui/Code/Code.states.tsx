import { Code } from './Code.tsx';

export const states = {
  'invoice number': () => <Code>ACM-0O14</Code>,
  'right to left': () => (
    <p dir="rtl">
      חשבונית <Code>ACM-0014</Code>
    </p>
  ),
};
