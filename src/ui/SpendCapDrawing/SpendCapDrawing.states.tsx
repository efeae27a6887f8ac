import { SpendCapDrawing } from './SpendCapDrawing.tsx';

export const states = {
  'cap on, below the quota': () => <SpendCapDrawing isCapped used={120} included={250} />,
  'cap on, at the quota': () => <SpendCapDrawing isCapped used={310} included={250} />,
  'cap off, below the quota': () => <SpendCapDrawing isCapped={false} used={120} included={250} />,
  'cap off, above the quota': () => <SpendCapDrawing isCapped={false} used={310} included={250} />,
  'right to left': () => (
    <div dir="rtl">
      <SpendCapDrawing isCapped={false} used={310} included={250} />
    </div>
  ),
};
