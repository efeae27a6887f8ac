/** Scenarios of the conformance suite that apply to a server which offers tools only, without sessions and streams. */
export const appliedScenarios = ['server-initialize', 'ping', 'tools-list', 'dns-rebinding-protection'] as const;

/** Reasons why the other scenarios of the suite do not apply, by the beginning of their names. */
export const otherScenarios: Readonly<Record<string, string>> = {
  'logging-': 'the server sends no log messages',
  'completion-': 'no tool completes arguments',
  'tools-call-': "these call the tools of the suite's own reference server",
  'json-schema-': "it reads a tool of the suite's own reference server",
  'elicitation-': 'the server asks nothing of the user: members decide in the browser',
  'server-sse-': 'each POST is answered with JSON, and there are no streams to resume',
  'resources-': 'the server has no resources',
  'prompts-': 'the server has no prompts',
};
