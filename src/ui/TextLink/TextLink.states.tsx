import { TextLink } from './TextLink.tsx';

export const states = {
  'in a sentence': () => (
    <p>
      Read{' '}
      <TextLink isInText href="#docs">
        how the spend cap works
      </TextLink>{' '}
      before you turn it off.
    </p>
  ),
  'new tab': () => (
    <TextLink href="#pricing" opensInNewTab>
      Pricing
    </TextLink>
  ),
  'right to left': () => (
    <p dir="rtl">
      <TextLink href="#pricing" opensInNewTab>
        מחירים
      </TextLink>
    </p>
  ),
};
