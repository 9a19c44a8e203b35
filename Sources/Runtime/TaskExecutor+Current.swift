/// Where the task at hand prefers its work to be done. A task that it starts does not know by itself.
package var currentTaskExecutor: (any TaskExecutor)? {
  withUnsafeCurrentTask { $0?.unownedTaskExecutor?.asTaskExecutor() }
}
