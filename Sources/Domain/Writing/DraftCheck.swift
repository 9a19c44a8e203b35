/// Why a draft cannot be sent as it is; each is known before its server is asked.
public enum DraftFault: Hashable, Sendable {
  case empty
  /// It is longer than the server takes, by so many characters.
  case tooLong(by: Int)
  case tooManyFiles(limit: Int)
  case fewOptions
  case tooManyOptions(limit: Int)
  /// The number of the option, from 1.
  case optionTooLong(Int, limit: Int)
  case sameOptions
  case pollWithFiles
  /// The number of the file, from 1.
  case descriptionTooLong(Int, limit: Int)
  /// Neither a text nor a warning says what is asked.
  case pollWithoutText
  /// The server does not keep posts for later.
  case noSchedule
}

extension Draft {
  /// The first thing that is wrong with it, as its server would see it; nil where nothing is. What is sent is looked at:
  /// what no text has is not there any more.
  public func fault(within capabilities: PublishingCapabilities) -> DraftFault? {
    harmless.faultAsSent(within: capabilities)
  }

  private func faultAsSent(within capabilities: PublishingCapabilities) -> DraftFault? {
    if isBlank { return .empty }
    let limits = capabilities.limits
    let length = PostLength(text, warning: warning, limits: limits).characters
    if length > limits.characters { return .tooLong(by: length - limits.characters) }
    if media.count > limits.attachments { return .tooManyFiles(limit: limits.attachments) }
    // A description is counted in code points everywhere (Mastodon, app/models/media_attachment.rb; GoToSocial,
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

extension Draft {
  /// Whether a text names a language as BCP 47 has it, in form: `en`, `pt-BR`.
  public static func isLanguage(_ text: String) -> Bool {
    text.split(separator: "-", omittingEmptySubsequences: false).enumerated().allSatisfy { number, part in
      (number == 0 ? 2...3 : 1...8).contains(part.count)
        && part.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
    }
  }
}
