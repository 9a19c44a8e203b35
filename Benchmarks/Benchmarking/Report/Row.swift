/// A program and what was measured of it, or why nothing was.
public struct Row: Sendable {
  public let name: String
  /// How many posts.
  public let length: String
  public var figures: Figures

  public init(name: String, length: String, figures: Figures) {
    self.name = name
    self.length = length
    self.figures = figures
  }
}
