import { use, useSyncExternalStore } from 'react';
import { useRead } from '#billing/shared/data/queries.ts';
import { PageLink } from '#billing/shared/page/PageLink.tsx';
import { docsAddress, helpAddresses } from '#lib/addresses.ts';
import { forgetStored } from '#lib/browser/forget-stored.ts';
import { frameTexts } from '#lib/texts/frame.ts';
import { sessionTexts } from '#lib/texts/sessions.ts';
import { Button } from '#ui/Button/Button.tsx';
import { NativeChoice } from '#ui/Choice/NativeChoice.tsx';
import { RecentMessages } from '#ui/RecentMessages/RecentMessages.tsx';
import { TextLink } from '#ui/TextLink/TextLink.tsx';
import { ThemeSwitch } from '#ui/ThemeSwitch/ThemeSwitch.tsx';
import { ServedContext } from '#app/served.ts';
import { isShortcutOn, onShortcut, setShortcut } from './search-shortcut.ts';
import { useBarPanel } from './use-bar-panel.ts';
import styles from './BarPanel.module.css';

export function MemberMenu() {
  const { isOpen, setOpen, panelId, around } = useBarPanel();
  const { signedIn, byToken, theme } = use(ServedContext);
  const { data } = useRead('getProfile', {}, signedIn);
  const maySignOut = data !== undefined && !byToken;
  return (
    <div ref={around} className={styles.root}>
      <Button variant="quiet" aria-expanded={isOpen} aria-controls={panelId} trailingIcon="chevronDown" onPress={() => setOpen(!isOpen)}>
        <span className={styles.name}>{data?.member.username ?? frameTexts.display}</span>
      </Button>
      <div id={panelId} hidden={!isOpen} className={styles.panel} data-at-end>
        <span className={styles.narrow}>
          <HelpLink />
        </span>
        <ThemeSwitch servedChoice={theme} />
        <ShortcutChoice />
        <RecentMessages />
        {maySignOut && (
          <>
            <PageLink href={helpAddresses.sessions}>{sessionTexts.title}</PageLink>
            <SignOut />
          </>
        )}
      </div>
      {/* This form is outside the menu, because the menu button does nothing without JavaScript. */}
      {maySignOut && (
        <noscript>
          <SignOut />
        </noscript>
      )}
    </div>
  );
}

export const HelpLink = () => (
  <TextLink href={docsAddress} opensInNewTab>
    {frameTexts.help}
  </TextLink>
);

function ShortcutChoice() {
  const isOn = useSyncExternalStore(onShortcut, isShortcutOn, () => true);
  return (
    <NativeChoice type="checkbox" checked={isOn} onChange={({ target }) => setShortcut(target.checked)}>
      {frameTexts.searchShortcut}
    </NativeChoice>
  );
}

const SignOut = () => (
  <form action="/sign-out" method="post" onSubmit={forgetStored}>
    <Button type="submit">{frameTexts.signOut}</Button>
  </form>
);
