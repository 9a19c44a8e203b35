/// Why what has been imported cannot be used.
public enum StoreError: Error, Hashable, Sendable {
  /// The database was damaged. It lies under another name now, where nothing of it is lost.
  case damaged(path: String, setAside: String)
  case newer(path: String)
  /// Another Tern imports, or forgets.
  case busy(path: String)
  /// The reason in the system's words: “No space left on device”.
  case unusable(path: String, reason: String)
}
