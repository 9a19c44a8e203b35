import Domain
import TerminalKit

/// The actions on a post at its server. Each is in the menu that `a` opens, and the most common ones have a key of
/// their own. Keys on which toot, tut and tooi agree are the same here.
public enum PostActionCommands {
  /// The title of the `a` menu.
  public static let menu = "actions"

  public static let compose = Command(
    "compose", "write a post",
    synonyms: ["new post", "post", "tweet", "toot", "compose", "emoji", "publish"],
    keys: ["c"], in: .write)
  public static let outbox = Command(
    "outgoing", "drafts and outbox", synonyms: ["scheduled posts", "queue", "unsent", "waiting", "pending"],
    keys: ["D"],
    in: .write)
  /// Opens the post that was sent last.
  public static let showSent = Command(
    "show-sent", "show the post sent last", synonyms: ["my post", "last post"], keys: ["'"], in: .write)
  public static let reply = Command(
    "reply", "reply", synonyms: ["answer", "respond", "comment"], keys: ["r", "a r"], in: .write, menu: menu)
  public static let quote = Command("quote", "quote", synonyms: ["quote post"], keys: ["a Q"], in: .write, menu: menu)
  public static let edit = Command(
    "edit-post", "edit", synonyms: ["change", "correct"], keys: ["a e"], in: .write, menu: menu)
  public static let redraft = Command(
    "redraft", "delete and redraft", synonyms: ["rewrite", "re-draft", "delete and re-draft"], keys: ["a w"],
    in: .write, menu: menu)
  public static let favourite = Command(
    "favourite", "like", synonyms: ["favourite", "favorite", "star", "heart"], keys: ["f", "a f"], in: .write,
    menu: menu)
  public static let repost = Command(
    "repost", "repost", synonyms: ["boost", "retweet", "reblog", "share"], keys: ["b", "a b"], in: .write, menu: menu)
  public static let bookmark = Command(
    "bookmark", "bookmark", synonyms: ["save"], keys: ["B", "a k"], in: .write, menu: menu)
  public static let vote = Command("vote", "vote", synonyms: ["polls"], keys: ["a v"], in: .write, menu: menu)
  public static let pin = Command(
    "pin", "pin to your profile", synonyms: ["pin", "unpin", "feature"], keys: ["a p"], in: .write, menu: menu)
  public static let muteThread = Command(
    "mute-conversation", "mute this conversation", synonyms: ["mute thread", "leave conversation"], keys: ["a u"],
    in: .write, menu: menu)
  public static let quotePolicy = Command(
    "quote-policy", "who may quote it", synonyms: ["quote approval", "allow quotes", "forbid quotes"], keys: ["a q"],
    in: .write, menu: menu)
  public static let revokeQuote = Command(
    "revoke-quote", "take your post out of this quote", synonyms: ["revoke quote", "detach quote"], keys: ["a o"],
    in: .write, menu: menu)
  public static let delete = Command(
    "delete-post", "delete", synonyms: ["remove", "erase"], keys: ["a d"], in: .write, menu: menu)
  public static let translate = Command(
    "translate", "translate", synonyms: ["translation", "language", "original text"], keys: ["a T"], in: .read,
    menu: menu)
  /// Confirms an action in the menu that asks for it.
  public static let confirm = Command("confirm", "yes, delete it", keys: ["y"], in: .write, isConfirmation: true)
  /// The options of a poll, or the user's lists.
  public static let option = (1...9).map { number in
    Command(
      "option-\(number)", "option \(number)", keys: [KeySequence([.character(Character("\(number)"))])], in: .write)
  }
  static let sendVotes = Command("send-votes", "send your vote", keys: ["Enter"], in: .write)

  public static let all =
    [
      compose, outbox, showSent, reply, quote, edit, redraft, favourite, repost, bookmark, vote, pin, muteThread,
      quotePolicy, revokeQuote, delete, asAnotherAccount, translate, confirm,
    ]
    + option + [sendVotes, NumberedMenu.more] + otherAccountActions.map(\.command)
}

extension PostActionCommands {
  /// The commands for the selected post.
  @MainActor
  static func availableCommands(on availability: PostActionAvailability, _ presenter: any PostPresentation)
    -> [AvailableCommand]
  {
    guard let entry = availability.entry else { return [] }
    /// - Parameter done: the title and the state after the action; nil if it was not done.
    func command(
      _ kind: UserAction.Kind, _ command: Command, _ done: (title: String, state: String)?, _ action: PostAction
    ) -> [AvailableCommand] {
      guard availability.kinds.contains(kind) else { return [] }
      return [
        AvailableCommand(command, title: done?.title, state: done?.state) { presenter.perform(action, on: entry) }
      ]
    }
    let translating = translation(availability, on: entry, presenter)
    let isForeign = availability.translation?.isForeign == true
    return Array(
      joining: isForeign ? translating : [], writing(availability, on: entry, presenter),
      inActingAccount(availability, on: entry, presenter),
      command(.favourite, favourite, availability.isFavourite ? ("unlike", "liked") : nil, .favourite),
      command(.repost, repost, availability.isReposted ? ("undo repost", "reposted") : nil, .repost),
      command(.bookmark, bookmark, availability.isBookmarked ? ("remove bookmark", "bookmarked") : nil, .bookmark),
      votes(availability, on: entry, presenter),
      command(
        .muteThread, muteThread, availability.isThreadMuted ? ("unmute this conversation", "muted") : nil,
        .muteThread),
      own(availability, on: entry, presenter), quoting(availability, on: entry, presenter),
      profileCommands(availability, on: entry, presenter), isForeign ? [] : translating,
      otherAccounts(availability, on: entry, presenter))
  }

  @MainActor
  private static func translation(
    _ availability: PostActionAvailability, on entry: PostKey, _ presenter: any PostPresentation
  ) -> [AvailableCommand] {
    guard let translation = availability.translation else { return [] }
    let title =
      translation.isShown
      ? "show the original text" : translation.language.map { "translate from \($0)" } ?? translate.title
    return [AvailableCommand(translate, title: title) { presenter.perform(.translate, on: entry) }]
  }

  /// The commands for the author, or for the accounts and the notification of a row.
  @MainActor
  private static func profileCommands(
    _ availability: PostActionAvailability, on entry: PostKey, _ presenter: any PostPresentation
  )
    -> [AvailableCommand]
  {
    let onProfile = availability.profileActions.map { availableCommands(onProfile: $0, of: entry, presenter) } ?? []
    guard availability.canBeDismissed else { return onProfile }
    let isConversation = availability.isConversation
    let dismissing = AvailableCommand(confirm, title: isConversation ? "yes, remove it" : "yes, dismiss it") {
      presenter.perform(.dismiss, on: entry)
    }
    return onProfile + [
      AvailableCommand(
        ProfileActionCommands.dismiss, title: isConversation ? "remove this conversation" : nil, menu: [dismissing])
    ]
  }

  @MainActor
  private static func availableCommands(
    onProfile availability: ProfileActionAvailability, of entry: PostKey, _ presenter: any PostPresentation
  ) -> [AvailableCommand] {
    var availableCommands = ProfileActionCommands.availableCommands(
      on: availability, isShown: false,
      current: { presenter.index(of: entry).flatMap { presenter.availability(at: $0).profileActions } }
    ) { presenter.perform($0, on: availability, of: entry) }
    guard !availableCommands.isEmpty else { return [] }
    availableCommands[0].onMenuOpen = {
      if let index = presenter.index(of: entry) { presenter.willShowActionMenu(at: index) }
    }
    return availableCommands
  }

  @MainActor
  private static func writing(
    _ availability: PostActionAvailability, on entry: PostKey, _ presenter: any PostPresentation
  )
    -> [AvailableCommand]
  {
    let commands: [(PostActionAvailability.WritingAction, Command)] = [
      (.reply, reply), (.quote, quote), (.edit, edit), (.redraft, redraft),
    ]
    return commands.filter { availability.writingActions.contains($0.0) }.map { writing, command in
      let write: @MainActor () -> Void = { presenter.perform(.write(writing), on: entry) }
      // It deletes the post, so it has to be confirmed.
      guard writing == .redraft else { return AvailableCommand(command, perform: write) }
      return AvailableCommand(
        command, menu: [AvailableCommand(confirm, title: "yes, delete and redraft", perform: write)])
    }
  }

  /// The commands that set who may quote the user's post, and that take it out of a quote.
  @MainActor
  private static func quoting(
    _ availability: PostActionAvailability, on entry: PostKey, _ presenter: any PostPresentation
  ) -> [AvailableCommand] {
    var availableCommands: [AvailableCommand] = []
    if availability.canSetQuotePolicy {
      let policies = zip(option, QuotePolicy.allCases).map { command, policy in
        AvailableCommand(command, title: policy.clause) { presenter.perform(.setQuotePolicy(policy), on: entry) }
      }
      availableCommands.append(AvailableCommand(quotePolicy, menu: policies))
    }
    if let quoted = availability.revocableQuote {
      let revoking = AvailableCommand(confirm, title: "yes, take it out for good") {
        presenter.perform(.revokeQuote(of: quoted), on: entry)
      }
      availableCommands.append(AvailableCommand(revokeQuote, menu: [revoking]))
    }
    return availableCommands
  }

  @MainActor
  private static func own(_ availability: PostActionAvailability, on entry: PostKey, _ presenter: any PostPresentation)
    -> [AvailableCommand]
  {
    guard availability.isOwn else { return [] }
    var availableCommands: [AvailableCommand] = []
    if availability.kinds.contains(.pin) {
      availableCommands.append(
        AvailableCommand(
          pin, title: availability.isPinned ? "unpin from your profile" : nil,
          state: availability.isPinned ? "pinned" : nil
        ) { presenter.perform(.pin, on: entry) })
    }
    if availability.kinds.contains(.delete) {
      availableCommands.append(
        AvailableCommand(delete, menu: [AvailableCommand(confirm) { presenter.perform(.delete, on: entry) }]))
    }
    return availableCommands
  }

  @MainActor
  private static func votes(
    _ availability: PostActionAvailability, on entry: PostKey, _ presenter: any PostPresentation
  )
    -> [AvailableCommand]
  {
    guard availability.kinds.contains(.vote), !availability.options.isEmpty else { return [] }
    return [AvailableCommand(vote, menu: options(of: availability, on: entry, presenter))]
  }

  /// With multiple choices, each option is toggled and Enter sends them. A single choice has to be confirmed.
  @MainActor
  private static func options(
    of availability: PostActionAvailability, on entry: PostKey, _ presenter: any PostPresentation
  ) -> [AvailableCommand] {
    let titles = availability.options
    return NumberedMenu.commands(count: titles.count) { numbers in
      guard availability.allowsMultipleChoices else {
        return zip(option, numbers).map { command, number in
          let voting = AvailableCommand(confirm, title: "yes, vote for “\(titles[number])”") {
            presenter.perform(.vote([number]), on: entry)
          }
          return AvailableCommand(command, title: titles[number], menu: [voting])
        }
      }
      let chosen = presenter.index(of: entry).map { presenter.availability(at: $0).chosen } ?? []
      let toggles = zip(option, numbers).map { command, number in
        var toggle = AvailableCommand(command, title: titles[number] + (chosen.contains(number) ? " ✓" : "")) {
          presenter.perform(.choose(number), on: entry)
        }
        toggle.keepsMenuOpen = true
        return toggle
      }
      let sending = AvailableCommand(sendVotes) { presenter.perform(.vote(chosen.sorted()), on: entry) }
      return toggles + (chosen.isEmpty ? [] : [sending])
    }
  }
}
