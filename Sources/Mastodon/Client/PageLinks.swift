import Domain
import Network

/// Where a server's `Link` header leads from a page.
struct PageLinks {
  /// What is older; nil where the header leads to nothing that is.
  var next: RemoteCursor?
  /// Whether it names what is newer in Mastodon's way, so that a page without an older one is the last one.
  var isComplete = false

  init(_ answer: ServerAnswer) {
    for (relation, address) in LinkList.links(answer.headers["Link"] ?? "", from: answer.url) {
      switch relation {
      case "next": next = Self.cursor(address)
      case "prev": isComplete = address.query.contains { $0.name == "min_id" }
      default: break
      }
    }
  }

  /// An id where the link pages by one; else its whole question.
  private static func cursor(_ address: HTTPAddress) -> RemoteCursor? {
    let isOlder = !address.query.contains { $0.name == "min_id" || $0.name == "since_id" }
    guard isOlder, !address.query.isEmpty else { return nil }
    if let id = address.query.last(where: { $0.name == "max_id" })?.value, !id.isEmpty, id.first != "?" {
      return RemoteCursor(id)
    }
    return RemoteCursor(address.query)
  }
}

/// The links of a header (RFC 8288).
enum LinkList {
  /// More is no page's.
  private static let maxBytes = 16_384

  static func links(_ header: String, from url: HTTPAddress) -> [(relation: String, address: HTTPAddress)] {
    guard header.utf8.count <= maxBytes else { return [] }
    var links: [(String, HTTPAddress)] = []
    var rest = header[...]
    while let open = rest.firstIndex(of: "<"), let close = rest[open...].firstIndex(of: ">") {
      let target = rest[rest.index(after: open)..<close]
      rest = rest[rest.index(after: close)...]
      let parameters = rest.prefix { $0 != "<" }
      rest = rest[parameters.endIndex...]
      guard let address = url.resolving(String(target)) else { continue }
      for parameter in parameters.split(whereSeparator: { $0 == ";" || $0 == "," }) {
        let parts = parameter.split(separator: "=", maxSplits: 1).map { $0.filter { !$0.isWhitespace && $0 != "\"" } }
        guard parts.count == 2, parts[0].lowercased() == "rel" else { continue }
        links.append((parts[1].lowercased(), address))
      }
    }
    return links
  }
}
