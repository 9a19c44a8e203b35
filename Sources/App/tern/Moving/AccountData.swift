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

  struct Note: Hashable, Sendable {
    var handle: String
    var text: String
  }

  var follows: [Follow] = []
  var mutes: [Mute] = []
  /// Handles.
  var blocks: [String] = []
  /// The hosts of blocked servers.
  var servers: [String] = []
  var lists: [List] = []
  /// The private notes about accounts that are followed, muted, blocked or on a list. Servers do not list others.
  var notes: [Note] = []
  /// Followed hashtags.
  var tags: [String] = []
  var filters = ServerFilters([])
  /// Tern's own filters that apply to the account.
  var localFilters: [LocalFilter] = []
  /// Addresses of posts, newest first.
  var bookmarks: [String] = []
  /// The files whose data the server does not offer.
  var unsupported: Set<AccountFile> = []
}
