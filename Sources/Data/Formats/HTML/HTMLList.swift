/// An open list, which provides the markers of its items.
struct HTMLList {
  /// In characters. Deeper lists are not indented further.
  private static let maxIndent = 24
  private static let bullet = "• "

  /// The indentation of the markers, in characters.
  let indent: Int
  /// The number of the next item; nil in an unordered list.
  private var number: Int?
  private var step = 1
  /// The width of the last marker, in characters.
  private var markerWidth = bullet.count

  /// - Parameters:
  ///   - name: the element: `ol` or another one, which counts as unordered.
  ///   - outer: the list that contains this one.
  ///   - itemCount: the number of items, for a list that counts down; nil if unknown.
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

  /// The marker of the next item.
  mutating func marker(_ attributes: [String: String]) -> String {
    guard let next = attributes["value"].flatMap(Self.integer) ?? number, number != nil else { return Self.bullet }
    number = next + step
    let marker = "\(next). "
    markerWidth = marker.count
    return marker
  }

  /// Parses an integer by HTML's rules: white space and a sign are allowed before it, anything after it. nil for more
  /// than nine digits, so that counting cannot overflow.
  private static func integer(_ text: String) -> Int? {
    let text = text.drop(while: \.isWhitespace)
    let digits = text.drop { $0 == "-" || $0 == "+" }.prefix { $0.isASCII && $0.isNumber }
    guard digits.count <= 9, let value = Int(digits) else { return nil }
    return text.first == "-" ? -value : value
  }
}
