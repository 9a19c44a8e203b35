import FoundationEssentials

/// What a draft asked for and the published post lacks: a server may take a post and leave something out without a word.
public enum PublishingLoss: Hashable, Sendable {
  /// More people can read it than was asked for.
  case visibility(asked: Visibility, is: Visibility)
  /// It was to be published at that moment, and is public now.
  case schedule(Date)
  case poll
  case media(missing: Int, of: Int)
  case warning
  case quote
  case language(String)

  /// Whether people see what they were not meant to see, or not yet.
  public var isExposure: Bool {
    switch self {
    case .visibility, .schedule: true
    case .poll, .media, .warning, .quote, .language: false
    }
  }
}

extension PublishedPost {
  /// The gravest first.
  /// - Parameter draft: as it was sent, with its visibility resolved.
  public func losses(of draft: Draft) -> [PublishingLoss] {
    guard case .post(let post) = self else { return [] }
    var losses: [PublishingLoss] = []
    var isEdit = false
    if case .edit = draft.purpose { isEdit = true }
    if !isEdit, let asked = draft.visibility, let actual = post.visibility, actual.isWider(than: asked) {
      losses.append(.visibility(asked: asked, is: actual))
    }
    if !isEdit, let moment = draft.publishAt { losses.append(.schedule(moment)) }
    if let poll = draft.poll, post.poll?.options.count != poll.options.count { losses.append(.poll) }
    // The card of a page that the text links to is no file.
    let files = post.media.count { $0.kind != .link }
    if files < draft.media.count {
      losses.append(.media(missing: draft.media.count - files, of: draft.media.count))
    }
    if !draft.warning.isBlank, post.warning?.isBlank ?? true { losses.append(.warning) }
    if case .quote = draft.purpose, post.quote == nil { losses.append(.quote) }
    if let language = draft.language, !language.hasSamePrimarySubtag(as: post.details?.language) {
      losses.append(.language(language))
    }
    return losses
  }
}

extension String {
  /// Servers may drop what follows the first part of a tag: `pt-BR` becomes `pt`.
  fileprivate func hasSamePrimarySubtag(as other: String?) -> Bool {
    guard let other else { return false }
    func primary(_ tag: String) -> String { tag.prefix { $0 != "-" && $0 != "_" }.lowercased() }
    return primary(self) == primary(other)
  }
}
