import { announce as say } from '#ui/Announcer/announce.ts';

/** So long after the last letter somebody has stopped typing. */
const TYPING_ENDS_MS = 500;

let waiting: ReturnType<typeof setTimeout> | undefined;

/**
 * Stands for React Aria's live announcer, which would bring a second live region and interrupt every letter that is typed in a
 * combo box with the number of options left. Here that number is said by the page's own announcer, once typing has stopped and
 * while the list is still there. What is told to VoiceOver only, the option that is gone to or chosen, is said at once.
 */
export function announce(message: string): void {
  clearTimeout(waiting);
  if (!message.endsWith('available.')) return say(message, 'assertive');
  waiting = setTimeout(() => document.querySelector('[role=listbox]') && say(message), TYPING_ENDS_MS);
}
