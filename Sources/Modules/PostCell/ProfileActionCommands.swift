import Domain
import TerminalKit

/// What can be done with somebody at their server, from the screen that shows them and from what they have written.
public enum ProfileActionCommands {
  private static func command(_ id: String, _ title: String, _ keys: KeySequence...) -> Command {
    Command(id, title, keys: keys, in: .write, menu: PostActionCommands.menu)
  }

  /// On the screen that shows them. Elsewhere `f` is a favourite.
  public static let follow = command("follow", "follow", "f", "a f")
  public static let followAuthor = command("follow-author", "follow who wrote this", "a F")
  public static let mute = command("mute", "mute", "a m")
  public static let block = command("block", "block", "a X")
  public static let reposts = command("hide-reposts", "hide their reposts", "a R")
  public static let list = command("add-to-list", "put on a list", "a l")
  public static let report = command("report", "report", "a !")
  public static let accept = command("accept-follower", "let them follow you", "=", "a y")
  public static let refuse = command("refuse-follower", "do not let them follow you", "-", "a n")
  public static let dismiss = command("dismiss", "dismiss this notification", "a x")
  public static let followTag = command("follow-tag", "follow this tag", "a t")

  /// In the menu of how long somebody is muted.
  public static let duration = [
    ("good", "for good", "1"), ("hour", "for an hour", "2"), ("day", "for a day", "3"), ("week", "for 7 days", "4"),
  ].map { id, title, key in Command("mute-for-\(id)", title, keys: [KeySequence([.character(key)])], in: .write) }
  public static let keepNotifications = Command(
    "mute-posts-only", "hide posts, but tell me what they do", keys: ["n"], in: .write)

  public static let all =
    [follow, followAuthor, mute, block, reposts, list, report, accept, refuse, dismiss, followTag] + duration
    + [keepNotifications]
}

extension ProfileActionCommands {
  /// In seconds, as `duration` names them; nil: for good.
  private static let durations: [Int?] = [nil, 3_600, 86_400, 604_800]

  /// What can be done with somebody.
  /// - Parameters:
  ///   - isShown: whether the screen shows them: to follow them is what one does there.
  ///   - current: what is known by the time that it is asked for; nil where the entry is gone.
  ///   - perform: does it.
  @MainActor
  public static func availableCommands(
    on acts: ProfileActionAvailability, isShown: Bool, current: (@MainActor () -> ProfileActionAvailability?)? = nil,
    perform: @escaping @MainActor (ProfileAction) -> Void
  ) -> [AvailableCommand] {
    let label = acts.label
    var availableCommands: [AvailableCommand] = []
    func add(_ kind: UserAction.Kind, _ offer: @autoclosure () -> AvailableCommand) {
      if acts.kinds.contains(kind) { availableCommands.append(offer()) }
    }
    if acts.ties.contains(.requestedBy) {
      add(
        .acceptFollower,
        AvailableCommand(
          accept, title: "let \(label) follow you", hint: "accept",
          menu: [confirm("yes, let \(label) follow you") { perform(.accept(true)) }]))
      add(
        .acceptFollower,
        AvailableCommand(
          refuse, title: "do not let \(label) follow you", hint: "refuse",
          menu: [confirm("yes, refuse \(label)") { perform(.accept(false)) }]))
    }
    if isShown || !acts.isBlocked {
      var offer = AvailableCommand(
        isShown ? follow : followAuthor, title: following(acts), hint: isShown ? hint(acts) : nil
      ) { perform(.follow(!(current?() ?? acts).isFollowed)) }
      if let current { offer.serverTitle = { following(current() ?? acts) } }
      add(.follow, offer)
    }
    if acts.isMuted {
      add(.mute, AvailableCommand(mute, title: "no longer mute \(label)") { perform(.mute(nil)) })
    } else {
      add(.mute, AvailableCommand(mute, title: "mute \(label)", menu: muting(hidesNotifications: true, perform)))
    }
    if acts.isBlocked {
      add(.block, AvailableCommand(block, title: "no longer block \(label)") { perform(.block(false)) })
    } else {
      add(
        .block,
        AvailableCommand(
          block, title: "block \(label)", menu: [confirm("yes, block \(label)") { perform(.block(true)) }]))
    }
    if acts.ties.contains(.following) {
      let shows = acts.ties.contains(.showingReposts)
      add(
        .showReposts,
        AvailableCommand(reposts, title: shows ? "hide what \(label) reposts" : "show what \(label) reposts") {
          perform(.showReposts(!shows))
        })
    }
    if !acts.lists.isEmpty {
      add(.addToList, AvailableCommand(list, title: "lists of \(label)", menu: lists(acts, perform)))
    }
    add(.report, AvailableCommand(report, title: "report \(label)") { perform(.report) })
    return availableCommands
  }

  private static func following(_ acts: ProfileActionAvailability) -> String {
    // Nobody is offered to follow whom they follow.
    if acts.isUncertain, !acts.isFollowed { return "follow or unfollow \(acts.label)" }
    if acts.ties.contains(.requested) { return "no longer ask to follow \(acts.label)" }
    return acts.isFollowed ? "unfollow \(acts.label)" : "follow \(acts.label)"
  }

  private static func hint(_ acts: ProfileActionAvailability) -> String {
    if acts.ties.contains(.requested) { return "withdraw" }
    return acts.isFollowed ? "unfollow" : "follow"
  }

  @MainActor
  private static func confirm(_ title: String, _ perform: @escaping @MainActor () -> Void) -> AvailableCommand {
    AvailableCommand(PostActionCommands.confirm, title: title, perform: perform)
  }

  @MainActor
  private static func muting(
    hidesNotifications: Bool, _ perform: @escaping @MainActor (ProfileAction) -> Void
  ) -> [AvailableCommand] {
    let choices = zip(duration, durations).map { command, seconds in
      AvailableCommand(command) { perform(.mute(MuteTerms(duration: seconds, hidesNotifications: hidesNotifications))) }
    }
    guard hidesNotifications else { return choices }
    return choices + [AvailableCommand(keepNotifications, menu: muting(hidesNotifications: false, perform))]
  }

  @MainActor
  private static func lists(_ acts: ProfileActionAvailability, _ perform: @escaping @MainActor (ProfileAction) -> Void)
    -> [AvailableCommand]
  {
    zip(PostActionCommands.option, acts.lists).map { command, list in
      AvailableCommand(command, title: list.isOn ? "take off “\(list.title)”" : "put on “\(list.title)”") {
        perform(.addToList(!list.isOn, list.id))
      }
    }
  }
}
