import { Announcer } from './Announcer.tsx';

export const states = {
  'silent at load': () => <Announcer />,
};
