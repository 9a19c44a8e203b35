/// What a post says, as runs of plain text and links, in reading order.
public struct PostText: Hashable, Sendable {
  public enum Run: Hashable, Sendable {
    case text(String)
    case link(Link)
  }

  public var runs: [Run]
  /// The emphasised parts, in reading order; none of them overlap.
  public var emphasis: [EmphasizedRange]

  public init(_ runs: [Run] = [], emphasis: [EmphasizedRange] = []) {
    self.runs = runs
    self.emphasis = emphasis
  }

  /// Everything as plain text, links at full length.
  public var plain: String {
    if case .text(let text)? = runs.first, runs.count == 1 { return text }
    return runs.map(\.plain).joined()
  }

  /// The links in order, mentions and tags that lead somewhere among them.
  public var links: [Link] {
    runs.compactMap { if case .link(let link) = $0 { link } else { nil } }
  }

  public var isEmpty: Bool { runs.allSatisfy { $0.plain.isEmpty } }
}

/// A place in a text that leads to an address.
public struct Link: Hashable, Sendable {
  /// What its source says that it is.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    case address, mention, tag
  }

  public var kind: Kind
  /// The full address.
  public var url: String
  /// What stands in the text, at full length.
  public var text: String
  /// What is drawn: the source's own short form, else the text.
  public var label: String

  public init(url: String, text: String? = nil, label: String? = nil, kind: Kind = .address) {
    self.kind = kind
    self.url = url
    self.text = text ?? url
    self.label = label ?? text ?? url
  }
}

extension PostText.Run {
  /// The run as plain text, links at full length.
  public var plain: String {
    switch self {
    case .text(let text): text
    case .link(let link): link.text
    }
  }
}
