/** How an organization is named on the command line. */
export const organizationForm = 'its slug: lower-case letters, digits and hyphens, such as acme';
