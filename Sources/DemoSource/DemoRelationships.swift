import Domain
import FoundationEssentials

/// The relationships of a demo account's user with other accounts. The user follows all accounts that are not listed.
struct DemoRelationships: Decodable, Hashable, Sendable {
  struct Person: Decodable, Hashable, Sendable {
    var handle: String
    var name: String?
  }

  /// The accounts that request to follow the user.
  var requests: [Person]?
  /// The handles of accounts that approve their followers, without a request of the user so far.
  var locked: [String]?
  /// The handles of accounts for which the server refuses every action.
  var refusing: [String]?
  var followers: [String]?
  /// The titles of the user's lists.
  var lists: [String]?

  /// The initial relationship with an account.
  func relationship(with person: String) -> Relationship {
    var ties: Set<Relationship.Flag> = []
    if isRequesting(person) {
      ties.insert(.requestedBy)
    } else if !isLocked(person), !isRefusing(person) {
      ties.formUnion([.following, .showingReposts])
    }
    if Self.names(person, in: followers) { ties.insert(.followedBy) }
    return Relationship(flags: ties)
  }

  func isLocked(_ person: String) -> Bool { Self.names(person, in: locked) }
  func isRefusing(_ person: String) -> Bool { Self.names(person, in: refusing) }

  private func isRequesting(_ person: String) -> Bool { Self.names(person, in: requests?.map(\.handle)) }

  private static func names(_ person: String, in handles: [String]?) -> Bool {
    handles?.contains { $0.lowercased() == person } ?? false
  }

  var escapingControls: DemoRelationships {
    var ties = self
    ties.requests = requests?.map { Person(handle: $0.handle.escapingControls, name: $0.name?.escapingControls) }
    ties.lists = lists?.map(\.escapingControls)
    return ties
  }
}
