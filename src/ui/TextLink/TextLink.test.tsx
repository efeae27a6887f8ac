import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { LinkButton } from '#ui/LinkButton/LinkButton.tsx';
import { TextLink } from './TextLink.tsx';

it('goes where it says, named by its words first', () => {
  render(
    <TextLink href="/org/acme/usage" nameSuffix=" of Acme">
      View usage
    </TextLink>,
  );
  const link = screen.getByRole<HTMLAnchorElement>('link', { name: 'View usage of Acme' });
  expect(link.pathname).toBe('/org/acme/usage');
  expect(link.target).toBe('');
});

it.each([
  ['TextLink', TextLink],
  ['LinkButton', LinkButton],
])('%s says that it opens a new tab, and leaves that one no way back', (_, Link) => {
  render(
    <Link href="/invoice.pdf" opensInNewTab nameSuffix=", invoice INV-0001">
      PDF
    </Link>,
  );
  const link = screen.getByRole<HTMLAnchorElement>('link', { name: 'PDF, invoice INV-0001, opens in new tab' });
  expect(link.target).toBe('_blank');
  expect(link.rel).toContain('noopener');
});

it('can lead to a file that is saved', () => {
  render(
    <TextLink href="/invoices.csv" download>
      Download CSV
    </TextLink>,
  );
  expect(screen.getByRole('link', { name: 'Download CSV' }).hasAttribute('download')).toBe(true);
});
