import Domain

extension SearchTag {
  /// What no more than so many letters say.
  private static let maxCodeLength = 35

  /// What a query asks of a post besides its words, and its own row says. `thread` hangs on its author's name besides: who
  /// changes that changes the tag.
  static func facets(of post: Post, plain: String) -> [SearchTag] {
    var tags: [SearchTag] = []
    if post.replyTo != nil || post.replyToAuthor != nil {
      tags.append(.reply)
      if let answered = post.replyToAuthor {
        tags.append(.answers(name(of: answered.handle)))
        if let author = post.author, !author.handle.isEmpty, author.handle.lowercased() == answered.handle.lowercased()
        {
          tags.append(.thread)
        }
      } else {
        tags.append(.answersUnnamed)
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
    // Most texts have none.
    if !named.isEmpty { tags += Set(named).map(SearchTag.tag).sorted { $0.word < $1.word } }
    return tags + unnamedMentions(of: post, plain: plain)
  }

  /// The text finds those whom it names.
  private static func unnamedMentions(of post: Post, plain: String) -> [SearchTag] {
    // Most posts mention nobody.
    guard !post.mentions.isEmpty else { return [] }
    let unnamed = post.mentions.filter { !NamesInText.handle(String($0.handle.prefix { $0 != "@" }), isIn: plain) }
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

  /// Of a handle, with or without its server.
  static func name(of handle: String) -> String {
    // Nearly all are of ASCII, and need no look at what is a letter.
    guard handle.utf8.contains(where: { $0 >= 0x80 }) else {
      let letters = handle.utf8.prefix { $0 != UInt8(ascii: "@") }.map(SearchWords.letter)
      return String(decoding: letters.filter { $0 != 0 }, as: UTF8.self)
    }
    return String(handle.lowercased().prefix { $0 != "@" }.filter { $0.isASCII && ($0.isLetter || $0.isNumber) })
  }

  /// `pt-BR` is `pt` as well. What no query can ask for is left out.
  private static func codes(of language: String) -> [String] {
    let code = language.lowercased().prefix(maxCodeLength)
    let plain = code.prefix { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") }
    var codes = plain.indices.filter { plain[$0] == "-" }.map { String(plain[..<$0]) }
    if plain.endIndex == code.endIndex { codes.append(String(plain)) }
    return codes.filter { !$0.isEmpty }
  }
}
