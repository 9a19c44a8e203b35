import Glibc

/// Starts another program, with nothing of Tern's own way to treat signals: what is ignored would be inherited.
enum ProgramStart {
  /// - Parameters:
  ///   - arguments: the program, which is looked for in $PATH where it is no path, then what it is told.
  ///   - flags: those of spawn.h that it is to have beside the ones for signals.
  ///   - process: the program, once it has been started.
  ///   - setFiles: says what its descriptors are, where they are not Tern's.
  /// - Returns: 0, or the number of the error.
  static func spawn(
    _ arguments: [String], flags: Int16, process: inout pid_t,
    setFiles: (inout posix_spawn_file_actions_t) -> Void
  ) -> Int32 {
    var attributes = posix_spawnattr_t()
    var actions = posix_spawn_file_actions_t()
    posix_spawnattr_init(&attributes)
    posix_spawn_file_actions_init(&actions)
    defer {
      posix_spawnattr_destroy(&attributes)
      posix_spawn_file_actions_destroy(&actions)
    }
    var defaults = sigset_t()
    sigfillset(&defaults)
    posix_spawnattr_setsigdefault(&attributes, &defaults)
    var unblocked = sigset_t()
    sigemptyset(&unblocked)
    posix_spawnattr_setsigmask(&attributes, &unblocked)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK) | flags)
    setFiles(&actions)
    var pointers = arguments.map { strdup($0) } + [nil]
    defer { pointers.forEach { free($0) } }
    return posix_spawnp(&process, arguments[0], &actions, &attributes, &pointers, environ)
  }
}
