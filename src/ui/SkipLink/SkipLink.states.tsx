import { SkipLink } from './SkipLink.tsx';

export const states = {
  'hidden until focused': () => <SkipLink href="#main">Skip to the bill</SkipLink>,
};
