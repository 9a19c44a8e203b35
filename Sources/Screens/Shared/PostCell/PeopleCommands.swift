import TerminalKit

/// A list of people that opens from a profile or a post.
public enum PeopleList: Hashable, Sendable {
  case followers, following, familiarFollowers, likes, reposts, quotes, muted, blocked, blockedServers
}

/// The menu of lists of people.
public enum PeopleCommands {
  public static let followers = Command(
    "followers", "followers", synonyms: ["who follows them"], keys: ["f"], in: .open)
  public static let following = Command(
    "following", "accounts that they follow", synonyms: ["follows", "following"], keys: ["g"], in: .open)
  public static let likes = Command(
    "likers", "who liked this post", synonyms: ["likers", "favourited by", "who favourited"], keys: ["l"], in: .open)
  public static let reposts = Command(
    "reposters", "who reposted this post", synonyms: ["boosters", "boosted by", "who boosted", "retweeters"],
    keys: ["r"], in: .open)
  public static let quotes = Command(
    "quotes", "posts that quote this one", synonyms: ["quoted by", "quote posts"], keys: ["q"], in: .open)
  public static let muted = Command(
    "muted-accounts", "accounts that you mute", synonyms: ["mutes", "muted users", "unmute"], keys: ["m"], in: .open)
  public static let blocked = Command(
    "blocked-accounts", "accounts that you block", synonyms: ["blocks", "blocked users", "unblock"], keys: ["b"],
    in: .open)

  public static let familiarFollowers = Command(
    "familiar-followers", "followers that you follow", synonyms: ["mutuals", "familiar followers"], keys: ["k"],
    in: .open)
  public static let blockedServers = Command(
    "blocked-servers", "servers that you block",
    synonyms: ["domain blocks", "blocked domains", "unblock server", "blocked instances"],
    keys: ["d"], in: .open)

  public static let all = [
    followers, following, familiarFollowers, likes, reposts, quotes, muted, blocked, blockedServers,
  ]

  /// The lists outside their menu, with the place of that menu. They have no keys, which work only in the menu.
  static let unavailable = [
    ([likes, reposts, quotes], "Open the post, then its menu “people”"),
    ([followers, following, familiarFollowers], "Open the profile, then its menu “people”"),
    ([muted, blocked, blockedServers], "Open your own profile, then its menu “people”"),
  ].flatMap { commands, reason in
    commands.map { UnavailableCommand(Command($0.id, $0.title, synonyms: $0.synonyms, keys: [], in: .open), reason) }
  }

  /// The menu; nil if there are no lists.
  @MainActor
  public static func menu(
    _ lists: [PeopleList], open: @escaping @MainActor (PeopleList) -> Void
  ) -> AvailableCommand? {
    guard !lists.isEmpty else { return nil }
    return AvailableCommand(
      PostCommands.people, title: "people",
      menu: lists.map { list in AvailableCommand(command(for: list)) { open(list) } })
  }

  private static func command(for list: PeopleList) -> Command {
    switch list {
    case .followers: followers
    case .following: following
    case .likes: likes
    case .reposts: reposts
    case .quotes: quotes
    case .muted: muted
    case .blocked: blocked
    case .familiarFollowers: familiarFollowers
    case .blockedServers: blockedServers
    }
  }
}
