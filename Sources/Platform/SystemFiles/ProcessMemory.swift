import CGlibc

/// The memory of this process as other processes see it.
public enum ProcessMemory {
  /// Makes the memory private: no crash writes it to a file or passes it to a crash reporter, and other processes of
  /// the user cannot read it (PR_SET_DUMPABLE in prctl(2)). Started programs are not affected.
  public static func makePrivate() {
    // Fails for no process.
    _ = tern_set_dumpable(0)
  }

  public static var isPrivate: Bool { tern_is_dumpable() == 0 }
}
