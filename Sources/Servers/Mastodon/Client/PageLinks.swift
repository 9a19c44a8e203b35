import Domain
import Network

/// The links in the `Link` header of a page.
struct PageLinks {
  /// The cursor for older entries; nil if there is no such link.
  var next: RemoteCursor?
  /// Whether the header has Mastodon's link to newer entries, so that a page without a link to older ones is the last.
  var isComplete = false

  init(_ response: ServerResponse) {
    next = response.links.next.flatMap(Self.cursor)
    isComplete = response.links.previous?.query.contains { $0.name == "min_id" } ?? false
  }

  /// An ID if the link pages by ID; otherwise its whole query.
  private static func cursor(_ address: HTTPAddress) -> RemoteCursor? {
    let isOlder = !address.query.contains { $0.name == "min_id" || $0.name == "since_id" }
    guard isOlder, !address.query.isEmpty else { return nil }
    if let id = address.query.last(where: { $0.name == "max_id" })?.value, !id.isEmpty, id.first != "?" {
      return RemoteCursor(id)
    }
    return RemoteCursor(address.query)
  }
}
