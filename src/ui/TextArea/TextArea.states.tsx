import { TextArea } from './TextArea.tsx';

export const states = {
  empty: () => <TextArea label="What could we have done better?" isRequired={false} />,
  filled: () => (
    <TextArea label="Feedback" defaultValue={'We outgrew the limits.\nThank you all the same.'} description="Only our team reads this." />
  ),
  invalid: () => <TextArea label="Feedback" isRequired errorMessage="Please say a few words" />,
  'right to left': () => (
    <div dir="rtl">
      <TextArea label="משוב" defaultValue="תודה רבה" />
    </div>
  ),
};
