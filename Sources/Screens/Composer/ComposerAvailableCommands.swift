import Domain
import PostCell
import TerminalKit

/// The available commands for each state of the composer.
@MainActor
struct ComposerAvailableCommands {
  /// The poll durations that Mastodon offers.
  private static let durations: [(seconds: Int, title: String)] = [
    (300, "5 minutes"), (1_800, "30 minutes"), (3_600, "1 hour"), (21_600, "6 hours"), (43_200, "12 hours"),
    (86_400, "1 day"), (259_200, "3 days"), (604_800, "7 days"),
  ]

  private let view: ComposerViewController
  private var presenter: any ComposerPresentation { view.presenter }
  private var composerState: ComposerState { view.viewModel.composerState }

  init(_ view: ComposerViewController) {
    self.view = view
  }

  var all: [AvailableCommand] {
    if let (prompt, field) = view.prompt { return promptCommands(prompt, field) }
    let changing = Array(joining: attachmentCommands, pollCommands, otherCommands)
    let fieldCommands = fieldCommands(changing)
    var all =
      view.selectedField == nil
      ? Array(joining: completionCommands, exitCommands, fieldCommands, changing)
      : Array(joining: fieldCommands, exitCommands, changing)
    for index in all.indices { all[index].state = composerState.states[all[index].command] }
    return all
  }

  static func title(ofPollDuration seconds: Int) -> String? { durations.first { $0.seconds == seconds }?.title }

  /// The commands for what the post does not have yet.
  var unavailable: [UnavailableCommand] {
    [UnavailableCommand](
      [ComposerCommands.describe, ComposerCommands.focus, ComposerCommands.removeFile], "No file is attached")
      + [UnavailableCommand](
        [ComposerCommands.pollDuration, ComposerCommands.multipleChoice, ComposerCommands.removePoll], "No poll yet")
      + [
        UnavailableCommand(ComposerCommands.visibility, "The visibility of a published post cannot be changed"),
        UnavailableCommand(ComposerCommands.schedule, "A published post cannot be scheduled"),
        UnavailableCommand(ComposerCommands.split, "The text fits into one post"),
      ]
  }

  private func promptCommands(_ prompt: ComposerPrompt, _ field: TextField) -> [AvailableCommand] {
    var availableCommands = [
      AvailableCommand(ComposerCommands.submit, hint: "OK") { [view] in view.submitPrompt() },
      AvailableCommand(ComposerCommands.cancel, hint: "cancel") { [view] in view.endPrompt() },
    ]
    if prompt.canBeCompleted {
      availableCommands.append(
        AvailableCommand(ComposerCommands.completePrompt, hint: "complete") {
          presenter.completePrompt(prompt, field.text)
        })
    }
    return availableCommands
  }

  private var completionCommands: [AvailableCommand] {
    guard !view.viewModel.completions.isEmpty else { return [] }
    return [
      AvailableCommand(ComposerCommands.acceptCompletion, hint: "accept") { presenter.acceptCompletion() },
      AvailableCommand(ComposerCommands.nextCompletion) { presenter.selectCompletion(by: 1) },
      AvailableCommand(ComposerCommands.previousCompletion) { presenter.selectCompletion(by: -1) },
      AvailableCommand(ComposerCommands.closeCompletions, hint: "close") { presenter.closeCompletions() },
    ]
  }

  private var exitCommands: [AvailableCommand] {
    let isCompleting = !view.viewModel.completions.isEmpty
    let isPreview = !view.viewModel.preview.isEmpty
    var sending = AvailableCommand(ComposerCommands.send, hint: "send") { presenter.send() }
    sending.hintsAllKeys = true
    var availableCommands = [sending]
    if isPreview {
      availableCommands.append(
        AvailableCommand(ComposerCommands.leave, title: "edit", hint: "edit") { presenter.togglePreview() })
    } else if !isCompleting, view.selectedField == nil {
      let hint = composerState.isEmpty ? "close" : "save"
      availableCommands.append(AvailableCommand(ComposerCommands.leave, hint: hint) { presenter.leave() })
    }
    return availableCommands
  }

  /// Tab moves between the text and the fields; Enter changes the selected field as its key does.
  /// - Parameter changing: the commands that change fields.
  private func fieldCommands(_ changing: [AvailableCommand]) -> [AvailableCommand] {
    guard view.canSelectFields else { return [] }
    let moving = [
      AvailableCommand(ComposerCommands.nextField, hint: view.selectedField == nil ? "fields" : "next") {
        view.selectField(by: 1)
      },
      AvailableCommand(ComposerCommands.previousField) { view.selectField(by: -1) },
    ]
    guard let field = view.selectedField else { return moving }
    return [changeCommand(of: field, among: changing)].compactMap(\.self) + moving + [
      AvailableCommand(ComposerCommands.fieldBelow) { view.selectField(by: 1) },
      AvailableCommand(ComposerCommands.fieldAbove) { view.selectField(by: -1) },
      AvailableCommand(ComposerCommands.leaveFields, hint: "text") { view.selectText() },
    ]
  }

  private func changeCommand(
    of field: ComposerViewModel.Field, among changing: [AvailableCommand]
  ) -> AvailableCommand? {
    let (command, hint) = (ComposerCommands.changeField, "change")
    if let file = field.file {
      return AvailableCommand(command, hint: hint) { presenter.promptForDescription(ofFile: file) }
    }
    guard let available = changing.first(where: { $0.command == field.command }) else { return nil }
    return switch available.effect {
    case .perform(let action): AvailableCommand(command, title: available.title, hint: hint, perform: action)
    case .menu(let choices): AvailableCommand(command, title: available.title, hint: hint, menu: choices())
    }
  }

  private var attachmentCommands: [AvailableCommand] {
    var availableCommands = [AvailableCommand(ComposerCommands.warning) { presenter.promptForWarning() }]
    if composerState.isNew {
      availableCommands.insert(AvailableCommand(ComposerCommands.visibility, menu: visibilities), at: 0)
    }
    guard composerState.canAttach else { return availableCommands }
    availableCommands.append(AvailableCommand(ComposerCommands.file) { presenter.promptForFile() })
    availableCommands.append(AvailableCommand(ComposerCommands.pastePicture) { presenter.pastePicture() })
    guard !composerState.files.isEmpty else { return availableCommands }
    return availableCommands + [
      menuCommand(ComposerCommands.describe, among: composerState.files) { presenter.promptForDescription(ofFile: $0) },
      menuCommand(ComposerCommands.focus, among: composerState.files) { presenter.promptForFocus(ofFile: $0) },
      menuCommand(ComposerCommands.removeFile, among: composerState.files) { presenter.removeFile($0) },
    ]
  }

  private var pollCommands: [AvailableCommand] {
    guard composerState.canAddPoll else { return [] }
    let poll = AvailableCommand(ComposerCommands.poll) { presenter.promptForPoll() }
    guard composerState.hasPoll else { return [poll] }
    let title = composerState.allowsMultiple ? "allow one choice" : "allow multiple choices"
    return [
      poll,
      menuCommand(ComposerCommands.pollDuration, among: Self.durations.map(\.title)) {
        presenter.choosePollDuration(Self.durations[$0].seconds)
      },
      AvailableCommand(ComposerCommands.multipleChoice, title: title) { presenter.toggleMultipleChoice() },
      AvailableCommand(ComposerCommands.removePoll) { presenter.removePoll() },
    ]
  }

  /// Who may quote the post, and who writes it.
  private var audienceCommands: [AvailableCommand] {
    var availableCommands: [AvailableCommand] = []
    if !composerState.quotePolicies.isEmpty {
      availableCommands.append(
        menuCommand(ComposerCommands.quotePolicy, among: composerState.quotePolicies) {
          presenter.chooseQuotePolicy(at: $0)
        })
    }
    if !composerState.otherAccounts.isEmpty {
      availableCommands.append(
        menuCommand(ComposerCommands.account, among: composerState.otherAccounts) { presenter.write(asAccountAt: $0) })
    }
    return availableCommands
  }

  private var otherCommands: [AvailableCommand] {
    audienceCommands + [
      AvailableCommand(ComposerCommands.language) { presenter.promptForLanguage() },
      AvailableCommand(ComposerCommands.sensitive) { presenter.toggleSensitive() },
    ] + (composerState.isNew ? [AvailableCommand(ComposerCommands.schedule) { presenter.promptForSchedule() }] : [])
      + [
        AvailableCommand(ComposerCommands.preview) { presenter.togglePreview() }
      ]
      + (composerState.isTooLong
        ? [AvailableCommand(ComposerCommands.split, hint: "thread") { presenter.split() }] : [])
      + [
        AvailableCommand(ComposerCommands.editor) { presenter.openInEditor() },
        AvailableCommand(ComposerCommands.next) { presenter.showNextDraft() },
        AvailableCommand(ComposerCommands.list) { presenter.showDrafts() },
        AvailableCommand(ComposerCommands.new) { presenter.startNewDraft() },
        AvailableCommand(
          ComposerCommands.discard, menu: [AvailableCommand(ComposerCommands.confirmDiscard) { presenter.discard() }]),
      ]
  }

  private var visibilities: [AvailableCommand] {
    // Each visibility has the same number everywhere.
    let others = composerState.visibilities.filter { !Visibility.common.contains($0) }
    return zip(ComposerCommands.choice, Visibility.common + others).compactMap { command, visibility in
      guard composerState.visibilities.contains(visibility) else { return nil }
      return AvailableCommand(command, title: visibility.displayName) { presenter.choose(visibility) }
    }
  }

  /// A command with a numbered menu of `titles`.
  private func menuCommand(
    _ command: Command, among titles: [String], _ choose: @escaping @MainActor (Int) -> Void
  ) -> AvailableCommand {
    AvailableCommand(
      command,
      menu: NumberedMenu.commands(count: titles.count) { numbers in
        zip(ComposerCommands.choice, numbers).map { command, number in
          AvailableCommand(command, title: titles[number]) { choose(number) }
        }
      })
  }
}
