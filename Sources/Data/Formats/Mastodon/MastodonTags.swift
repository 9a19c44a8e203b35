import Domain

/// The hashtags of a status, to recognize links whose HTML does not mark them.
/// Mastodon gives links to hashtags the class `hashtag`; Misskey, Takahē and others write `rel="tag"` or neither, and
/// list the hashtags separately from the text: `"tags": [{"name": "terns", "url": "https://…/tags/terns"}]`.
struct TagNames {
  /// The maximum number of hashtags, so that malicious text does not take too long.
  private static let maxCount = 1000

  /// In lower case, without `#`.
  private let names: Set<String>
  private let addresses: Set<String>

  init(_ tags: some Sequence<(name: String?, address: String?)>) {
    let tags = Array(tags.prefix(Self.maxCount))
    names = Set(tags.compactMap { $0.name.map(Self.folded) }.filter { !$0.isEmpty })
    addresses = Set(tags.compactMap(\.address))
  }

  var isEmpty: Bool { names.isEmpty && addresses.isEmpty }

  /// Whether a link is a hashtag. Its text must be one: other links may have the same address and different text.
  func includes(_ link: Link) -> Bool {
    guard let first = link.text.first, first == "#" || first == "＃" else { return false }
    return addresses.contains(link.url) || names.contains(Self.folded(link.text))
  }

  private static func folded(_ name: String) -> String {
    String(name.drop { $0 == "#" || $0 == "＃" }).lowercased()
  }
}

enum MastodonTags {
  static func tags(of status: JSONValue) -> TagNames {
    TagNames(status["tags"]?.elements.lazy.map { (($0["name"] ?? $0).text, $0["url"]?.text) } ?? [])
  }
}

extension PostText {
  /// The text with links to hashtags marked as such, where the HTML does not.
  func marking(tags: TagNames) -> PostText {
    guard !tags.isEmpty else { return self }
    var text = self
    text.runs = runs.map { run in
      guard case .link(var link) = run, link.kind == .address, tags.includes(link) else { return run }
      link.kind = .tag
      return .link(link)
    }
    return text
  }
}
