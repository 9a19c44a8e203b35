import Domain

/// Text as it is stored: the plain text, and the ranges of its links.
struct StoredText: Hashable {
  struct Link: Hashable {
    /// In bytes of UTF-8.
    var start: Int
    var length: Int
    /// nil if it equals the text of the link.
    var url: String?
    var label: String?
    /// nil if version 1 wrote it.
    var kind: Domain.Link.Kind?

    /// The kind, derived from the text as in version 1 if it is not stored.
    func knownKind(of text: String) -> Domain.Link.Kind {
      kind ?? (text.hasPrefix("@") ? .mention : text.hasPrefix("#") ? .tag : .address)
    }
  }

  var plain: String
  var links: [Link]
  var emphasis: [EmphasizedRange]

  init(plain: String, links: [Link], emphasis: [EmphasizedRange] = []) {
    self.plain = plain
    self.links = links
    self.emphasis = emphasis
  }

  init(_ text: PostText) {
    emphasis = text.emphasis
    plain = text.plain
    links = []
    if case .text? = text.runs.first, text.runs.count == 1 { return }
    var start = 0
    for run in text.runs {
      switch run {
      case .text(let text): start += text.utf8.count
      case .link(let link):
        let length = link.text.utf8.count
        links.append(
          Link(
            start: start, length: length, url: link.url == link.text ? nil : link.url,
            label: link.label == link.text ? nil : link.label, kind: link.kind))
        start += length
      }
    }
  }

  /// The original text. Links out of range, which only another program can have written, are left out.
  var text: PostText {
    guard !links.isEmpty else { return PostText(plain.isEmpty ? [] : [.text(plain)], emphasis: emphasis) }
    let bytes = plain.utf8
    var runs: [PostText.Run] = []
    var end = 0
    func piece(_ range: Range<Int>) -> String? {
      String(bytes[bytes.index(bytes.startIndex, offsetBy: range.lowerBound)...].prefix(range.count))
    }
    func addText(upTo start: Int) {
      if start > end, let text = piece(end..<start) { runs.append(.text(text)) }
    }
    for link in links
    where link.start >= end && link.length >= 0 && link.length <= bytes.count && link.start <= bytes.count - link.length
    {
      addText(upTo: link.start)
      let text = piece(link.start..<(link.start + link.length)) ?? ""
      runs.append(
        .link(Domain.Link(url: link.url ?? text, text: text, label: link.label ?? text, kind: link.knownKind(of: text)))
      )
      end = link.start + link.length
    }
    addText(upTo: bytes.count)
    return PostText(runs, emphasis: emphasis)
  }
}

extension [EmphasizedRange] {
  /// The stored form: start, length and raw value of each range, as in `3 5 1 20 4 2`; nil if there are none.
  var stored: String? {
    isEmpty ? nil : map { "\($0.start) \($0.length) \($0.emphasis.rawValue)" }.joined(separator: " ")
  }

  /// Ranges that do not fit, which only another program can have written, are left out.
  init(stored text: String?) {
    self = []
    let numbers = text?.split(separator: " ").map { Int($0) } ?? []
    for index in stride(from: 0, to: numbers.count - 2, by: 3) {
      guard let start = numbers[index], let length = numbers[index + 1],
        let emphasis = numbers[index + 2].flatMap({ UInt8(exactly: $0) }),
        start >= last?.end ?? 0, 1...(1 << 40) ~= length, start <= 1 << 40
      else { continue }
      append(EmphasizedRange(start: start, length: length, Emphasis(rawValue: emphasis)))
    }
  }
}

extension Link.Kind {
  /// By stored number. SQLite stores 0 and 1 without a byte of content.
  private static let numbers: [Self] = [.address, .mention, .tag]

  /// nil if the number is unknown.
  init?(stored number: Int) {
    guard Self.numbers.indices.contains(number) else { return nil }
    self = Self.numbers[number]
  }

  var stored: Int { Self.numbers.firstIndex(of: self) ?? 0 }
}
