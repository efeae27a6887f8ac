import { Button } from '#ui/Button/Button.tsx';
import { LinkButton } from '#ui/LinkButton/LinkButton.tsx';
import { PlanCard, PlanCards } from './PlanCard.tsx';

export const states = {
  'four plans, Pro is current': () => (
    <PlanCards>
      <PlanCard
        name="Free"
        rank={1}
        price={{ amount: '$0', unit: 'per month' }}
        features={[{ text: '50,000 monthly active users' }, { text: '500 MB database size', subText: 'per project' }]}
        footer="Free projects are paused after a week of inactivity."
        action={<Button>Downgrade to Free</Button>}
      />
      <PlanCard
        name="Pro"
        rank={2}
        badge="Most popular"
        isCurrent
        price={{ prefix: 'From', amount: '$25', unit: 'per month' }}
        features={[
          { text: '100,000 monthly active users', subText: 'then $0.00325 each' },
          { text: '8 GB disk size', subText: 'per project' },
          { text: 'Daily backups' },
        ]}
      />
      <PlanCard
        name="Team"
        rank={3}
        price={{ prefix: 'From', amount: '$599', unit: 'per month' }}
        features={[{ text: 'SOC2' }, { text: 'Priority email support' }]}
        action={<Button variant="primary">Upgrade to Team</Button>}
      />
      <PlanCard
        name="Enterprise"
        rank={4}
        price={{ amount: 'Custom' }}
        features={[{ text: 'Designated support manager' }]}
        action={<LinkButton href="#sales">Contact sales</LinkButton>}
      />
    </PlanCards>
  ),
  'right to left': () => (
    <div dir="rtl">
      <PlanCards>
        <PlanCard
          name="צוות"
          rank={3}
          isCurrent
          price={{ prefix: 'החל מ', amount: '$599', unit: 'לחודש' }}
          features={[{ text: 'גיבוי יומי' }]}
        />
      </PlanCards>
    </div>
  ),
};
