/** What a command tells its user. */
export interface CommandResult {
  /** For standard output, without the last line break. Absent when the command has written its output itself. */
  text?: string
  /** A line for standard error, for whoever runs the store. By itself it changes no exit code. */
  warning?: string
  exitCode?: 0 | 1
}
