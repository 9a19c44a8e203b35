import Domain

/// The actions that the user can perform on an account at their server, and the current state of each.
public struct ProfileActionAvailability: Hashable, Sendable {
  /// One of the user's lists.
  public struct List: Hashable, Sendable {
    public var id: String
    public var title: String
    /// Whether the account is known to be on it.
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
  /// The known relationship of the user with the account.
  public var flags: Set<Relationship.Flag>
  /// nil until they are loaded.
  public var lists: [List]?
  /// The clause that says why the lists could not be loaded; nil if they are loaded or being loaded.
  public var listsFailure: String?
  /// The host of the account, if it is another server than the user's.
  public var server: String?
  /// Whether the relationship is still unknown.
  public var isRelationshipUnknown = false

  /// All actions on accounts.
  private static let profileActionKinds: Set<UserAction.Kind> = [
    .follow, .mute, .block, .showReposts, .acceptFollower, .addToList, .note, .notify, .endorse, .blockServer, .report,
  ]

  /// nil if there are no actions: it is the user's own account, or it has no handle.
  /// - Parameters:
  ///   - user: the user's profile in the account.
  ///   - kinds: the actions that the account supports.
  public init?(
    on profile: Profile, by user: Profile, _ kinds: Set<UserAction.Kind>, _ relationship: Relationship?
  ) {
    let kinds = kinds.intersection(Self.profileActionKinds)
    guard !kinds.isEmpty, !profile.handle.isEmpty, !profile.isSame(as: user) else { return nil }
    self.kinds = kinds
    label = "@\(profile.handle)"
    flags = relationship?.flags ?? []
    let own = user.server?.lowercased()
    server = profile.server.flatMap { $0.lowercased() == own ? nil : $0 }
  }
}

extension ProfileActionAvailability {
  public var isFollowed: Bool { !flags.isDisjoint(with: [.following, .requested]) }
  var isMuted: Bool { flags.contains(.muting) }
  var isBlocked: Bool { flags.contains(.blocking) }
}

/// A user action on an account.
public enum ProfileAction: Hashable, Sendable {
  case follow(Bool)
  /// nil unmutes the account.
  case mute(MuteOptions?)
  case block(Bool)
  case showReposts(Bool)
  case addToList(Bool, String)
  case notify(Bool)
  case endorse(Bool)
  case blockServer(Bool, String)
  /// Opens the form for the private note.
  case note
  /// Accepts or rejects a follow request.
  case accept(Bool)
  /// Opens the report form.
  case report
}

extension ProfileAction {
  /// The request to send; nil if a form has to be filled in first.
  public func userAction(on profile: Profile) -> UserAction? {
    let id = profile.actionTargetID
    return switch self {
    case .follow(let isOn): .follow(isOn, account: id)
    case .mute(let terms): .mute(terms, account: id)
    case .block(let isOn): .block(isOn, account: id)
    case .showReposts(let isOn): .showReposts(isOn, account: id)
    case .addToList(let isOn, let list): .addToList(isOn, list: list, account: id)
    case .notify(let isOn): .notify(isOn, account: id)
    case .endorse(let isOn): .endorse(isOn, account: id)
    case .blockServer(let isOn, let host): .blockServer(isOn, host)
    case .accept(let isAccepted): .acceptFollower(isAccepted, account: id)
    case .report, .note: nil
    }
  }
}
