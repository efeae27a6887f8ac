/** @jsxImportSource react */
import type { CSSProperties, ReactNode } from 'react';
import { productName } from '#lib/product.ts';
import { emailColors, type EmailColor } from './email-colors.ts';
import type { EmailContent } from './email-content.ts';

/** Colors that change in dark mode need a class. All other styles are inline, because many email clients remove style elements. */
type Painted = { readonly className: string; readonly style: CSSProperties };

const properties = { back: 'backgroundColor', ink: 'color', edge: 'borderColor' } as const;
const cssNames = { back: 'background-color', ink: 'color', edge: 'border-color' } as const;
type Part = keyof typeof properties;

function paint(parts: Readonly<Partial<Record<Part, EmailColor>>>, style: CSSProperties = {}): Painted {
  const partColors = Object.entries(parts) as [Part, EmailColor][];
  return {
    className: partColors.map(([part, color]) => `${part}-${color}`).join(' '),
    style: { ...Object.fromEntries(partColors.map(([part, color]) => [properties[part], emailColors[color].light])), ...style },
  };
}

/**
 * For each part of an email, the colors that change in dark mode. Every email contains a CSS rule for each color, so add no unused colors.
 */
const changing: Readonly<Record<Part, readonly EmailColor[]>> = {
  back: ['canvas', 'sheet', 'actionBack'],
  ink: ['text', 'quiet', 'actionText'],
  edge: ['line', 'neutral', 'good', 'warning', 'bad'],
};

const darkRules = (Object.keys(changing) as Part[])
  .flatMap((part) => changing[part].map((color) => `.${part}-${color}{${cssNames[part]}:${emailColors[color].dark}!important}`))
  .join('');

const family = '"Atkinson Hyperlegible Next","Segoe UI",system-ui,sans-serif';
/** Small font size, in em. If readers choose a larger text size in their email client, small text becomes larger, too. */
const small = '0.875em';
/** Border for forced-colors mode, which removes backgrounds but shows even transparent borders. */
const seenInForcedColors: CSSProperties = { borderWidth: 2, borderStyle: 'solid', borderColor: 'transparent' };
const wraps: CSSProperties = { overflowWrap: 'anywhere' };

/** Style that stacks name and value on narrow screens and with large text, so that amounts never wrap. */
const stacked =
  '.facts th,.facts td{display:block;width:auto!important;padding-right:0!important}' +
  '.facts th{padding-bottom:0!important}.facts td{border-top-width:0!important;padding-top:0!important}';

export const emailStyle = `@media (prefers-color-scheme:dark){${darkRules}}@media (max-width:26em){${stacked}}`;

interface MailProps {
  readonly content: EmailContent;
  readonly href: string;
  readonly footer: string;
}

function Facts({ facts }: Pick<EmailContent, 'facts'>): ReactNode {
  if (facts.length === 0) return null;
  const cell = { padding: '8px 0', borderTopWidth: 1, borderTopStyle: 'solid', verticalAlign: 'top', textAlign: 'left' } as const;
  return (
    // Sets explicit roles, because another `display` value removes the implicit roles of a table.
    <table
      className="facts"
      role="table"
      aria-label="Details"
      style={{ width: '100%', borderCollapse: 'collapse', margin: '0 0 24px', fontSize: '1em', lineHeight: 1.5 }}
    >
      <tbody role="rowgroup">
        {facts.map(([name, value], place) => (
          // Names can repeat in the facts, for example two notices on one day.
          // eslint-disable-next-line react/no-array-index-key
          <tr key={place} role="row">
            <th
              scope="row"
              role="rowheader"
              {...paint({ edge: 'line', ink: 'quiet' }, { ...cell, paddingRight: 16, fontWeight: 400, width: '42%' })}
            >
              {name}
            </th>
            <td role="cell" {...paint({ edge: 'line', ink: 'text' }, { ...cell, ...wraps, fontWeight: 700 })}>
              {value}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

export function EmailDocument({ content, href, footer }: MailProps): ReactNode {
  const { subject, heading, tone, paragraphs, facts, action } = content;
  return (
    <html lang="en" dir="ltr">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>{subject}</title>
        <style>{emailStyle}</style>
      </head>
      <body
        {...paint(
          { back: 'canvas', ink: 'text' },
          { margin: 0, padding: '24px 12px', fontFamily: family, fontSize: '100%', lineHeight: 1.5 },
        )}
      >
        <div
          {...paint(
            { back: 'sheet', edge: 'line' },
            { maxWidth: 560, margin: '0 auto', borderWidth: 1, borderStyle: 'solid', borderRadius: 2, boxSizing: 'border-box' },
          )}
        >
          <main {...paint({ edge: tone }, { padding: 24, borderTopWidth: 4, borderTopStyle: 'solid' })}>
            <p {...paint({ ink: 'quiet' }, { margin: '0 0 16px', fontSize: small })}>{productName}</p>
            <h1 {...paint({ ink: 'text' }, { ...wraps, margin: '0 0 16px', fontSize: '1.5em', lineHeight: 1.3, fontWeight: 700 })}>
              {heading}
            </h1>
            {paragraphs.map((paragraph) => (
              <p key={paragraph} {...paint({ ink: 'text' }, { ...wraps, margin: '0 0 16px' })}>
                {paragraph}
              </p>
            ))}
            <Facts facts={facts} />
            <p style={{ margin: 0 }}>
              <a
                href={href}
                {...paint(
                  { back: 'actionBack', ink: 'actionText' },
                  {
                    display: 'inline-block',
                    padding: '10px 18px',
                    borderRadius: 4,
                    fontWeight: 700,
                    textDecoration: 'none',
                    ...seenInForcedColors,
                  },
                )}
              >
                {action.label}
              </a>
            </p>
          </main>
        </div>
        <footer
          {...paint(
            { ink: 'quiet' },
            { ...wraps, maxWidth: 560, margin: '16px auto 0', padding: '0 24px', boxSizing: 'border-box', fontSize: small },
          )}
        >
          <p style={{ margin: 0 }}>{footer}</p>
        </footer>
      </body>
    </html>
  );
}
