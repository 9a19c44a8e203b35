/// The point of a picture that stays visible when a client crops it (Mastodon's documentation, “focal points”).
public struct FocalPoint: Hashable, Sendable {
  /// The middle.
  public static let center = FocalPoint(x: 0, y: 0)
  /// The named points, from the top left to the bottom right.
  public static let named: [(name: String, point: FocalPoint)] = [
    ("top left", FocalPoint(x: -1, y: 1)), ("top", FocalPoint(x: 0, y: 1)), ("top right", FocalPoint(x: 1, y: 1)),
    ("left", FocalPoint(x: -1, y: 0)), ("center", .center), ("right", FocalPoint(x: 1, y: 0)),
    ("bottom left", FocalPoint(x: -1, y: -1)), ("bottom", FocalPoint(x: 0, y: -1)),
    ("bottom right", FocalPoint(x: 1, y: -1)),
  ]

  /// From -1 at the left to 1 at the right edge.
  public let x: Double
  /// From -1 at the bottom to 1 at the top edge.
  public let y: Double

  /// The coordinates are rounded to hundredths and limited to the picture.
  public init(x: Double, y: Double) {
    self.x = Self.rounded(x)
    self.y = Self.rounded(y)
  }

  /// A named point as the user types it; nil if there is no such name.
  public init?(typed: String) {
    let words = typed.lowercased().split(separator: " ").joined(separator: " ")
    guard let named = Self.named.first(where: { $0.name == words }) else { return nil }
    self = named.point
  }

  /// As servers take it: `0.5,-0.3`.
  public var coordinates: String { "\(x),\(y)" }

  /// The name, or the coordinates of a point that another app has set: `top left`, `0.5,-0.3`.
  public var text: String { Self.named.first { $0.point == self }?.name ?? coordinates }

  private static func rounded(_ value: Double) -> Double {
    guard value.isFinite else { return 0 }
    // Adding zero turns -0 into 0.
    return (min(max(value, -1), 1) * 100).rounded() / 100 + 0
  }
}
