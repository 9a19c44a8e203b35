import Domain
import TerminalKit

/// The commands for actions on an account at the user's server, on its profile and on its posts.
public enum ProfileActionCommands {
  private static func command(_ id: String, _ title: String, _ keys: KeySequence..., synonyms: [String] = [])
    -> Command
  {
    Command(id, title, synonyms: synonyms, keys: keys, in: .write, menu: PostActionCommands.menu)
  }

  /// On the profile screen only, because `f` likes a post elsewhere. Elsewhere it is `followAuthor`.
  public static let follow = command("follow", "follow", "f", "a f", synonyms: ["follow", "unfollow", "subscribe"])
  static let followAuthor = command(
    "follow-author", "follow the author", "a F", synonyms: ["follow", "unfollow", "subscribe"])
  public static let mute = command("mute", "mute", "a m", synonyms: ["mute", "silence", "ignore", "hide user"])
  public static let block = command("block", "block", "a X", synonyms: ["block", "ban"])
  public static let reposts = command(
    "hide-reposts", "hide their reposts", "a R", synonyms: ["hide boosts", "hide retweets"])
  public static let list = command("add-to-list", "add to a list", "a l", synonyms: ["lists"])
  public static let note = command(
    "note", "private note", "a N", synonyms: ["note", "remember", "memo", "private note"])
  public static let notify = command(
    "notify-posts", "notify me of their posts", "a *", synonyms: ["notify", "bell", "alert", "post notifications"])
  public static let endorse = command(
    "endorse", "feature on your profile", "a E", synonyms: ["endorse", "feature", "recommend"])
  public static let blockServer = command(
    "block-server", "block their server", "a S", synonyms: ["block domain", "block instance", "block server"])
  public static let report = command("report", "report", "a !", synonyms: ["report", "flag", "abuse", "spam"])
  public static let accept = command("accept-follower", "accept their follow request", "=", "a y")
  public static let refuse = command("refuse-follower", "reject their follow request", "-", "a n")
  public static let dismiss = command("dismiss", "dismiss this notification", "a x")
  public static let followTag = command("follow-tag", "follow this hashtag", "a t", synonyms: ["subscribe hashtag"])

  /// The choices in the menu of mute durations.
  public static let duration = [
    ("good", "forever", "1"), ("hour", "for 1 hour", "2"), ("day", "for 1 day", "3"), ("week", "for 7 days", "4"),
  ].map { id, title, key in Command("mute-for-\(id)", title, keys: [KeySequence([.character(key)])], in: .write) }
  static let keepNotifications = Command(
    "mute-posts-only", "hide posts, keep notifications", keys: ["n"], in: .write)

  public static let all =
    [
      follow, followAuthor, mute, block, reposts, list, note, notify, endorse, blockServer, report, accept, refuse,
      dismiss, followTag,
    ] + duration
    + [keepNotifications]
}

extension ProfileActionCommands {
  /// The command that adds an account to a list, with the reason that it is unavailable.
  public static func unavailableList(_ availability: ProfileActionAvailability?) -> UnavailableCommand {
    let reason =
      switch availability?.lists {
      case nil:
        availability?.listsFailure.map { "Couldn’t load your lists: \($0)" } ?? "Your lists are not loaded yet"
      case let lists? where lists.isEmpty: "You have no lists"
      // The menu was opened before.
      default: "Your lists are loaded: open this menu again"
      }
    return UnavailableCommand(list, reason)
  }

  /// The mute durations in seconds, in the order of `duration`; nil means forever.
  private static let durations: [Int?] = [nil, 3_600, 86_400, 604_800]

  /// The commands for an account.
  /// - Parameters:
  ///   - isShown: whether the screen is the account's profile, where `follow` replaces `followAuthor`.
  ///   - current: returns the availability at the time a command is chosen. If it is nil or returns nil, `availability`
  ///     is used.
  ///   - perform: performs the chosen action.
  @MainActor
  public static func availableCommands(
    on availability: ProfileActionAvailability, isShown: Bool,
    current: (@MainActor () -> ProfileActionAvailability?)? = nil, perform: @escaping @MainActor (ProfileAction) -> Void
  ) -> [AvailableCommand] {
    let label = availability.label
    var availableCommands: [AvailableCommand] = []
    func add(_ kind: UserAction.Kind, _ offer: @autoclosure () -> AvailableCommand) {
      if availability.kinds.contains(kind) { availableCommands.append(offer()) }
    }
    if availability.flags.contains(.requestedBy) {
      add(
        .acceptFollower,
        AvailableCommand(
          accept, title: "accept follow request from \(label)", hint: "accept",
          menu: [confirm("yes, accept \(label)") { perform(.accept(true)) }]))
      add(
        .acceptFollower,
        AvailableCommand(
          refuse, title: "reject follow request from \(label)", hint: "reject",
          menu: [confirm("yes, reject \(label)") { perform(.accept(false)) }]))
    }
    if isShown || !availability.isBlocked {
      var offer = AvailableCommand(
        isShown ? follow : followAuthor, title: followTitle(availability),
        hint: isShown ? followHint(availability) : nil
      ) { perform(.follow(!(current?() ?? availability).isFollowed)) }
      offer.current = {
        let availability = current?() ?? availability
        return (followTitle(availability), followState(availability))
      }
      add(.follow, offer)
    }
    if availability.isMuted {
      add(.mute, AvailableCommand(mute, title: "unmute \(label)", state: "muted") { perform(.mute(nil)) })
    } else {
      add(.mute, AvailableCommand(mute, title: "mute \(label)", menu: muteMenu(hidesNotifications: true, perform)))
    }
    if availability.isBlocked {
      add(.block, AvailableCommand(block, title: "unblock \(label)", state: "blocked") { perform(.block(false)) })
    } else {
      add(
        .block,
        AvailableCommand(
          block, title: "block \(label)", menu: [confirm("yes, block \(label)") { perform(.block(true)) }]))
    }
    if availability.flags.contains(.following) {
      let shows = availability.flags.contains(.showingReposts)
      add(
        .showReposts,
        AvailableCommand(
          reposts, title: "\(shows ? "hide" : "show") reposts from \(label)", state: shows ? "shown" : "hidden"
        ) { perform(.showReposts(!shows)) })
    }
    if let known = availability.lists, !known.isEmpty {
      add(.addToList, AvailableCommand(list, title: "add \(label) to a list", menu: lists(known, perform)))
    }
    availableCommands += furtherCommands(availability, isShown: isShown, perform)
    add(.report, AvailableCommand(report, title: "report \(label)") { perform(.report) })
    return availableCommands
  }

  /// The commands for the private note, notifications of posts, featuring, and blocking the server.
  @MainActor
  private static func furtherCommands(
    _ availability: ProfileActionAvailability, isShown: Bool,
    _ perform: @escaping @MainActor (ProfileAction) -> Void
  ) -> [AvailableCommand] {
    let (label, kinds) = (availability.label, availability.kinds)
    var commands: [AvailableCommand] = []
    if kinds.contains(.note) {
      commands.append(AvailableCommand(note, title: "note about \(label)") { perform(.note) })
    }
    if availability.flags.contains(.following) {
      let (isNotifying, isEndorsed) = (availability.flags.contains(.notifying), availability.flags.contains(.endorsing))
      if kinds.contains(.notify) {
        commands.append(
          AvailableCommand(
            notify, title: isNotifying ? "stop notifying me of posts by \(label)" : "notify me of posts by \(label)",
            state: isNotifying ? "on" : "off"
          ) { perform(.notify(!isNotifying)) })
      }
      if kinds.contains(.endorse) {
        commands.append(
          AvailableCommand(
            endorse, title: isEndorsed ? "no longer feature \(label)" : "feature \(label) on your profile",
            state: isEndorsed ? "featured" : nil
          ) { perform(.endorse(!isEndorsed)) })
      }
    }
    if isShown, kinds.contains(.blockServer), let server = availability.server {
      let isBlocked = availability.flags.contains(.blockingServer)
      commands.append(
        isBlocked
          ? AvailableCommand(blockServer, title: "unblock \(server)", state: "blocked") {
            perform(.blockServer(false, server))
          }
          : AvailableCommand(
            blockServer, title: "block all of \(server)",
            menu: [confirm("yes, block everyone on \(server)") { perform(.blockServer(true, server)) }]))
    }
    return commands
  }

  private static func followTitle(_ availability: ProfileActionAvailability) -> String {
    // The relationship is not loaded: the user may follow the account already.
    if availability.isRelationshipUnknown, !availability.isFollowed {
      return "follow or unfollow \(availability.label)"
    }
    if availability.flags.contains(.requested) { return "cancel request to \(availability.label)" }
    return availability.isFollowed ? "unfollow \(availability.label)" : "follow \(availability.label)"
  }

  private static func followState(_ availability: ProfileActionAvailability) -> String? {
    if availability.flags.contains(.requested) { return "requested" }
    return availability.isFollowed ? "following" : nil
  }

  private static func followHint(_ availability: ProfileActionAvailability) -> String {
    if availability.flags.contains(.requested) { return "cancel" }
    return availability.isFollowed ? "unfollow" : "follow"
  }

  @MainActor
  private static func confirm(_ title: String, _ perform: @escaping @MainActor () -> Void) -> AvailableCommand {
    AvailableCommand(PostActionCommands.confirm, title: title, perform: perform)
  }

  @MainActor
  private static func muteMenu(
    hidesNotifications: Bool, _ perform: @escaping @MainActor (ProfileAction) -> Void
  ) -> [AvailableCommand] {
    let choices = zip(duration, durations).map { command, seconds in
      AvailableCommand(command) {
        perform(.mute(MuteOptions(duration: seconds, hidesNotifications: hidesNotifications)))
      }
    }
    guard hidesNotifications else { return choices }
    return choices + [AvailableCommand(keepNotifications, menu: muteMenu(hidesNotifications: false, perform))]
  }

  @MainActor
  private static func lists(
    _ lists: [ProfileActionAvailability.List], _ perform: @escaping @MainActor (ProfileAction) -> Void
  ) -> [AvailableCommand] {
    NumberedMenu.commands(PostActionCommands.option, lists) { command, list in
      AvailableCommand(command, title: list.isOn ? "remove from “\(list.title)”" : "add to “\(list.title)”") {
        perform(.addToList(!list.isOn, list.id))
      }
    }
  }
}
