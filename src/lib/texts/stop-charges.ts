export const stopChargesTexts = {
  stopTitle: 'Stop charges now?',
  calculating: 'Calculating what is charged so far...',
  stopEffect:
    'This sets a spending limit of {sum}, which is what covered usage costs so far in this billing cycle. From now on, such usage is metered and not charged.',
  promise: 'You never pay more than this limit for the usage it covers in one billing cycle.',
  consequence:
    'If usage goes beyond the limit, a grace period of 14 days begins at the end of the billing cycle. Services can be restricted a week after it.',
  stays: 'The limit also applies to later cycles, until you undo it here or change it under Budgets.',
  covered: 'No longer charged: {metrics}.',
  notCovered: 'Still charged: {metrics}.',
  stop: 'Stop at {sum}',
  stopping: 'Stopping charges...',
  stopped: 'Charges for covered usage are stopped at {sum}',
  stopFailed: 'Failed to stop charges: {message}',
  alreadyStopped: 'Your limit {name} has stopped charges already',
  previewFailed: 'Failed to calculate what is charged so far: {message}',
  undoTitle: 'Charge usage again?',
  undoEffect:
    'This removes the limit of {sum} that "Stop charges now" has set. Usage from now on is charged again. Usage that was not charged while the limit was reached stays uncharged.',
  undo: 'Remove the limit',
  undoing: 'Removing the limit...',
  undone: 'Usage is charged again',
  undoFailed: 'Failed to remove the limit: {message}',
} as const;
