import Domain

extension SearchTag {
  /// The longest language code that is indexed.
  private static let maxCodeLength = 35

  /// The facets of a post that its own row has. `thread` depends on the author's handle as well, and changes with it.
  static func facets(of post: Post, plain: String) -> [SearchTag] {
    var tags: [SearchTag] = []
    if post.replyTo != nil || post.replyToAuthor != nil {
      tags.append(.reply)
      if let recipient = post.replyToAuthor {
        tags.append(.replyTo(name(of: recipient.handle)))
        if let author = post.author, !author.handle.isEmpty, author.handle.lowercased() == recipient.handle.lowercased()
        {
          tags.append(.thread)
        }
      } else {
        tags.append(.unnamedReply)
      }
    }
    if post.poll != nil { tags.append(.poll) }
    if post.quote != nil { tags.append(.quote) }
    if post.states.contains(.edited) { tags.append(.edited) }
    if post.states.contains(.deleted) { tags.append(.deleted) }
    if !post.media.isEmpty {
      for attachment in SearchQuery.Attachment.allCases
      where post.media.contains(where: { attachment.kinds.contains($0.kind) }) {
        if let tag = SearchTag(attachment) { tags.append(tag) }
      }
    }
    tags += CountTags(counted: .likes).tags(of: post.counts?.likes)
    tags += CountTags(counted: .reposts).tags(of: post.counts?.reposts)
    if let language = post.details?.language { tags += codes(of: language).map(SearchTag.language) }
    let named = NamesInText.tags(in: plain)
    // Fast path: most posts have none.
    if !named.isEmpty { tags += Set(named).map(SearchTag.tag).sorted { $0.word < $1.word } }
    return tags + unnamedMentions(of: post, plain: plain)
  }

  /// Mentions that the text does not contain. The others are found in the text.
  private static func unnamedMentions(of post: Post, plain: String) -> [SearchTag] {
    // Fast path: most posts have no mentions.
    guard !post.mentions.isEmpty else { return [] }
    let unnamed = post.mentions.filter {
      !NamesInText.containsHandle(String($0.handle.prefix { $0 != "@" }), in: plain)
    }
    return Set(unnamed.map { name(of: $0.handle) }).sorted().map(SearchTag.mentions)
  }

  init?(_ attachment: SearchQuery.Attachment) {
    switch attachment {
    case .image: self = .image
    case .video: self = .video
    case .audio: self = .audio
    case .poll: self = .poll
    case .quote: self = .quote
    }
  }

  /// The indexed form of a handle, given with or without its server.
  static func name(of handle: String) -> String {
    // Fast path: nearly all handles are ASCII.
    guard handle.utf8.contains(where: { $0 >= 0x80 }) else {
      let letters = handle.utf8.prefix { $0 != UInt8(ascii: "@") }.map(SearchWords.letter)
      return String(decoding: letters.filter { $0 != 0 }, as: UTF8.self)
    }
    return String(handle.lowercased().prefix { $0 != "@" }.filter { $0.isASCII && ($0.isLetter || $0.isNumber) })
  }

  /// A code and its prefixes: `pt-BR` is `pt` as well. Codes that no query can contain are left out.
  private static func codes(of language: String) -> [String] {
    let code = language.lowercased().prefix(maxCodeLength)
    let plain = code.prefix { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") }
    var codes = plain.indices.filter { plain[$0] == "-" }.map { String(plain[..<$0]) }
    if plain.endIndex == code.endIndex { codes.append(String(plain)) }
    return codes.filter { !$0.isEmpty }
  }
}
