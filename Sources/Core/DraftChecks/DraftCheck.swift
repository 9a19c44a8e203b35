import Domain

/// The reason that a draft cannot be sent. Checked before the server is asked.
public enum DraftFault: Hashable, Sendable {
  case empty
  /// Exceeds the server's limit by this many characters.
  case tooLong(by: Int)
  case tooManyFiles(limit: Int)
  case fewOptions
  case tooManyOptions(limit: Int)
  /// The number of the option, 1-based.
  case optionTooLong(Int, limit: Int)
  case sameOptions
  case pollWithFiles
  /// The number of the file, 1-based.
  case descriptionTooLong(Int, limit: Int)
  /// A poll needs text or a content warning.
  case pollWithoutText
  /// The server does not support scheduled posts.
  case noSchedule
}

extension Draft {
  /// The first problem that the server would report; nil if none. The sanitized draft is checked.
  public func fault(within capabilities: PublishingCapabilities) -> DraftFault? {
    sanitized.faultOfSanitized(within: capabilities)
  }

  private func faultOfSanitized(within capabilities: PublishingCapabilities) -> DraftFault? {
    if isBlank { return .empty }
    let limits = capabilities.limits
    let length = PostLength(text, warning: warning, limits: limits).characters
    if length > limits.characters { return .tooLong(by: length - limits.characters) }
    if media.count > limits.attachments { return .tooManyFiles(limit: limits.attachments) }
    // Descriptions are counted in code points by all servers (Mastodon, app/models/media_attachment.rb; GoToSocial,
    // internal/api/client/media).
    if let long = media.firstIndex(where: { $0.description.unicodeScalars.count > limits.descriptionCharacters }) {
      return .descriptionTooLong(long + 1, limit: limits.descriptionCharacters)
    }
    if publishAt != nil, !capabilities.canSchedule { return .noSchedule }
    guard let poll else { return nil }
    if !media.isEmpty { return .pollWithFiles }
    let options = poll.options.map(\.trimmed)
    if options.count < 2 || options.contains(where: \.isBlank) { return .fewOptions }
    if options.count > limits.pollOptions { return .tooManyOptions(limit: limits.pollOptions) }
    if let long = options.firstIndex(where: { limits.rule.plainLength(of: $0) > limits.charactersPerPollOption }) {
      return .optionTooLong(long + 1, limit: limits.charactersPerPollOption)
    }
    if Set(options).count < options.count { return .sameOptions }
    return text.isBlank && warning.isBlank ? .pollWithoutText : nil
  }
}
