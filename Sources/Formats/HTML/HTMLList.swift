/// A list that is open: what stands before its items.
struct HTMLList {
  /// Deeper ones are not moved further to the right.
  private static let maxIndent = 24
  private static let bullet = "• "

  /// In characters.
  let indent: Int
  /// The number of the next item; nil in a list without an order.
  private var number: Int?
  private var step = 1
  /// What stood before the last item, in characters.
  private var markerWidth = bullet.count

  /// - Parameters:
  ///   - outer: the list in whose item it stands.
  ///   - itemCount: how many items it has, for one that counts down; nil where that is not known.
  init(_ name: String, _ attributes: [String: String], in outer: HTMLList?, itemCount: Int? = nil) {
    indent = outer.map { min($0.indent + $0.markerWidth, Self.maxIndent) } ?? 0
    guard name == "ol" else { return }
    let start = attributes["start"].flatMap(Self.integer)
    if Self.countsDown(name, attributes) {
      step = -1
      number = start ?? itemCount ?? 1
    } else {
      number = start ?? 1
    }
  }

  static func countsDown(_ name: String, _ attributes: [String: String]) -> Bool {
    name == "ol" && attributes["reversed"] != nil
  }

  /// What stands before the next item.
  mutating func marker(_ attributes: [String: String]) -> String {
    guard let next = attributes["value"].flatMap(Self.integer) ?? number, number != nil else { return Self.bullet }
    number = next + step
    let marker = "\(next). "
    markerWidth = marker.count
    return marker
  }

  /// By HTML's rules for parsing integers: blanks and a sign before it, and anything behind it. No list is longer.
  private static func integer(_ text: String) -> Int? {
    let text = text.drop(while: \.isWhitespace)
    let digits = text.drop { $0 == "-" || $0 == "+" }.prefix { $0.isASCII && $0.isNumber }
    guard digits.count <= 9, let value = Int(digits) else { return nil }
    return text.first == "-" ? -value : value
  }
}
