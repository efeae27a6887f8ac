import { Announcer } from '#ui/Announcer/Announcer.tsx';
import { SkipLink } from '#ui/SkipLink/SkipLink.tsx';
import { ComponentsView } from '#design/components/ComponentsView.tsx';
import { ScreensView } from '#design/screens/ScreensView.tsx';
import { SectionsView } from '#design/sections/SectionsView.tsx';
import { TokensView } from '#design/tokens/TokensView.tsx';
import { Margin } from './Margin.tsx';
import { Problems } from './Problems.tsx';
import { useSettings, type View } from './settings.ts';
import styles from './Gallery.module.css';

const contents: Readonly<Record<View, () => React.ReactNode>> = {
  tokens: TokensView,
  components: ComponentsView,
  sections: SectionsView,
  screens: ScreensView,
};

export function Gallery() {
  const { view } = useSettings();
  const Content = contents[view];
  return (
    <div className={styles.root}>
      <header className={styles.margin}>
        <SkipLink href="#main">Skip to content</SkipLink>
        <Margin />
      </header>
      <main id="main" tabIndex={-1} className={styles.main}>
        <Problems />
        <Content />
      </main>
      <Announcer />
    </div>
  );
}
