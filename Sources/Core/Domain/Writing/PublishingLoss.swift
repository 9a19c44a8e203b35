import FoundationEssentials

/// A difference between a draft and its published post. Servers may silently drop parts of a post.
public enum PublishingLoss: Hashable, Sendable {
  /// More accounts can see it than requested.
  case visibility(requested: Visibility, is: Visibility)
  /// It was to be scheduled for this date, and was published immediately.
  case schedule(Date)
  case poll
  case media(missing: Int, of: Int)
  /// The descriptions of this many files.
  case descriptions(Int)
  case warning
  case quote
  case language(String)
}

extension PublishedPost {
  /// The differences, most severe first.
  /// - Parameter draft: the draft as it was sent, with its visibility resolved.
  public func losses(of draft: Draft) -> [PublishingLoss] {
    guard case .post(let post) = self else { return [] }
    var losses: [PublishingLoss] = []
    var isEdit = false
    if case .edit = draft.purpose { isEdit = true }
    if !isEdit, let requested = draft.visibility, let actual = post.visibility, actual.isWider(than: requested) {
      losses.append(.visibility(requested: requested, is: actual))
    }
    if !isEdit, let moment = draft.publishAt { losses.append(.schedule(moment)) }
    if let poll = draft.poll, post.poll?.options.count != poll.options.count { losses.append(.poll) }
    // The link preview of a page is not an attachment.
    let files = post.media.count { $0.kind != .link }
    if files < draft.media.count {
      losses.append(.media(missing: draft.media.count - files, of: draft.media.count))
    }
    let descriptions = Set(post.media.compactMap { $0.description?.normalizedSpaces })
    let missing = draft.media.count { file in
      !file.description.isBlank && !descriptions.contains(file.description.normalizedSpaces)
    }
    if missing > 0, files >= draft.media.count { losses.append(.descriptions(missing)) }
    if !draft.warning.isBlank, post.warning?.isBlank ?? true { losses.append(.warning) }
    if case .quote = draft.purpose, post.quote == nil { losses.append(.quote) }
    if let language = draft.language, !language.hasSamePrimarySubtag(as: post.details?.language) {
      losses.append(.language(language))
    }
    return losses
  }
}

extension String {
  fileprivate var normalizedSpaces: String { split(whereSeparator: \.isWhitespace).joined(separator: " ") }

  /// Servers may drop subtags: `pt-BR` becomes `pt`.
  fileprivate func hasSamePrimarySubtag(as other: String?) -> Bool {
    guard let other else { return false }
    func primary(_ tag: String) -> String { tag.prefix { $0 != "-" && $0 != "_" }.lowercased() }
    return primary(self) == primary(other)
  }
}
