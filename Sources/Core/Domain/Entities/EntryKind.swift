/// A kind of entry that the user can hide in a timeline. The raw values are stored.
public enum EntryKind: String, Hashable, Sendable, CaseIterable {
  case reposts, replies
}
