import { Disclosure } from '#ui/Disclosure/Disclosure.tsx';
import { TextLink } from '#ui/TextLink/TextLink.tsx';
import { themeNames, designThemes } from '#design/modes/modes.ts';
import { useTokens } from '#design/tokens/use-token-parts.ts';
import { Choice, Filter, Toggle } from './Field.tsx';
import { changeModes, changeSettings, useSettings, galleryViews, galleryWidths, writeSettings, type View, type Width } from './settings.ts';
import styles from './Margin.module.css';

const viewNames: Readonly<Record<View, string>> = { tokens: 'Tokens', components: 'Components', sections: 'Sections', screens: 'Screens' };

const widthName = (width: Width): string => (width === null ? 'As wide as it fits' : `${width} px`);

export function Margin() {
  const settings = useSettings();
  return (
    <div className={styles.root}>
      <h1 className={styles.title}>Design</h1>
      <nav aria-label="Gallery">
        <ul className={styles.views}>
          {galleryViews.map((view) => (
            <li key={view}>
              <TextLink
                href={`/__design${writeSettings({ ...settings, view })}`}
                aria-current={view === settings.view ? 'page' : undefined}
                onClick={(event) => {
                  if (event.ctrlKey || event.metaKey || event.shiftKey) return;
                  event.preventDefault();
                  changeSettings({ view });
                }}
              >
                {viewNames[view]}
              </TextLink>
            </li>
          ))}
        </ul>
      </nav>
      <Disclosure title="Filter" defaultExpanded>
        <Filters />
      </Disclosure>
      {(settings.view === 'components' || settings.view === 'sections') && (
        <Disclosure title="Show as" defaultExpanded>
          <Switches />
        </Disclosure>
      )}
    </div>
  );
}

function Filters() {
  const { name, token } = useSettings();
  const { docs } = useTokens();
  return (
    <div role="search" aria-label="Gallery" className={styles.fields}>
      <Filter label="Name" value={name} onChange={(next) => changeSettings({ name: next })} />
      <Filter
        label="Token"
        value={token}
        suggestions={docs.tokens.map(({ path }) => path)}
        onChange={(next) => changeSettings({ token: next })}
      />
    </div>
  );
}

function Switches() {
  const { modes, width } = useSettings();
  return (
    <div role="group" aria-label="Show as" className={styles.fields}>
      <Choice
        label="Theme"
        value={modes.theme}
        options={designThemes.map((theme) => [theme, themeNames[theme]])}
        onChange={(theme) => changeModes({ theme })}
      />
      <Choice
        label="Width"
        value={String(width)}
        options={galleryWidths.map((option) => [String(option), widthName(option)])}
        onChange={(chosen) => changeSettings({ width: galleryWidths.find((option) => String(option) === chosen) ?? null })}
      />
      <Choice
        label="Density"
        value={modes.density}
        options={[
          ['comfortable', 'Comfortable'],
          ['compact', 'Compact'],
        ]}
        onChange={(density) => changeModes({ density })}
      />
      <Choice
        label="Direction"
        value={modes.direction}
        options={[
          ['ltr', 'Left to right'],
          ['rtl', 'Right to left'],
        ]}
        onChange={(direction) => changeModes({ direction })}
      />
      <Toggle label="Forced colors" isOn={modes.forcedColors} onChange={(forcedColors) => changeModes({ forcedColors })} />
      <Toggle
        label="Reduced motion"
        isOn={modes.motion === 'reduced'}
        onChange={(isOn) => changeModes({ motion: isOn ? 'reduced' : 'full' })}
      />
    </div>
  );
}
