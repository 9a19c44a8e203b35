import Domain
import FoundationEssentials

/// What the reader has done with a post, as one number: a bit each.
extension ViewerState {
  private static let bits: [(bit: Int64, property: WritableKeyPath<ViewerState, Bool> & Sendable)] = [
    (1, \.isFavourite), (2, \.isReposted), (4, \.isBookmarked), (8, \.isThreadMuted),
  ]

  init(stored: Int64) {
    self.init()
    for (bit, property) in Self.bits { self[keyPath: property] = stored & bit != 0 }
  }

  var stored: Int64 {
    Self.bits.reduce(0) { $0 | (self[keyPath: $1.property] ? $1.bit : 0) }
  }
}

/// What is known of a question besides its options and whether it is over, as JSON.
struct StoredPoll: Codable {
  private var id: String?
  private var allowsSeveral: Bool?
  private var ownVotes: [Int]?
  /// In milliseconds since 1970.
  private var endsAt: Int64?
  private var voters: Int?

  /// nil where there is nothing to say: most polls of archives.
  init?(_ poll: Poll) {
    let hasDetails = poll.endsAt != nil || poll.voters != nil
    guard poll.id != nil || poll.allowsSeveral || poll.ownVotes != nil || hasDetails else { return nil }
    (id, allowsSeveral, ownVotes) = (poll.id, poll.allowsSeveral ? true : nil, poll.ownVotes)
    endsAt = poll.endsAt?.milliseconds
    voters = poll.voters
  }

  /// nil where nothing is there, or nothing that this Tern knows.
  init?(stored text: String?) {
    guard let stored = text.flatMap({ StoredJSON.decode(Self.self, $0) }) else { return nil }
    self = stored
  }

  var stored: String? { StoredJSON.encode(self) }

  func add(to poll: inout Poll?) {
    poll?.id = id
    poll?.allowsSeveral = allowsSeveral ?? false
    poll?.ownVotes = ownVotes
    poll?.endsAt = endsAt.map(Date.init(milliseconds:))
    poll?.voters = voters.map { max(0, $0) }
  }
}
