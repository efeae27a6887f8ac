import { SpendCapDrawing } from '#ui/SpendCapDrawing/SpendCapDrawing.tsx';
import { RadioCards } from './RadioCards.tsx';

const cards = [
  {
    value: 'on',
    title: 'Spend cap enabled',
    description: 'Usage stops at what the plan includes. You are never charged for overage.',
    drawing: <SpendCapDrawing isCapped used={200} included={250} />,
  },
  {
    value: 'off',
    title: 'Spend cap disabled',
    description: 'Usage continues above the quota and each extra unit is charged.',
    drawing: <SpendCapDrawing isCapped={false} used={310} included={250} />,
  },
];

export const states = {
  enabled: () => <RadioCards label="Spend cap" cards={cards} defaultValue="on" />,
  disabled: () => <RadioCards label="Spend cap" cards={cards} defaultValue="off" />,
  'read only': () => <RadioCards label="Spend cap" cards={cards} defaultValue="off" isReadOnly />,
  'with an error': () => <RadioCards label="Spend cap" cards={cards} defaultValue="off" errorMessage="Choose another setting" />,
  'right to left': () => (
    <div dir="rtl">
      <RadioCards label="תקרת הוצאה" cards={cards.slice(0, 1)} defaultValue="on" />
    </div>
  ),
};
