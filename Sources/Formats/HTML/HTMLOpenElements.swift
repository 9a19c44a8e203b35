/// The elements that are open, and how many there are of each sort that changes what the text in them means: a text has
/// many pieces, and each asks.
struct HTMLOpenElements {
  struct Sorts: OptionSet {
    var rawValue: UInt8

    static let invisible = Sorts(rawValue: 1)
    static let ellipsis = Sorts(rawValue: 2)
    static let inlineQuote = Sorts(rawValue: 4)
    static let preformatted = Sorts(rawValue: 8)
    static let list = Sorts(rawValue: 16)
    static let item = Sorts(rawValue: 32)
  }

  struct Element {
    var name: String
    var sorts: Sorts
  }

  private var elements: [Element] = []
  /// By the bit that stands for a sort.
  private var counts = [Int](repeating: 0, count: Sorts.RawValue.bitWidth)

  var count: Int { elements.count }

  /// How many elements of a sort are open.
  func count(of sort: Sorts) -> Int { counts[sort.rawValue.trailingZeroBitCount] }

  func has(_ sort: Sorts) -> Bool { count(of: sort) > 0 }

  func lastIndex(of name: String) -> Int? {
    elements.lastIndex { $0.name == name }
  }

  func has(_ sort: Sorts, from index: Int) -> Bool {
    has(sort) && elements[index...].contains { $0.sorts.contains(sort) }
  }

  mutating func append(_ name: String, classes: String?) {
    let element = Element(name: name, sorts: Self.sorts(of: name, classes: classes))
    elements.append(element)
    count(element, by: 1)
  }

  mutating func popLast() -> Element? {
    guard let element = elements.popLast() else { return nil }
    count(element, by: -1)
    return element
  }
}

extension HTMLOpenElements {
  private mutating func count(_ element: Element, by step: Int) {
    guard !element.sorts.isEmpty else { return }
    for bit in counts.indices where element.sorts.rawValue & 1 << bit != 0 { counts[bit] += step }
  }

  private static func sorts(of name: String, classes: String?) -> Sorts {
    var sorts: Sorts = name == "pre" ? .preformatted : name == "li" ? .item : []
    if HTMLElements.lists.contains(name) { sorts.insert(.list) }
    for name in classes?.split(whereSeparator: \.isWhitespace) ?? [] {
      switch name {
      case "invisible": sorts.insert(.invisible)
      case "ellipsis": sorts.insert(.ellipsis)
      case "quote-inline": sorts.insert(.inlineQuote)
      default: break
      }
    }
    return sorts
  }
}
