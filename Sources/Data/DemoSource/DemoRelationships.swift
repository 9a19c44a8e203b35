import Domain
import FoundationEssentials

/// The relationships of a demo account's user with other accounts. The user follows all accounts that are not listed.
struct DemoRelationships: Decodable, Hashable, Sendable {
  struct ListedProfile: Decodable, Hashable, Sendable {
    var handle: String
    var name: String?
  }

  /// The accounts that request to follow the user.
  var requests: [ListedProfile]?
  /// The handles of accounts that approve their followers, without a request of the user so far.
  var locked: [String]?
  /// The handles of accounts for which the server refuses every action.
  var refusing: [String]?
  var followers: [String]?
  /// The titles of the user's lists.
  var lists: [String]?

  /// The initial relationship with an account.
  func relationship(with account: String) -> Relationship {
    var ties: Set<Relationship.Flag> = []
    if isRequesting(account) {
      ties.insert(.requestedBy)
    } else if !isLocked(account), !isRefusing(account) {
      ties.formUnion([.following, .showingReposts])
    }
    if Self.names(account, in: followers) { ties.insert(.followedBy) }
    return Relationship(flags: ties)
  }

  func isLocked(_ account: String) -> Bool { Self.names(account, in: locked) }
  func isRefusing(_ account: String) -> Bool { Self.names(account, in: refusing) }

  private func isRequesting(_ account: String) -> Bool { Self.names(account, in: requests?.map(\.handle)) }

  private static func names(_ account: String, in handles: [String]?) -> Bool {
    handles?.contains { $0.lowercased() == account } ?? false
  }

  var escapingControls: DemoRelationships {
    var ties = self
    ties.requests = requests?.map { ListedProfile(handle: $0.handle.escapingControls, name: $0.name?.escapingControls) }
    ties.lists = lists?.map(\.escapingControls)
    return ties
  }
}
