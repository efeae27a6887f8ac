import { LinkButton } from '#ui/LinkButton/LinkButton.tsx';
import { TextLink } from '#ui/TextLink/TextLink.tsx';
import { Notice } from './Notice.tsx';

export const states = {
  neutral: () => <Notice>Add-on changes or new projects may take up to an hour to appear.</Notice>,
  info: () => (
    <Notice variant="info" title="Payment processing">
      This can take a few minutes. You can leave the page.
    </Notice>
  ),
  positive: () => <Notice variant="positive">The spend cap is on: usage stops at what the plan includes.</Notice>,
  warning: () => (
    <Notice variant="warning" title="Changes are paused" actions={<LinkButton href="#status">See status</LinkButton>}>
      Our engineers are working on a fix. <TextLink href="#more">Read more</TextLink>
    </Notice>
  ),
  negative: () => (
    <Notice variant="negative" title="Error topping up balance">
      Your card has insufficient funds.
    </Notice>
  ),
  'right to left': () => (
    <div dir="rtl">
      <Notice variant="warning" title="שימו לב">
        השינויים מושהים זמנית.
      </Notice>
    </div>
  ),
};
