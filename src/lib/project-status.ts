import type { ProjectSummary } from '#contract/types.ts';

export const projectStatusNames: Readonly<Record<ProjectSummary['status'], string>> = {
  INACTIVE: 'Paused',
  ACTIVE_HEALTHY: 'Active',
  ACTIVE_UNHEALTHY: 'Active, unhealthy',
  COMING_UP: 'Coming up',
  UNKNOWN: 'Unknown',
  GOING_DOWN: 'Going down',
  INIT_FAILED: 'Failed to start',
  REMOVED: 'Removed',
  RESTORING: 'Restoring',
  UPGRADING: 'Upgrading',
  PAUSING: 'Pausing',
  RESTORE_FAILED: 'Failed to restore',
  RESTARTING: 'Restarting',
  PAUSE_FAILED: 'Failed to pause',
  RESIZING: 'Resizing',
};
