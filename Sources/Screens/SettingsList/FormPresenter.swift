import Domain
import EmptyState
import Runtime
import ScreenSupport
import TerminalKit

/// Edits the values of a form, and saves them together.
@MainActor
final class FormPresenter {
  /// The summary is computed after a pause of this length in typing, in seconds.
  private static let summaryDelay = 0.3

  weak var view: (any ListScreenView<SettingsListRow>)?
  private let subject: FormSubject
  private let services: AppServices
  private let didSave: @MainActor (String) -> Void
  private let close: @MainActor () -> Void
  private var values: FormSubject.Values
  private let original: FormSubject.Values
  /// The fields whose values are typed, by name.
  private let textFields: [String: TextField]
  /// Gets what is typed while a value with choices or the button is selected.
  private let choiceField = TextField(movesCursor: false)
  /// Whether an attempt to save has failed. Until then, only fields that the user has filled in have problems.
  private var showsAllProblems = false
  /// The row to select; nil to keep the selected one.
  private var selectedIndex: Int?
  private var summary = ""
  private var summaryTask: Task<Void, Never>?
  private var saveTask: Task<Void, Never>?

  /// - Parameters:
  ///   - didSave: called with a notice after the form was saved, to close it.
  ///   - close: closes the form without saving it.
  init(
    _ subject: FormSubject, services: AppServices, didSave: @escaping @MainActor (String) -> Void,
    close: @escaping @MainActor () -> Void
  ) {
    self.subject = subject
    self.services = services
    self.didSave = didSave
    self.close = close
    original = Dictionary(subject.fields.map { ($0.name, $0.value) }, uniquingKeysWith: { first, _ in first })
    values = original
    let typed = subject.fields.filter(\.choices.isEmpty)
    textFields = Dictionary(
      typed.map { ($0.name, TextField(text: $0.value, placeholder: $0.placeholder)) },
      uniquingKeysWith: { first, _ in first })
  }

  deinit {
    summaryTask?.cancel()
    saveTask?.cancel()
  }

  private var fields: [FormField] { subject.fields }
  private var selected: FormField? { fields.indices.contains(selection) ? fields[selection] : nil }
  private func value(_ name: String) -> String { values[name] ?? "" }
}

// MARK: - Showing

extension FormPresenter: ListPresenter {
  var title: String { subject.title }
  var rowNames: RowNames { RowNames("field") }

  var header: ListHeader {
    ListHeader(title: title, account: subject.owner?.nameAndLabel ?? "", label: subject.owner?.label ?? "")
  }

  var screenContent: ScreenContent<ListRows<SettingsListRow>> {
    let rows = fields.map { field in
      SettingsListRow(
        name: field.name, value: value(field.name), kind: field.choices.isEmpty ? .text : .choices,
        // In the selected row, the cursor is in front of it.
        placeholder: " \(field.placeholder)")
    }
    let note = problem.map { ScreenNotice(text: "\($0.sentence).", severity: .failure) } ?? ScreenNotice(text: summary)
    let save = SettingsListRow(
      name: saveTask == nil ? subject.saveTitle : "saving…", value: "", kind: .button, note: note)
    return .content(ListRows(rows + [save], selection: selectedIndex, spacing: 0))
  }

  /// The first problem to show. A value that is being typed has none yet.
  private var problem: FormProblem? {
    subject.problems(with: values).first { problem in
      let isFilledIn = values[problem.field] != original[problem.field] && problem.field != selected?.name
      return showsAllProblems || isFilledIn
    }
  }

  func foot(at index: Int) -> ScreenNotice? { ScreenNotice(text: selected?.explanation ?? "") }

  /// Computes the summary of the current values.
  private func updateSummary() {
    guard subject.hasSummary else { return }
    summaryTask?.cancel()
    guard subject.problems(with: values).isEmpty else {
      summary = ""
      return render()
    }
    summaryTask = services.runner.start(for: self) { [weak self, subject, values, clock = services.clock] in
      guard (try? await clock.sleep(seconds: Self.summaryDelay)) != nil, !Task.isCancelled else { return }
      let summary = await subject.summary(of: values)
      guard let self, !Task.isCancelled else { return }
      self.summary = summary
      render()
    }
  }
}

// MARK: - Typing and choosing

extension FormPresenter {
  func viewDidLoad() { updateSummary() }

  /// A problem is shown when the user leaves its field.
  func didSelectRow(at index: Int) { render() }

  var field: TextField? { selected.flatMap { textFields[$0.name] } ?? choiceField }

  /// Typed letters choose a value that begins with them, a space the next one.
  func fieldDidChange() {
    if let selected, let field = textFields[selected.name] { return change(selected.name, to: field.text.trimmed) }
    let typed = choiceField.text.lowercased()
    choiceField.clear()
    guard let selected, !selected.allowsMultiple, !typed.isEmpty else { return }
    if typed == " " { return step(by: 1) }
    let choices = selected.choices
    let next =
      choices.firstIndex(of: value(selected.name)).map { choices[($0 + 1)...] + choices[...$0] } ?? choices[...]
    if let choice = next.first(where: { $0.lowercased().hasPrefix(typed) }) { change(selected.name, to: choice) }
  }

  private func change(_ name: String, to value: String) {
    guard self.value(name) != value else { return }
    values[name] = value
    render()
    updateSummary()
  }

  private func step(by step: Int) {
    guard let selected, !selected.allowsMultiple else { return }
    if let value = selected.choices.choice(step, after: value(selected.name)) { change(selected.name, to: value) }
  }

  private func select(_ index: Int) {
    selectedIndex = index
    render()
    selectedIndex = nil
  }
}

// MARK: - Commands

extension FormPresenter {
  func commands(at index: Int?) -> [RowCommand] {
    let leave: RowCommand.Effect =
      values == original ? .perform(close) : .confirm(FormCommands.confirmDiscard, .perform(close))
    return rowCommands + [
      RowCommand(FormCommands.save, hint: "save", .perform { self.save() }),
      RowCommand(FormCommands.discard, hint: "cancel", leave),
    ]
  }

  private var rowCommands: [RowCommand] {
    let edit = SettingsListCommands.edit
    guard let selected else { return [RowCommand(edit, subject.saveTitle, hint: "save", .perform { self.save() })] }
    guard !selected.choices.isEmpty else {
      return [RowCommand(edit, "next field", .perform { self.select(self.selection + 1) })]
    }
    let name = selected.name
    guard !selected.allowsMultiple else {
      let menu = ChoiceMenu.of(selected.choices) { [weak self] in
        selected.chosen(in: self?.value(name) ?? "")
      } toggle: { [weak self] choice in
        guard let self else { return }
        change(name, to: selected.value(value(name), toggling: choice))
      }
      return [RowCommand(edit, "choose \(name)", hint: "choose", menu)]
    }
    let menu = ChoiceMenu.of(selected.choices, current: value(name)) { [weak self] in self?.change(name, to: $0) }
    return [RowCommand(edit, "choose \(name)", hint: "choose", menu)]
      + SettingsListCommands.steps { [weak self] in self?.step(by: $0) }
  }

  /// A click on the selected value chooses the next one.
  func openRow(at index: Int) {
    if selected == nil { save() } else { step(by: 1) }
  }

  func save() {
    guard saveTask == nil else { return }
    if let problem = subject.problems(with: values).first {
      showsAllProblems = true
      select(fields.firstIndex { $0.name == problem.field } ?? selection)
      return showNotice("Not saved: \(problem.sentence).", isFailure: true)
    }
    saveTask = services.runner.start(for: self) { [weak self, subject, values] in
      let result: Result<String, FormError>
      do throws(FormError) {
        result = .success(try await subject.save(values))
      } catch {
        result = .failure(error)
      }
      guard let self, !Task.isCancelled else { return }
      saveTask = nil
      switch result {
      case .success(let notice): didSave(notice)
      case .failure(let error):
        showNotice(error.notice, isFailure: true)
        render()
      }
    }
    render()
  }
}

extension FormError {
  fileprivate var notice: String {
    mayBeSaved
      ? "Not confirmed: \(reason)".asSentence + " Save again to be sure." : "Not saved: \(reason)".asSentence
  }
}

public enum FormCommands {
  static let save = Command("save-form", "save", keys: ["C-s"], in: .write)
  static let discard = Command("discard-form", "leave without saving", keys: ["Escape"], in: .write, isDismissal: true)
  static let confirmDiscard = Command(
    "confirm-discard-form", "yes, leave without saving", keys: ["y"], in: .write, isConfirmation: true)

  public static let all = [save, discard, confirmDiscard]
}
