/** Code of a usage record that was not booked because of a temporary fault. Not in `shapes/`, where files export only schemas. */
export const SEND_AGAIN = 'send_again';
