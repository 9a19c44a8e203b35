import Domain

/// The open elements, with counters of the kinds that change the meaning of text, since these are checked for each
/// piece of text.
struct HTMLOpenElements {
  struct Kinds: OptionSet {
    var rawValue: UInt16

    static let invisible = Kinds(rawValue: 1)
    static let ellipsis = Kinds(rawValue: 2)
    static let inlineQuote = Kinds(rawValue: 4)
    static let preformatted = Kinds(rawValue: 8)
    static let list = Kinds(rawValue: 16)
    static let item = Kinds(rawValue: 32)
    static let strong = Kinds(rawValue: 64)
    static let emphasized = Kinds(rawValue: 128)
    static let code = Kinds(rawValue: 256)
    /// The annotation of a ruby base, and its fallback parentheses.
    static let rubyText = Kinds(rawValue: 512)
    static let rubyParenthesis = Kinds(rawValue: 1024)
  }

  struct Element {
    var name: String
    var kinds: Kinds
    /// The mark to write after it.
    var closing: String?
  }

  private var elements: [Element] = []
  /// Counters by the bit of a kind.
  private var counts = [Int](repeating: 0, count: Kinds.RawValue.bitWidth)

  var count: Int { elements.count }

  /// The number of open elements of a kind.
  func count(of kind: Kinds) -> Int { counts[kind.rawValue.trailingZeroBitCount] }

  func has(_ kind: Kinds) -> Bool { count(of: kind) > 0 }

  func lastIndex(of name: String) -> Int? {
    elements.lastIndex { $0.name == name }
  }

  func has(_ kind: Kinds, from index: Int) -> Bool {
    has(kind) && elements[index...].contains { $0.kinds.contains(kind) }
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
    if has(.emphasized) { emphasis.insert(.emphasized) }
    if has(.code) { emphasis.insert(.code) }
    return emphasis
  }

  mutating func append(_ name: String, classes: String?, closing: String? = nil) {
    let element = Element(name: name, kinds: Self.kinds(of: name, classes: classes), closing: closing)
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
    guard !element.kinds.isEmpty else { return }
    for bit in counts.indices where element.kinds.rawValue & 1 << bit != 0 { counts[bit] += step }
  }

  private static let kindsByName: [String: Kinds] = [
    "pre": [.preformatted, .code], "li": .item, "strong": .strong, "b": .strong, "th": .strong, "h1": .strong,
    "h2": .strong, "h3": .strong, "h4": .strong, "h5": .strong, "h6": .strong, "em": .emphasized, "i": .emphasized,
    "cite": .emphasized, "dfn": .emphasized, "var": .emphasized, "code": .code, "kbd": .code, "samp": .code,
    "tt": .code,
    "rt": .rubyText, "rtc": .rubyText, "rp": .rubyParenthesis,
  ]

  private static func kinds(of name: String, classes: String?) -> Kinds {
    var kinds = kindsByName[name] ?? []
    if HTMLElements.lists.contains(name) { kinds.insert(.list) }
    for name in classes?.split(whereSeparator: \.isWhitespace) ?? [] {
      switch name {
      case "invisible": kinds.insert(.invisible)
      case "ellipsis": kinds.insert(.ellipsis)
      case "quote-inline": kinds.insert(.inlineQuote)
      default: break
      }
    }
    return kinds
  }
}
