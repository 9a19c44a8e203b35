import Domain

/// The title of a web page.
package enum HTMLTitle {
  /// The beginning of a page that may have the title, in bytes.
  private static let maxBytes = 1 << 16
  private static let maxLength = 80

  /// The title on one line of limited length; empty if missing.
  package static func title(of page: some Sequence<UInt8>) -> String {
    let html = String(decoding: Array(page.prefix(maxBytes)), as: UTF8.self)
    let title = content(of: "title", in: html) ?? content(of: "h1", in: html) ?? ""
    return title.count > maxLength ? title.prefix(maxLength - 1) + "…" : title
  }

  private static func content(of name: String, in html: String) -> String? {
    var tokens = HTMLTokenizer(html)
    var words = ""
    var isInside = false
    while let token = tokens.next() {
      switch token {
      case .start(name, _): isInside = true
      case .end(name) where isInside: return line(words)
      case .text(let text) where isInside: words += text
      default: break
      }
    }
    return line(words)
  }

  private static func line(_ words: String) -> String? {
    let line = words.split(whereSeparator: \.isWhitespace).joined(separator: " ").escapingControls
    return line.isEmpty ? nil : line
  }
}
