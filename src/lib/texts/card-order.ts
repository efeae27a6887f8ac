export const cardOrderTexts = {
  earlier: 'Try earlier',
  later: 'Try later',
  activeIsFirst: 'The active card is always tried first',
  isFirst: 'This card is tried next if the active card is expired, lost or stolen',
  isLast: 'This card is tried last',
  moving: 'The order is being saved',
  moved: '{card} is now card {place} of {count}',
  failed: 'Failed to change the order of cards: {message}',
} as const;
