import Domain
import TerminalKit

/// What can be done with a post at its server. Each has a place in the small menu that `a` opens, and the most common
/// ones a key of their own; where toot, tut and tooi agree on it, it is theirs.
public enum PostActionCommands {
  static let menu = "act"

  public static let compose = Command("compose", "write a post", keys: ["c"], in: .write)
  public static let outgoing = Command("outgoing", "drafts and what waits", keys: ["D"], in: .write)
  public static let reply = Command("reply", "answer", keys: ["r", "a r"], in: .write, menu: menu)
  public static let quote = Command("quote", "quote", keys: ["a Q"], in: .write, menu: menu)
  public static let edit = Command("edit-post", "change what it says", keys: ["a e"], in: .write, menu: menu)
  public static let redraft = Command(
    "redraft", "delete it, and write it anew", keys: ["a w"], in: .write, menu: menu)
  public static let favourite = Command("favourite", "favourite", keys: ["f", "a f"], in: .write, menu: menu)
  public static let repost = Command("repost", "repost", keys: ["b", "a b"], in: .write, menu: menu)
  public static let bookmark = Command("bookmark", "bookmark", keys: ["B", "a k"], in: .write, menu: menu)
  public static let vote = Command("vote", "vote", keys: ["a v"], in: .write, menu: menu)
  public static let pin = Command("pin", "pin to your profile", keys: ["a p"], in: .write, menu: menu)
  public static let muteThread = Command(
    "mute-conversation", "hear no more of this conversation", keys: ["a u"], in: .write, menu: menu)
  public static let delete = Command("delete-post", "delete", keys: ["a d"], in: .write, menu: menu)
  /// In the menu that asks once more.
  public static let confirm = Command("confirm", "yes, delete it", keys: ["y"], in: .write)
  /// In the menu of a poll's options.
  public static let option = (1...9).map { number in
    Command(
      "option-\(number)", "option \(number)", keys: [KeySequence([.character(Character("\(number)"))])], in: .write)
  }
  public static let sendVotes = Command("send-votes", "send what was chosen", keys: ["Enter"], in: .write)

  public static let all =
    [
      compose, outgoing, reply, quote, edit, redraft, favourite, repost, bookmark, vote, pin, muteThread, delete,
      confirm,
    ]
    + option + [sendVotes]
}

extension PostActionCommands {
  /// What can be done with the selected post.
  @MainActor
  static func availableCommands(on acts: PostActionAvailability, _ presenter: any PostPresentation)
    -> [AvailableCommand]
  {
    guard let entry = acts.entry else { return [] }
    func offer(_ kind: UserAction.Kind, _ command: Command, _ title: String, _ act: PostAction) -> [AvailableCommand] {
      acts.kinds.contains(kind) ? [AvailableCommand(command, title: title) { presenter.act(act, on: entry) }] : []
    }
    return Array(
      joining: writing(acts, on: entry, presenter),
      offer(.favourite, favourite, acts.isFavourite ? "take back your favourite" : "favourite", .favourite),
      offer(.repost, repost, acts.isReposted ? "take back your repost" : "repost", .repost),
      offer(.bookmark, bookmark, acts.isBookmarked ? "remove the bookmark" : "bookmark", .bookmark),
      votes(acts, on: entry, presenter),
      offer(
        .muteThread, muteThread, acts.isThreadMuted ? "hear of this conversation again" : muteThread.title, .muteThread),
      own(acts, on: entry, presenter), people(acts, on: entry, presenter))
  }

  /// What can be done with whoever wrote it, and with the notification that it is.
  @MainActor
  private static func people(_ acts: PostActionAvailability, on entry: PostKey, _ presenter: any PostPresentation)
    -> [AvailableCommand]
  {
    let onProfile = acts.person.map { availableCommands(onProfile: $0, of: entry, presenter) } ?? []
    guard acts.canBeDismissed else { return onProfile }
    let dismissing = AvailableCommand(confirm, title: "yes, dismiss it") { presenter.act(.dismiss, on: entry) }
    return onProfile + [AvailableCommand(ProfileActionCommands.dismiss, menu: [dismissing])]
  }

  @MainActor
  private static func availableCommands(
    onProfile person: ProfileActionAvailability, of entry: PostKey, _ presenter: any PostPresentation
  ) -> [AvailableCommand] {
    var availableCommands = ProfileActionCommands.availableCommands(
      on: person, isShown: false,
      current: { presenter.index(of: entry).flatMap { presenter.acts(at: $0).person } }
    ) { presenter.act($0, on: person, of: entry) }
    guard !availableCommands.isEmpty else { return [] }
    availableCommands[0].whenMenuOpens = {
      if let index = presenter.index(of: entry) { presenter.willShowActs(at: index) }
    }
    return availableCommands
  }

  @MainActor
  private static func writing(_ acts: PostActionAvailability, on entry: PostKey, _ presenter: any PostPresentation)
    -> [AvailableCommand]
  {
    let commands: [(PostActionAvailability.Writing, Command)] = [
      (.reply, reply), (.quote, quote), (.edit, edit), (.redraft, redraft),
    ]
    return commands.filter { acts.writings.contains($0.0) }.map { writing, command in
      let write: @MainActor () -> Void = { presenter.act(.write(writing), on: entry) }
      // It deletes: that is asked first.
      guard writing == .redraft else { return AvailableCommand(command, perform: write) }
      return AvailableCommand(
        command, menu: [AvailableCommand(confirm, title: "yes, delete it, and write it anew", perform: write)])
    }
  }

  @MainActor
  private static func own(_ acts: PostActionAvailability, on entry: PostKey, _ presenter: any PostPresentation)
    -> [AvailableCommand]
  {
    guard acts.isOwn else { return [] }
    var availableCommands: [AvailableCommand] = []
    if acts.kinds.contains(.pin) {
      availableCommands.append(
        AvailableCommand(pin, title: acts.isPinned ? "no longer pinned" : pin.title) { presenter.act(.pin, on: entry) })
    }
    if acts.kinds.contains(.delete) {
      availableCommands.append(
        AvailableCommand(delete, menu: [AvailableCommand(confirm) { presenter.act(.delete, on: entry) }]))
    }
    return availableCommands
  }

  /// Of several that may be chosen each is marked, and Enter sends them; one alone is asked for once more.
  @MainActor
  private static func votes(_ acts: PostActionAvailability, on entry: PostKey, _ presenter: any PostPresentation)
    -> [AvailableCommand]
  {
    guard acts.kinds.contains(.vote), !acts.options.isEmpty else { return [] }
    let options = zip(option, acts.options).enumerated().map { number, option -> AvailableCommand in
      guard !acts.allowsSeveral else {
        return AvailableCommand(option.0, title: option.1 + (acts.chosen.contains(number) ? " ✓" : "")) {
          presenter.act(.choose(number), on: entry)
        }
      }
      let voting = AvailableCommand(confirm, title: "yes, vote for “\(option.1)”") {
        presenter.act(.vote([number]), on: entry)
      }
      return AvailableCommand(option.0, title: option.1, menu: [voting])
    }
    let sending =
      acts.chosen.isEmpty ? [] : [AvailableCommand(sendVotes) { presenter.act(.vote(acts.chosen.sorted()), on: entry) }]
    return [AvailableCommand(vote, menu: options + sending)]
  }
}
