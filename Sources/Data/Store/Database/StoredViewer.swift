import Domain
import FoundationEssentials

/// The user's state of a post, stored as a bit set.
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

/// The details of a poll as JSON, apart from its options and whether it is closed.
struct StoredPoll: Codable {
  private var id: String?
  private var allowsMultiple: Bool?
  private var ownVotes: [Int]?
  /// In milliseconds since 1970.
  private var endsAt: Int64?
  private var voters: Int?

  /// nil if there are no details, as for most polls of archives.
  init?(_ poll: Poll) {
    let hasDetails = poll.endsAt != nil || poll.voters != nil
    guard poll.id != nil || poll.allowsMultiple || poll.ownVotes != nil || hasDetails else { return nil }
    (id, allowsMultiple, ownVotes) = (poll.id, poll.allowsMultiple ? true : nil, poll.ownVotes)
    endsAt = poll.endsAt?.milliseconds
    voters = poll.voters
  }

  /// nil if there is no text, or it cannot be decoded.
  init?(stored text: String?) {
    guard let stored = text.flatMap({ StoredJSON.decode(Self.self, $0) }) else { return nil }
    self = stored
  }

  var stored: String? { StoredJSON.encode(self) }

  func add(to poll: inout Poll?) {
    poll?.id = id
    poll?.allowsMultiple = allowsMultiple ?? false
    poll?.ownVotes = ownVotes
    poll?.endsAt = endsAt.map(Date.init(milliseconds:))
    poll?.voters = voters.map { max(0, $0) }
  }
}
