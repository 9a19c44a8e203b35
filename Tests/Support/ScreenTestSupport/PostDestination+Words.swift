import PostCell

extension PostDestination {
  /// “profile grace@far.example”, for the expectations of tests.
  public var words: String {
    switch self {
    case .profile(let profile): "profile \(profile.handle)"
    case .tag(let name): "tag \(name)"
    case .quotes(let post): "quotes of \(post.id.rawValue)"
    case .otherAccount(let action, let account, _): "\(action) as \(account.key)"
    case .address(let address): "address \(address.text)"
    case .people(let notification): "people of \(notification.id)"
    case .reposters(let profiles, let post): "\(profiles.count) reposters of \(post.id.rawValue)"
    case .profileList(let list, let owner): "\(list) for \(owner)"
    case .versions(let post): "versions of \(post.id.rawValue)"
    case .pictures(let post): "pictures of \(post.id.rawValue)"
    case .note(let profile): "note about \(profile.handle)"
    case .filter(let filter): "filter \(filter.query)"
    case .ownProfile: "own profile"
    case .blockedServers: "blocked servers"
    case .report(let profile, let post): "report \(profile.handle)\(post.map { " \($0.id.rawValue)" } ?? "")"
    case .heldNotifications: "held notifications"
    case .notifications(let request): "notifications in \(request.id)"
    case .composer(let writing, let post): "\(writing.map { "\($0)" } ?? "write") \(post?.id.rawValue ?? "")"
    }
  }
}
