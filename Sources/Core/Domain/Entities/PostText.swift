/// The text of a post as runs of plain text and links, in reading order.
public struct PostText: Hashable, Sendable {
  public enum Run: Hashable, Sendable {
    case text(String)
    case link(Link)
  }

  /// The maximum number of links. No real post has more, and each costs time whenever the post is selected.
  static let maxLinks = 1_000

  public var runs: [Run]
  /// Emphasised ranges in reading order, without overlaps.
  public var emphasis: [EmphasizedRange]

  /// - Parameter runs: links beyond `maxLinks` become text.
  public init(_ runs: [Run] = [], emphasis: [EmphasizedRange] = []) {
    self.runs = runs.count > Self.maxLinks ? Self.limited(runs) : runs
    self.emphasis = emphasis
  }

  private static func limited(_ runs: [Run]) -> [Run] {
    var links = 0
    guard
      let end = runs.firstIndex(where: { run in
        if case .link = run { links += 1 }
        return links > maxLinks
      })
    else { return runs }
    return runs[..<end] + [.text(runs[end...].map(\.plain).joined())]
  }

  /// The whole text without markup; links at full length.
  public var plain: String {
    if case .text(let text)? = runs.first, runs.count == 1 { return text }
    return runs.map(\.plain).joined()
  }

  /// All links in order, including mentions and hashtags.
  public var links: [Link] {
    runs.compactMap { if case .link(let link) = $0 { link } else { nil } }
  }

  public var isEmpty: Bool { runs.allSatisfy { $0.plain.isEmpty } }
}

public struct Link: Hashable, Sendable {
  /// The kind of link according to the source.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    case address, mention, tag
  }

  public var kind: Kind
  /// The full URL.
  public var url: String
  /// The text at full length.
  public var text: String
  /// The text to draw: the source's short form, else `text`.
  public var label: String

  public init(url: String, text: String? = nil, label: String? = nil, kind: Kind = .address) {
    self.kind = kind
    self.url = url
    self.text = text ?? url
    self.label = label ?? text ?? url
  }
}

extension PostText.Run {
  /// The run without markup; links at full length.
  public var plain: String {
    switch self {
    case .text(let text): text
    case .link(let link): link.text
    }
  }
}
