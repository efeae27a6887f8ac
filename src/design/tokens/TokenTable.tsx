import { Button } from '#ui/Button/Button.tsx';
import { Disclosure } from '#ui/Disclosure/Disclosure.tsx';
import { ScrollArea } from '#design/gallery/ScrollArea.tsx';
import { whenDrawn } from '#design/gallery/drawn.ts';
import { themeNames } from '#design/modes/modes.ts';
import type { TokenDoc } from 'virtual:design-tokens';
import { valueIn, type TokenGroup } from './groups.ts';
import { Sample } from './Sample.tsx';
import styles from './TokenTable.module.css';

const colorThemes = ['light', 'dark', 'lightHighContrast', 'darkHighContrast', 'print'] as const;

interface TokenTableProps {
  readonly group: TokenGroup;
  readonly onEdit?: (path: string) => void;
}

export function TokenTable({ group, onEdit }: TokenTableProps) {
  const isColor = group.tokens.every(({ type }) => type === 'color');
  return (
    <ScrollArea label={`Tokens, ${group.name}`}>
      <table className={styles.root}>
        <caption className={styles.caption}>{group.name}</caption>
        <Heads isColor={isColor} isEditable={onEdit !== undefined} />
        <tbody>
          {group.tokens.map((token) => (
            <tr key={token.path} className={styles.row}>
              <th scope="row" className={styles.name}>
                <Name token={token} />
              </th>
              {isColor ? <Colors token={token} /> : <Values token={token} />}
              <td className={styles.cell}>
                <Uses token={token} />
              </td>
              {onEdit && (
                <td className={styles.cell}>
                  <Button variant="quiet" nameSuffix={`, ${token.path}`} onPress={() => onEdit(token.path)}>
                    Edit
                  </Button>
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollArea>
  );
}

function Heads({ isColor, isEditable }: { isColor: boolean; isEditable: boolean }) {
  const values = isColor ? [...colorThemes.map((theme) => themeNames[theme]), 'Forced colors'] : ['Value'];
  return (
    <thead>
      <tr>
        {['Token', ...values, 'Uses', ...(isEditable ? ['Change'] : [])].map((text) => (
          <th key={text} scope="col" className={styles.head}>
            {text}
          </th>
        ))}
      </tr>
    </thead>
  );
}

function Name({ token: { path, property, description, aliases, reserved, uses } }: { token: TokenDoc }) {
  return (
    <div className={styles.about}>
      <span className={styles.path}>{path}</span>
      {property !== undefined && <code>{property}</code>}
      {description !== undefined && <span>{description}</span>}
      {aliases.length > 0 && <span>{`Built from ${aliases.join(', ')}`}</span>}
      {reserved !== undefined && uses.length === 0 && <span>{`Reserved: ${reserved}`}</span>}
    </div>
  );
}

function Colors({ token }: { token: TokenDoc }) {
  return (
    <>
      {colorThemes.map((theme) => (
        <td key={theme} className={styles.cell}>
          <span className={styles.swatch} ref={whenDrawn({ backgroundColor: valueIn(token, theme) })} />
          <code>{valueIn(token, theme)}</code>
        </td>
      ))}
      <td className={styles.cell}>
        <span
          className={styles.swatch}
          ref={whenDrawn({ backgroundColor: token.forcedColor === 'kept' ? 'transparent' : (token.forcedColor ?? '') })}
        />
        <code>{token.forcedColor ?? ''}</code>
      </td>
    </>
  );
}

function Values({ token }: { token: TokenDoc }) {
  return (
    <td className={styles.cell}>
      <Sample token={token} />
      <code className={styles.value}>{valueIn(token, 'light')}</code>
    </td>
  );
}

function Uses({ token: { path, uses } }: { token: TokenDoc }) {
  if (uses.length === 0) return <span className={styles.none}>none</span>;
  return (
    <Disclosure title={`${uses.length}`} nameSuffix={` uses of ${path}`}>
      <ul className={styles.uses}>
        {uses.map(({ file, line, where, through }) => (
          <li key={`${file} ${line} ${where} ${through}`}>
            <code>{`${file}:${line}`}</code>
            {` ${where}${through === undefined ? '' : `, through ${through}`}`}
          </li>
        ))}
      </ul>
    </Disclosure>
  );
}
