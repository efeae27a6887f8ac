import { LinkButton } from '#ui/LinkButton/LinkButton.tsx';
import { TextLink } from '#ui/TextLink/TextLink.tsx';
import { Banner } from './Banner.tsx';

export const states = {
  info: () => (
    <Banner
      variant="info"
      title="This organization is managed by AWS Marketplace."
      actions={
        <LinkButton href="#manage" opensInNewTab>
          Manage
        </LinkButton>
      }
    />
  ),
  warning: () => (
    <Banner
      variant="warning"
      title="Warning: your organization has exceeded its quota"
      actions={
        <>
          <LinkButton href="#plan" variant="primary">
            Upgrade plan
          </LinkButton>
          <TextLink href="#usage">View usage</TextLink>
        </>
      }
    >
      <p>You have a grace period until Nov 30, 2026. After that the Fair Use Policy applies.</p>
      <ul role="list" data-marked>
        <li>Egress Exceeded</li>
        <li>DB Size Exceeded</li>
      </ul>
    </Banner>
  ),
  negative: () => (
    <Banner variant="negative" title="Restricted: all services are restricted">
      <p>
        Projects answer with HTTP 402.{' '}
        <TextLink isInText href="#docs">
          Learn more
        </TextLink>
      </p>
    </Banner>
  ),
  'right to left': () => (
    <div dir="rtl">
      <Banner variant="warning" title="אזהרה: חריגה מהמכסה" actions={<LinkButton href="#plan">שדרוג</LinkButton>} />
    </div>
  ),
};
