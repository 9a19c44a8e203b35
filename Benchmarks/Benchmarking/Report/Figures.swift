/// What was measured of one program. Times are in milliseconds.
public struct Figures: Sendable {
  public struct Key: Sendable {
    public let first: Sample
    public let last: Sample
    public let bytes: Sample
  }

  public var start: Sample
  /// `j` within the screen and where it scrolls, a page down, the way to the last post.
  public var next: Key?
  public var scroll: Key?
  public var page: Key?
  public var end: Key?
  public var memory: Int?
  public var wakeUps: Double?

  public init(start: Sample) {
    self.start = start
  }
}
