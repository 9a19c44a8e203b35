/// Whoever wrote, reposted or reads something.
public struct Profile: Hashable, Sendable {
  /// Without `@`, with its server where the source names one: `ada`, `ada@timeline.example`.
  public var handle: String
  /// As the person writes it; the handle where the source has no name.
  public var name: String

  public init(handle: String, name: String? = nil) {
    self.handle = handle
    self.name = name.flatMap { $0.isEmpty ? nil : $0 } ?? handle
  }
}
