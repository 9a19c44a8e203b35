import Domain
import TerminalKit

extension PostCellLayout {
  /// What stands below the content of a post in full: where its links lead, and what is known of it.
  func closing(_ post: PostCellViewModel, _ details: PostCellViewModel.Details) -> [StyledText] {
    let links =
      post.isFolded ? [] : lines(of: post.links, "link", "links") { linkLines(number: $0 + 1, url: $1) }
    let counts = wrap(post.counts.joined(separator: " · "), .muted)
    let facts = wrap(details.facts.joined(separator: " · "), .muted)
    let address = details.address.map { wrap(WebAddress.shown($0), .muted) } ?? []
    return [links, counts + facts + address].filter { !$0.isEmpty }.flatMap { [StyledText()] + $0 }
  }

  /// An address that takes several lines stands clear of its number.
  private func linkLines(number: Int, url: String) -> [StyledText] {
    let mark = "[\(number)] "
    let lines = wrap(StyledText(WebAddress.shown(url), .link), width: max(1, width - mark.count))
    return lines.enumerated().map { index, line in
      StyledText(index == 0 ? mark : String(repeating: " ", count: mark.count), .muted) + line
    }
  }
}
