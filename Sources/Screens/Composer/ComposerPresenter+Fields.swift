import Domain
import EmptyState
import TerminalKit

// The fields of the form below the text.

extension ComposerPresenter {
  private typealias Field = ComposerViewModel.Field

  var fields: [ComposerViewModel.Field] {
    let visibility = shownVisibility
    var fields = [
      Field(
        draft.isEditing ? nil : ComposerCommands.visibility, "To", "To",
        value: visibility?.displayName ?? "your default", isSet: visibility != capabilities.defaultVisibility),
      Field(ComposerCommands.warning, "Warning", "Warn", value: draft.warning, otherwise: "none"),
      Field(
        ComposerCommands.language, "Language", "Lang", value: draft.language.map(LanguageName.label) ?? "",
        otherwise: "default"),
    ]
    if capabilities.canAttach || !draft.media.isEmpty { fields += fileFields }
    if capabilities.canAddPoll || draft.poll != nil {
      fields.append(
        Field(ComposerCommands.poll, "Poll", "Poll", value: draft.poll?.summary ?? "", otherwise: "none"))
    }
    if !draft.isEditing {
      let date = draft.publishAt.map(LocalTime.minute) ?? ""
      fields.append(Field(ComposerCommands.schedule, "Schedule", "Time", value: date, otherwise: "now"))
    }
    let canMove = draft.canMove && !dependencies.otherAccounts.isEmpty
    let account = dependencies.writer.label
    return fields + [Field(canMove ? ComposerCommands.account : nil, "From", "From", value: account, isSet: false)]
  }

  /// One to attach a file, and one for each attached file.
  private var fileFields: [Field] {
    let attaching = Field(
      capabilities.canAttach ? ComposerCommands.file : nil, "Files", "Files",
      value: draft.media.isEmpty ? "none" : "attach another", isSet: false)
    return [attaching]
      + draft.media.enumerated().map { number, file in
        var field = Field(
          capabilities.canAttach ? ComposerCommands.describe : nil, "File \(number + 1)", "\(number + 1)",
          value: file.summary, isSet: true)
        (field.file, field.isIncomplete) = (number, file.description.isEmpty)
        return field
      }
  }
}

extension ComposerViewModel.Field {
  fileprivate init(_ command: Command?, _ name: String, _ shortName: String, value: String, isSet: Bool) {
    (self.command, self.name, self.shortName) = (command, name, shortName)
    (self.value, self.isSet) = (value, isSet)
  }

  fileprivate init(
    _ command: Command?, _ name: String, _ shortName: String, value: String, otherwise default: String
  ) {
    self.init(command, name, shortName, value: value.isEmpty ? `default` : value, isSet: !value.isEmpty)
  }
}

extension DraftMedia {
  /// “▣ cat.png · a cat that sleeps · focus top”.
  fileprivate var summary: String {
    "▣ \(fileName) · \(description.isEmpty ? "no description" : description)"
      + (focus.map { " · focus \($0.text)" } ?? "")
  }
}

extension DraftPoll {
  /// “○ tea  ○ coffee · one choice · 1 day”.
  fileprivate var summary: String {
    options.map { "○ \($0)" }.joined(separator: "  ")
      + " · \(allowsMultiple ? "multiple choices" : "one choice") · \(duration.inWords)"
      + (hidesTotals ? " · totals hidden until then" : "")
  }
}
