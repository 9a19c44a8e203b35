import Domain
import EmptyState
import Runtime
import ScreenSupport
import TerminalKit

/// Edits the values of a form, and saves them together.
@MainActor
final class FormPresenter {
  weak var view: (any SettingsListView)?
  private let subject: FormSubject
  private let services: AppServices
  private let close: @MainActor (String) -> Void
  private var values: FormSubject.Values
  private let original: FormSubject.Values
  private var selection = 0
  /// The field whose value is being typed.
  private var edited: String?
  private var summary = ""
  private var summaryTask: Task<Void, Never>?
  private var saveTask: Task<Void, Never>?

  /// - Parameter close: Called with a notice after the form was saved.
  init(_ subject: FormSubject, services: AppServices, close: @escaping @MainActor (String) -> Void) {
    self.subject = subject
    self.services = services
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

extension FormPresenter {
  private func render() {
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
    view?.show(SettingsListViewModel(rows: rows + [save], selection: selection))
    view?.showStatus("\(selection + 1) of \(fields.count + 1)")
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

extension FormPresenter: SettingsListPresentation {
  func viewDidLoad() {
    let owner = subject.owner
    view?.showHeader(
      ListHeader(title: subject.title, account: owner?.nameAndLabel ?? "", label: owner?.label ?? ""))
    render()
    updateSummary()
  }

  func settingsDidChange() { render() }

  func didSelectRow(at index: Int) {
    selection = index
    view?.showStatus("\(selection + 1) of \(fields.count + 1)")
  }

  func step(by step: Int) {
    guard let selected, !selected.choices.isEmpty else { return }
    let choices = selected.choices
    let index = choices.firstIndex(of: value(selected.name)) ?? -1
    change(selected.name, to: choices[(index + step + choices.count) % choices.count])
  }

  func edit() {
    guard let selected else { return save() }
    guard selected.choices.isEmpty else { return step(by: 1) }
    edited = selected.name
    view?.showField(selected.name, text: value(selected.name), placeholder: selected.placeholder)
  }

  func submit(_ text: String) {
    let name = edited
    cancelEditing()
    if let name { change(name, to: text.trimmed) }
  }

  func cancelEditing() {
    edited = nil
    view?.hideField()
  }

  func restoreDefault() {
    if let selected { change(selected.name, to: selected.value) }
  }

  var isForm: Bool { true }
  var isChanged: Bool { values != original }

  func save() {
    guard saveTask == nil else { return }
    if let problem = subject.problem(with: values) {
      return view?.showNotice(NoticeViewModel(text: "Not saved: \(problem).", isFailure: true)) ?? ()
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
      case .success(let notice): close(notice)
      case .failure(let error):
        view?.showNotice(NoticeViewModel(text: error.notice, isFailure: true))
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
