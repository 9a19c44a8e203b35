import Domain
import Network

/// Where a server's `Link` header leads from a page.
struct PageLinks {
  /// What is older; nil where the header leads to nothing that is.
  var next: RemoteCursor?
  /// Whether it names what is newer in Mastodon's way, so that a page without an older one is the last one.
  var isComplete = false

  init(_ answer: ServerResponse) {
    next = answer.links.next.flatMap(Self.cursor)
    isComplete = answer.links.previous?.query.contains { $0.name == "min_id" } ?? false
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
