import { LinkButton } from './LinkButton.tsx';

export const states = {
  secondary: () => <LinkButton href="#usage">View usage</LinkButton>,
  primary: () => (
    <LinkButton href="#plan" variant="primary">
      Upgrade plan
    </LinkButton>
  ),
  'new tab': () => (
    <LinkButton href="#pdf" opensInNewTab nameSuffix=", invoice INV-0001">
      PDF
    </LinkButton>
  ),
  'right to left': () => (
    <div dir="rtl">
      <LinkButton href="#pdf" opensInNewTab>
        חשבונית
      </LinkButton>
    </div>
  ),
  'a file to be saved': () => (
    <LinkButton href="#csv" download>
      Download CSV
    </LinkButton>
  ),
};
