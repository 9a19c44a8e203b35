/// Which of an account's timelines: the name that its tab shows.
public struct TimelineKind: Hashable, Sendable {
  public let name: String

  public init(_ name: String) {
    self.name = name
  }
}
