import Domain

/// Which links of a status are tags, where their HTML does not say.
///
/// Mastodon gives links to tags the class `hashtag`; Misskey, Takahē and others write `rel="tag"` or neither, and list the
/// tags beside the text: `"tags": [{"name": "terns", "url": "https://…/tags/terns"}]`.
struct TagNames {
  /// No post has more: a text that somebody has made up shall not take for ever.
  private static let maxCount = 1000

  /// In small letters, without `#`.
  private let names: Set<String>
  private let addresses: Set<String>

  init(_ tags: some Sequence<(name: String?, address: String?)>) {
    let tags = Array(tags.prefix(Self.maxCount))
    names = Set(tags.compactMap { $0.name.map(Self.folded) }.filter { !$0.isEmpty })
    addresses = Set(tags.compactMap(\.address))
  }

  var isEmpty: Bool { names.isEmpty && addresses.isEmpty }

  /// Only what reads as a tag is one: the same address may stand behind other words.
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
  /// With links to tags for what they are, where the page itself does not say.
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
