import Domain

/// The text of a post in Tern's own format, with its links.
enum TernText {
  static func text(of post: JSONValue) -> PostText {
    let plain = post["text"]?.string ?? ""
    var text =
      textWithLinkTexts(plain, of: post)
      ?? textWithDetectedLinks(in: plain, links: post["links"]?.elements.compactMap(\.text) ?? [])
    if let ranges = post["emphasis"]?.elements, !ranges.isEmpty { text.emphasis = emphasis(ranges, in: plain) }
    return text
  }

  /// Ranges of code points, in order. Those that do not fit the text are left out.
  private static func emphasis(_ ranges: [JSONValue], in text: String) -> [EmphasizedRange] {
    let scalars = text.unicodeScalars
    var (index, byte, count) = (scalars.startIndex, 0, 0)
    func byteOffset(atScalar offset: Int) -> Int? {
      while index < scalars.endIndex, count < offset {
        byte += UTF8.width(scalars[index])
        count += 1
        index = scalars.index(after: index)
      }
      return count == offset ? byte : nil
    }
    return ranges.compactMap { range in
      let kinds = (range["kind"]?.string ?? "").split(separator: " ")
      let emphasis = Emphasis(Emphasis.named.filter { kinds.contains($0.name[...]) }.map(\.emphasis))
      guard let at = range["at"]?.count, let length = range["length"]?.count, length > 0, !emphasis.isEmpty,
        at <= text.utf8.count, length <= text.utf8.count, let start = byteOffset(atScalar: at),
        let end = byteOffset(atScalar: at + length)
      else { return nil }
      return EmphasizedRange(start: start, length: end - start, emphasis)
    }
  }
}

extension TernText {
  /// The text with the links at their positions in `linkTexts`; nil if these are missing or do not fit the text, as in
  /// an edited file.
  private static func textWithLinkTexts(_ text: String, of post: JSONValue) -> PostText? {
    guard let links = post["links"], links.isArray, let linkTexts = post["linkTexts"], linkTexts.isArray else {
      return nil
    }
    let (urls, shown) = (links.elements.map(\.string), linkTexts.elements)
    guard urls.count == shown.count else { return nil }
    let scalars = text.unicodeScalars
    var runs: [PostText.Run] = []
    // The end of the last link, and the number of code points before it.
    var (end, count) = (scalars.startIndex, 0)
    for (url, linkText) in zip(urls, shown) {
      guard let url, let at = linkText["at"]?.int, at >= count,
        let start = scalars.index(end, offsetBy: at - count, limitedBy: scalars.endIndex)
      else { return nil }
      let link = Link(
        url: url, text: linkText["text"]?.string, label: linkText["label"]?.string,
        kind: linkText["kind"]?.string.flatMap(Link.Kind.init(rawValue:)) ?? .address)
      guard scalars[start...].starts(with: link.text.unicodeScalars) else { return nil }
      if end < start { runs.append(.text(String(scalars[end..<start]))) }
      runs.append(.link(link))
      let length = link.text.unicodeScalars.count
      end = scalars.index(start, offsetBy: length)
      count = at + length
    }
    if end < scalars.endIndex { runs.append(.text(String(scalars[end...]))) }
    return PostText(runs)
  }

  /// The text with detected addresses as links. Links that the text does not show (of a mention, for example) are
  /// inserted between these with empty text.
  private static func textWithDetectedLinks(in text: String, links: [String]) -> PostText {
    let runs = LinkDetector.runs(in: text)
    guard !links.isEmpty else { return PostText(runs) }
    // The number of remaining occurrences of each link in the text.
    var remaining = Dictionary(runs.compactMap(\.url).map { ($0, 1) }, uniquingKeysWith: +)
    var rest = runs[...]
    var merged: [PostText.Run] = []
    for link in links {
      guard let count = remaining[link] else {
        merged.append(.link(Link(url: link, text: "")))
        continue
      }
      // All runs up to the link. Repeated links were consumed already.
      guard count > 0, let index = rest.firstIndex(where: { $0.url == link }) else { continue }
      for url in rest[...index].lazy.compactMap(\.url) { remaining[url, default: 0] -= 1 }
      merged += rest[...index]
      rest = rest[(index + 1)...]
    }
    return PostText(merged + rest)
  }
}

extension PostText.Run {
  fileprivate var url: String? {
    if case .link(let link) = self { link.url } else { nil }
  }
}
