import Domain
import EmptyState
import Runtime
import ScreenSupport
import TerminalKit

/// Edits the values of a form, and saves them together.
@MainActor
final class FormPresenter {
  weak var view: (any ListScreenView<SettingsListRow>)?
  private let subject: FormSubject
  private let services: AppServices
  private let didSave: @MainActor (String) -> Void
  private let close: @MainActor () -> Void
  private var values: FormSubject.Values
  private let original: FormSubject.Values
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

extension FormPresenter: ValueListPresenter {
  var title: String { subject.title }

  var header: ListHeader {
    ListHeader(title: title, account: subject.owner?.nameAndLabel ?? "", label: subject.owner?.label ?? "")
  }

  var screenContent: ScreenContent<ListRows<SettingsListRow>> {
    let rows = fields.map { field in
      SettingsListRow(
        name: field.name, value: value(field.name), isDefault: value(field.name) == field.value,
        explanation: field.explanation, hasSteps: !field.choices.isEmpty, mark: "")
    }
    let problem = subject.problem(with: values)
    let note = problem.map { "\($0)." } ?? (subject.hasSummary ? summary : "")
    let save = SettingsListRow(
      name: saveTask == nil ? subject.saveTitle : "saving…", value: "", isDefault: true, explanation: note,
      hasSteps: false, mark: "", isButton: true)
    return .content(ListRows(rows + [save]))
  }

  func commands(at index: Int?) -> [RowCommand] {
    let row = selectedRow.map { valueCommands(for: $0, restoreTitle: "undo the change", restoreHint: "undo") } ?? []
    let save = RowCommand(FormCommands.save, hint: "save", .perform { self.save() })
    guard values != original else { return row + [save] }
    return row + [
      save, RowCommand(FormCommands.discard, .confirm(FormCommands.confirmDiscard, .perform(close))),
    ]
  }

  /// Computes the summary of the current values.
  private func updateSummary() {
    guard subject.hasSummary else { return }
    summaryTask?.cancel()
    guard subject.problem(with: values) == nil else {
      summary = ""
      return render()
    }
    summaryTask = services.runner.start(for: self) { [weak self, subject, values] in
      let summary = await subject.summary(of: values)
      guard let self, !Task.isCancelled else { return }
      self.summary = summary
      render()
    }
  }

  private func change(_ name: String, to value: String) {
    guard self.value(name) != value else { return }
    values[name] = value
    render()
    updateSummary()
  }
}

// MARK: - User events

extension FormPresenter {
  func viewDidLoad() { updateSummary() }

  func step(by step: Int) {
    guard let selected, !selected.choices.isEmpty else { return }
    let choices = selected.choices
    let index = choices.firstIndex(of: value(selected.name)) ?? -1
    change(selected.name, to: choices[(index + step + choices.count) % choices.count])
  }

  func edit() {
    guard let selected else { return save() }
    guard selected.choices.isEmpty else { return step(by: 1) }
    let name = selected.name
    view?.show(
      prompt(name, text: value(name), placeholder: selected.placeholder) { [weak self] in
        self?.change(name, to: $0.trimmed)
        return true
      })
  }

  func restoreDefault() {
    if let selected { change(selected.name, to: selected.value) }
  }

  func save() {
    guard saveTask == nil else { return }
    if let problem = subject.problem(with: values) {
      return showNotice("Not saved: \(problem).", isFailure: true)
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
  static let discard = Command(
    "discard-form", "leave without saving", keys: ["Escape", "q", "BSpace"], in: .write, isDismissal: true,
    over: [ProgramCommands.back, ProgramCommands.quit])
  static let confirmDiscard = Command(
    "confirm-discard-form", "yes, leave without saving", keys: ["y"], in: .write, isConfirmation: true)

  public static let all = [save, discard, confirmDiscard]
}
