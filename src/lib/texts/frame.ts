/** Page frame with its menus, and the pages outside billing. */
export const frameTexts = {
  site: 'Site',
  help: 'Help',
  display: 'Display',
  signOut: 'Sign out',
  organization: 'Organization: ',
  allOrganizations: 'All organizations',
  findOrganization: 'Find an organization',
  organizationsFound: (count: number) => (count === 0 ? 'No organization matches' : `${count} organization${count === 1 ? '' : 's'} found`),
  activityKept: 'Times are in UTC. Emails are kept for 400 days.',
  organizationsFailed: 'Failed to retrieve organizations',
  projectsFailed: 'Failed to retrieve projects',
  projectFailed: 'Failed to retrieve project',
} as const;
