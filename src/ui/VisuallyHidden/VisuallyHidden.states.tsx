import { VisuallyHidden } from './VisuallyHidden.tsx';

export const states = {
  'after visible words': () => (
    <p>
      PDF<VisuallyHidden>, invoice INV-0001</VisuallyHidden>
    </p>
  ),
};
