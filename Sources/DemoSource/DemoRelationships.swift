import Domain
import FoundationEssentials

/// How people stand to a demo account's reader, and what they make of being followed. Where nothing is said of it, the
/// reader follows everybody.
struct DemoRelationships: Decodable, Hashable, Sendable {
  struct Person: Decodable, Hashable, Sendable {
    var handle: String
    var name: String?
  }

  /// Who asks to follow the reader.
  var requests: [Person]?
  /// Who chooses who follows them, and has not been asked.
  var locked: [String]?
  /// Of whom the server lets nothing be wanted.
  var refusing: [String]?
  var followers: [String]?
  /// The reader's lists, by their titles.
  var lists: [String]?

  /// What there is at first between the reader and somebody.
  func relationship(with person: String) -> Relationship {
    var ties: Set<Relationship.Tie> = []
    if isRequesting(person) {
      ties.insert(.requestedBy)
    } else if !isLocked(person), !isRefusing(person) {
      ties.formUnion([.following, .showingReposts])
    }
    if Self.names(person, in: followers) { ties.insert(.followedBy) }
    return Relationship(ties: ties)
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
