/** Page frame with its menus, and the pages outside billing. */
export const frameTexts = {
  site: 'Site',
  help: 'Help',
  display: 'Display',
  search: 'Search or jump to',
  searchHint: 'Ctrl K',
  searchShortcut: 'Ctrl K opens the search',
  signOut: 'Sign out',
  organization: 'Organization: ',
  allOrganizations: 'All organizations',
  findOrganization: 'Find an organization',
  organizationsFound: (count: number) => (count === 0 ? 'No organization matches' : `${count} organization${count === 1 ? '' : 's'} found`),
  managedBy: 'This organization is managed by {partner}.',
  organizationsFailed: 'Failed to retrieve organizations',
  projectsFailed: 'Failed to retrieve projects',
  projectFailed: 'Failed to retrieve project',
} as const;
