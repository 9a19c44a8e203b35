import Domain
import TerminalKit

/// What can be done in each state of the screen.
@MainActor
struct ComposerOffers {
  /// How long a poll can be answered, in seconds.
  private static let durations: [(seconds: Int, title: String)] = [
    (300, "5 minutes"), (1_800, "30 minutes"), (3_600, "1 hour"), (21_600, "6 hours"), (43_200, "12 hours"),
    (86_400, "1 day"), (259_200, "3 days"), (604_800, "7 days"),
  ]

  private let view: ComposerViewController
  private var presenter: any ComposerPresentation { view.presenter }
  private var abilities: ComposerAbilities { view.viewModel.abilities }

  init(_ view: ComposerViewController) {
    self.view = view
  }

  var all: [Offer] {
    if let (prompt, field) = view.prompt { return asking(prompt, field) }
    return Array(joining: completing, leaving, attachments, poll, rest)
  }

  private func asking(_ prompt: ComposerPrompt, _ field: TextField) -> [Offer] {
    var offers = [
      Offer(ComposerCommands.submit, hint: "take it") { [view] in view.submitPrompt() },
      Offer(ComposerCommands.cancel, hint: "leave it") { [view] in view.endPrompt() },
    ]
    if case .file = prompt {
      offers.append(
        Offer(ComposerCommands.completePrompt, hint: "complete") { presenter.completePrompt(prompt, field.text) })
    }
    return offers
  }

  private var completing: [Offer] {
    guard !view.viewModel.completions.isEmpty else { return [] }
    return [
      Offer(ComposerCommands.acceptCompletion, hint: "take it") { presenter.acceptCompletion() },
      Offer(ComposerCommands.nextCompletion) { presenter.completeNext(by: 1) },
      Offer(ComposerCommands.previousCompletion) { presenter.completeNext(by: -1) },
      Offer(ComposerCommands.closeCompletions, hint: "type on") { presenter.closeCompletions() },
    ]
  }

  private var leaving: [Offer] {
    let isCompleting = !view.viewModel.completions.isEmpty
    let isPreview = !view.viewModel.preview.isEmpty
    var offers = [Offer(ComposerCommands.send, hint: "send") { presenter.send() }]
    if isPreview {
      offers.append(Offer(ComposerCommands.leave, title: "write on", hint: "write on") { presenter.togglePreview() })
    } else if !isCompleting {
      let hint = abilities.isEmpty ? "leave" : "keep"
      offers.append(Offer(ComposerCommands.leave, hint: hint) { presenter.leave() })
    }
    return offers
  }

  private var attachments: [Offer] {
    var offers = [
      Offer(ComposerCommands.visibility, menu: visibilities),
      Offer(ComposerCommands.warning) { presenter.askForWarning() },
    ]
    guard abilities.canAttach else { return offers }
    offers.append(Offer(ComposerCommands.file) { presenter.askForFile() })
    guard !abilities.files.isEmpty else { return offers }
    return offers + [
      choosing(ComposerCommands.describe, among: abilities.files) { presenter.askForDescription(ofFile: $0) },
      choosing(ComposerCommands.removeFile, among: abilities.files) { presenter.removeFile($0) },
    ]
  }

  private var poll: [Offer] {
    guard abilities.canAsk else { return [] }
    let asking = Offer(ComposerCommands.poll) { presenter.askForPoll() }
    guard abilities.hasPoll else { return [asking] }
    let title = abilities.allowsSeveral ? "one answer alone" : "several answers"
    return [
      asking,
      choosing(ComposerCommands.pollDuration, among: Self.durations.map(\.title)) {
        presenter.choosePollDuration(Self.durations[$0].seconds)
      },
      Offer(ComposerCommands.several, title: title) { presenter.toggleSeveral() },
      Offer(ComposerCommands.removePoll) { presenter.removePoll() },
    ]
  }

  private var rest: [Offer] {
    [
      Offer(ComposerCommands.language) { presenter.askForLanguage() },
      Offer(ComposerCommands.sensitive) { presenter.toggleSensitive() },
    ] + (abilities.isNew ? [Offer(ComposerCommands.schedule) { presenter.askForSchedule() }] : []) + [
      Offer(ComposerCommands.preview) { presenter.togglePreview() }
    ] + (abilities.isTooLong ? [Offer(ComposerCommands.split, hint: "thread") { presenter.split() }] : []) + [
      Offer(ComposerCommands.editor) { presenter.openInEditor() },
      Offer(ComposerCommands.next) { presenter.showNextDraft() },
      Offer(ComposerCommands.list) { presenter.showDrafts() },
      Offer(ComposerCommands.new) { presenter.beginAnother() },
      Offer(
        ComposerCommands.discard, menu: [Offer(ComposerCommands.confirmDiscard) { presenter.discard() }]),
    ]
  }

  private var visibilities: [Offer] {
    // Each has the same number wherever it can be chosen.
    let others = abilities.visibilities.filter { !Visibility.common.contains($0) }
    return zip(ComposerCommands.choice, Visibility.common + others).compactMap { command, visibility in
      guard abilities.visibilities.contains(visibility) else { return nil }
      return Offer(command, title: visibility.words) { presenter.choose(visibility) }
    }
  }

  private func choosing(
    _ command: Command, among titles: [String], _ choose: @escaping @MainActor (Int) -> Void
  ) -> Offer {
    Offer(
      command,
      menu: zip(ComposerCommands.choice, titles).enumerated().map { number, choice in
        Offer(choice.0, title: choice.1) { choose(number) }
      })
  }
}

extension Visibility {
  /// Who may read a post, for people.
  var words: String {
    switch self {
    case .public: "everybody, and it is listed"
    case .unlisted: "everybody, and it is not listed"
    case .followers: "followers"
    case .direct: "direct: who is mentioned"
    case .other: fact
    }
  }
}
