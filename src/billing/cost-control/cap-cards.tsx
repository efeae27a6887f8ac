import { SpendCapDrawing } from '#ui/SpendCapDrawing/SpendCapDrawing.tsx';
import type { CapSetting } from './cap-cost.ts';

/** The two settings to choose from. The drawings are examples, not the organization's own numbers. */
export const capCards: readonly { value: CapSetting; title: string; description: string; drawing: React.ReactNode }[] = [
  {
    value: 'on',
    title: 'Spend cap enabled',
    description: 'Usage past what your plan includes is not charged. At the quota it stops.',
    drawing: <SpendCapDrawing isCapped used={250} included={250} />,
  },
  {
    value: 'off',
    title: 'Spend cap disabled',
    description: 'Usage goes on past what your plan includes, and each extra unit is charged.',
    drawing: <SpendCapDrawing isCapped={false} used={310} included={250} />,
  },
];
