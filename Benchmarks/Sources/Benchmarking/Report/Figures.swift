/// The measurements of a program. Times are in milliseconds.
public struct Figures: Sendable {
  public struct Key: Sendable {
    public let first: Sample
    public let last: Sample
    public let bytes: Sample
  }

  public var start: Sample
  /// `j` within the screen and when scrolling, page down, and the key to the last post.
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
