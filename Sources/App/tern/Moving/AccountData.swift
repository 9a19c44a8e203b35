import Domain

/// The data of an account that another account of the user can take over.
struct AccountData: Hashable, Sendable {
  struct Follow: Hashable, Sendable {
    var handle: String
    var showsReposts = true
    var notifies = false
  }

  struct Mute: Hashable, Sendable {
    var handle: String
    var hidesNotifications = true
  }

  struct List: Hashable, Sendable {
    var title: String
    /// The handles of its members.
    var members: [String]
  }

  var follows: [Follow] = []
  var mutes: [Mute] = []
  /// Handles.
  var blocks: [String] = []
  /// The hosts of blocked servers.
  var servers: [String] = []
  var lists: [List] = []
  /// Followed hashtags.
  var tags: [String] = []
  /// Addresses of posts, newest first.
  var bookmarks: [String] = []
  /// The files whose data the server does not offer.
  var unsupported: Set<AccountFile> = []
}
