export const violationTexts = {
  exceed_db_size_quota: 'DB Size Exceeded',
  exceed_egress_quota: 'Egress Exceeded',
  exceed_edge_functions_count_quota: 'Edge Functions Count Exceeded',
  exceed_edge_functions_invocations_quota: 'Edge Functions Invocations Exceeded',
  exceed_monthly_active_users_quota: 'Monthly Active Users Exceeded',
  exceed_realtime_connection_count_quota: 'Realtime Connection Count Exceeded',
  exceed_realtime_message_count_quota: 'Realtime Message Count Exceeded',
  exceed_storage_size_quota: 'Storage Size Exceeded',
  spending_limit_exceeded: 'Spending limit exceeded',
  overdue_payment: 'Overdue Payment',
} as const;
