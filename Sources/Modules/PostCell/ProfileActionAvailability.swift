import Domain

/// What a reader can do with somebody at their server, and has done: words and flags.
public struct ProfileActionAvailability: Hashable, Sendable {
  /// One of the reader's lists.
  public struct List: Hashable, Sendable {
    public var id: String
    public var title: String
    /// Whether the reader has put them on it, as far as that is known.
    public var isOn: Bool

    public init(id: String, title: String, isOn: Bool) {
      self.id = id
      self.title = title
      self.isOn = isOn
    }
  }

  public var kinds: Set<UserAction.Kind>
  /// “@grace”.
  public var label: String
  /// What there is between them and the reader, as far as that is known.
  public var ties: Set<Relationship.Tie>
  public var lists: [List] = []
  /// Whether it is not known yet what there is between them and the reader.
  public var isUncertain = false

  /// Where nothing can be done with anybody.
  private static let kindsOnPeople: Set<UserAction.Kind> = [
    .follow, .mute, .block, .showReposts, .acceptFollower, .addToList, .report,
  ]

  /// nil where nothing can be done with them: they are the reader, or go by no name.
  /// - Parameters:
  ///   - reader: who would act.
  ///   - kinds: what can be done in the account.
  public init?(
    on person: Profile, by reader: Profile, _ kinds: Set<UserAction.Kind>, _ relationship: Relationship?
  ) {
    let kinds = kinds.intersection(Self.kindsOnPeople)
    guard !kinds.isEmpty, !person.handle.isEmpty, !person.isSame(as: reader) else { return nil }
    self.kinds = kinds
    label = "@\(person.handle)"
    ties = relationship?.ties ?? []
  }
}

extension ProfileActionAvailability {
  public var isFollowed: Bool { !ties.isDisjoint(with: [.following, .requested]) }
  public var isMuted: Bool { ties.contains(.muting) }
  public var isBlocked: Bool { ties.contains(.blocking) }
}

/// What a person does with somebody.
public enum ProfileAction: Hashable, Sendable {
  case follow(Bool)
  /// nil: no longer.
  case mute(MuteTerms?)
  case block(Bool)
  case showReposts(Bool)
  case addToList(Bool, String)
  /// Lets those follow who have asked to, or not.
  case accept(Bool)
  /// Goes to where it is said what there is to report.
  case report
}

extension ProfileAction {
  /// What shall be so; nil where more has to be said first.
  public func action(on person: Profile) -> UserAction? {
    let id = person.actingID
    return switch self {
    case .follow(let isOn): .follow(isOn, person: id)
    case .mute(let terms): .mute(terms, person: id)
    case .block(let isOn): .block(isOn, person: id)
    case .showReposts(let isOn): .showReposts(isOn, person: id)
    case .addToList(let isOn, let list): .addToList(isOn, list: list, person: id)
    case .accept(let isAccepted): .acceptFollower(isAccepted, person: id)
    case .report: nil
    }
  }
}
