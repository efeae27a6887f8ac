import { TextLink } from '#ui/TextLink/TextLink.tsx';
import { Toggletip } from './Toggletip.tsx';

export const states = {
  closed: () => (
    <p>
      Compute
      <Toggletip label="About Compute Credits">
        The first project is covered by credits, extra projects start at $10/month.{' '}
        <TextLink isInText href="#docs">
          Read more
        </TextLink>
      </Toggletip>
    </p>
  ),
  'right to left': () => (
    <p dir="rtl">
      מחשוב
      <Toggletip label="על הזיכוי">הפרויקט הראשון כלול.</Toggletip>
    </p>
  ),
};
