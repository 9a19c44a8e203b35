import Domain

/// The open elements, with counters of the kinds that change the meaning of text, since these are checked for each
/// piece of text.
struct HTMLOpenElements {
  struct Sorts: OptionSet {
    var rawValue: UInt16

    static let invisible = Sorts(rawValue: 1)
    static let ellipsis = Sorts(rawValue: 2)
    static let inlineQuote = Sorts(rawValue: 4)
    static let preformatted = Sorts(rawValue: 8)
    static let list = Sorts(rawValue: 16)
    static let item = Sorts(rawValue: 32)
    static let strong = Sorts(rawValue: 64)
    static let stressed = Sorts(rawValue: 128)
    static let code = Sorts(rawValue: 256)
    /// The annotation of a ruby base, and its fallback parentheses.
    static let rubyText = Sorts(rawValue: 512)
    static let rubyParenthesis = Sorts(rawValue: 1024)
  }

  struct Element {
    var name: String
    var sorts: Sorts
    /// The mark to write after it.
    var closing: String?
  }

  private var elements: [Element] = []
  /// Counters by the bit of a sort.
  private var counts = [Int](repeating: 0, count: Sorts.RawValue.bitWidth)

  var count: Int { elements.count }

  /// The number of open elements of a sort.
  func count(of sort: Sorts) -> Int { counts[sort.rawValue.trailingZeroBitCount] }

  func has(_ sort: Sorts) -> Bool { count(of: sort) > 0 }

  func lastIndex(of name: String) -> Int? {
    elements.lastIndex { $0.name == name }
  }

  func has(_ sort: Sorts, from index: Int) -> Bool {
    has(sort) && elements[index...].contains { $0.sorts.contains(sort) }
  }

  /// The last of some elements within the last one of another name.
  func lastIndex(ofAny names: Set<String>, within outer: String) -> Int? {
    guard let start = lastIndex(of: outer) else { return nil }
    return elements[start...].lastIndex { names.contains($0.name) }
  }

  /// The emphasis of the open elements.
  var emphasis: Emphasis {
    var emphasis: Emphasis = []
    if has(.strong) { emphasis.insert(.strong) }
    if has(.stressed) { emphasis.insert(.stressed) }
    if has(.code) { emphasis.insert(.code) }
    return emphasis
  }

  mutating func append(_ name: String, classes: String?, closing: String? = nil) {
    let element = Element(name: name, sorts: Self.sorts(of: name, classes: classes), closing: closing)
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

  private static let sortsByName: [String: Sorts] = [
    "pre": [.preformatted, .code], "li": .item, "strong": .strong, "b": .strong, "th": .strong, "h1": .strong,
    "h2": .strong, "h3": .strong, "h4": .strong, "h5": .strong, "h6": .strong, "em": .stressed, "i": .stressed,
    "cite": .stressed, "dfn": .stressed, "var": .stressed, "code": .code, "kbd": .code, "samp": .code, "tt": .code,
    "rt": .rubyText, "rtc": .rubyText, "rp": .rubyParenthesis,
  ]

  private static func sorts(of name: String, classes: String?) -> Sorts {
    var sorts = sortsByName[name] ?? []
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
