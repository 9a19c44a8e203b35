import Domain
import TerminalKit

/// What can be done in each state of the screen.
@MainActor
struct ComposerAvailableCommands {
  /// How long a poll can be answered, in seconds.
  private static let durations: [(seconds: Int, title: String)] = [
    (300, "5 minutes"), (1_800, "30 minutes"), (3_600, "1 hour"), (21_600, "6 hours"), (43_200, "12 hours"),
    (86_400, "1 day"), (259_200, "3 days"), (604_800, "7 days"),
  ]

  private let view: ComposerViewController
  private var presenter: any ComposerPresentation { view.presenter }
  private var abilities: ComposerCapabilities { view.viewModel.abilities }

  init(_ view: ComposerViewController) {
    self.view = view
  }

  var all: [AvailableCommand] {
    if let (prompt, field) = view.prompt { return asking(prompt, field) }
    return Array(joining: completing, leaving, attachments, poll, rest)
  }

  private func asking(_ prompt: ComposerPrompt, _ field: TextField) -> [AvailableCommand] {
    var availableCommands = [
      AvailableCommand(ComposerCommands.submit, hint: "take it") { [view] in view.submitPrompt() },
      AvailableCommand(ComposerCommands.cancel, hint: "leave it") { [view] in view.endPrompt() },
    ]
    if case .file = prompt {
      availableCommands.append(
        AvailableCommand(ComposerCommands.completePrompt, hint: "complete") {
          presenter.completePrompt(prompt, field.text)
        })
    }
    return availableCommands
  }

  private var completing: [AvailableCommand] {
    guard !view.viewModel.completions.isEmpty else { return [] }
    return [
      AvailableCommand(ComposerCommands.acceptCompletion, hint: "take it") { presenter.acceptCompletion() },
      AvailableCommand(ComposerCommands.nextCompletion) { presenter.completeNext(by: 1) },
      AvailableCommand(ComposerCommands.previousCompletion) { presenter.completeNext(by: -1) },
      AvailableCommand(ComposerCommands.closeCompletions, hint: "type on") { presenter.closeCompletions() },
    ]
  }

  private var leaving: [AvailableCommand] {
    let isCompleting = !view.viewModel.completions.isEmpty
    let isPreview = !view.viewModel.preview.isEmpty
    var availableCommands = [AvailableCommand(ComposerCommands.send, hint: "send") { presenter.send() }]
    if isPreview {
      availableCommands.append(
        AvailableCommand(ComposerCommands.leave, title: "write on", hint: "write on") { presenter.togglePreview() })
    } else if !isCompleting {
      let hint = abilities.isEmpty ? "leave" : "keep"
      availableCommands.append(AvailableCommand(ComposerCommands.leave, hint: hint) { presenter.leave() })
    }
    return availableCommands
  }

  private var attachments: [AvailableCommand] {
    var availableCommands = [
      AvailableCommand(ComposerCommands.visibility, menu: visibilities),
      AvailableCommand(ComposerCommands.warning) { presenter.askForWarning() },
    ]
    guard abilities.canAttach else { return availableCommands }
    availableCommands.append(AvailableCommand(ComposerCommands.file) { presenter.askForFile() })
    guard !abilities.files.isEmpty else { return availableCommands }
    return availableCommands + [
      choosing(ComposerCommands.describe, among: abilities.files) { presenter.askForDescription(ofFile: $0) },
      choosing(ComposerCommands.removeFile, among: abilities.files) { presenter.removeFile($0) },
    ]
  }

  private var poll: [AvailableCommand] {
    guard abilities.canAsk else { return [] }
    let asking = AvailableCommand(ComposerCommands.poll) { presenter.askForPoll() }
    guard abilities.hasPoll else { return [asking] }
    let title = abilities.allowsSeveral ? "one answer alone" : "several answers"
    return [
      asking,
      choosing(ComposerCommands.pollDuration, among: Self.durations.map(\.title)) {
        presenter.choosePollDuration(Self.durations[$0].seconds)
      },
      AvailableCommand(ComposerCommands.several, title: title) { presenter.toggleSeveral() },
      AvailableCommand(ComposerCommands.removePoll) { presenter.removePoll() },
    ]
  }

  private var rest: [AvailableCommand] {
    [
      AvailableCommand(ComposerCommands.language) { presenter.askForLanguage() },
      AvailableCommand(ComposerCommands.sensitive) { presenter.toggleSensitive() },
    ] + (abilities.isNew ? [AvailableCommand(ComposerCommands.schedule) { presenter.askForSchedule() }] : []) + [
      AvailableCommand(ComposerCommands.preview) { presenter.togglePreview() }
    ] + (abilities.isTooLong ? [AvailableCommand(ComposerCommands.split, hint: "thread") { presenter.split() }] : [])
      + [
        AvailableCommand(ComposerCommands.editor) { presenter.openInEditor() },
        AvailableCommand(ComposerCommands.next) { presenter.showNextDraft() },
        AvailableCommand(ComposerCommands.list) { presenter.showDrafts() },
        AvailableCommand(ComposerCommands.new) { presenter.beginAnother() },
        AvailableCommand(
          ComposerCommands.discard, menu: [AvailableCommand(ComposerCommands.confirmDiscard) { presenter.discard() }]),
      ]
  }

  private var visibilities: [AvailableCommand] {
    // Each has the same number wherever it can be chosen.
    let others = abilities.visibilities.filter { !Visibility.common.contains($0) }
    return zip(ComposerCommands.choice, Visibility.common + others).compactMap { command, visibility in
      guard abilities.visibilities.contains(visibility) else { return nil }
      return AvailableCommand(command, title: visibility.words) { presenter.choose(visibility) }
    }
  }

  private func choosing(
    _ command: Command, among titles: [String], _ choose: @escaping @MainActor (Int) -> Void
  ) -> AvailableCommand {
    AvailableCommand(
      command,
      menu: zip(ComposerCommands.choice, titles).enumerated().map { number, choice in
        AvailableCommand(choice.0, title: choice.1) { choose(number) }
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
