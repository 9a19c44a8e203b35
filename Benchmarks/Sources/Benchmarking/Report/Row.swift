/// A program with its measurements, or the reason why there are none.
public struct Row: Sendable {
  public let name: String
  /// The number of posts as text.
  public let length: String
  public var figures: Figures

  public init(name: String, length: String, figures: Figures) {
    self.name = name
    self.length = length
    self.figures = figures
  }
}
