/** The code of a usage record that was not booked because of a temporary fault. Modules in `shapes` export schemas only. */
export const SEND_AGAIN = 'send_again';
