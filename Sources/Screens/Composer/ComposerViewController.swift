import EmptyState
import PostCell
import TerminalKit

/// Edits the text, draws it with the form below, and turns commands into presenter calls.
@MainActor
final class ComposerViewController: ViewController {
  let title = "Compose"
  var needsDisplay: (@MainActor () -> Void)?

  let presenter: any ComposerPresentation
  private let keymap: Observed<Keymap>
  private let editor: TextEditor
  private(set) var viewModel = ComposerViewModel(title: "", account: "", label: "")
  private(set) var prompt: (prompt: ComposerPrompt, field: TextField)?
  private var noticeLine = NoticeLine()
  /// The form below the text as it was last drawn; nil before.
  private var form: ComposerForm?
  private var selectedID: ComposerViewModel.Field.ID?

  init(presenter: any ComposerPresentation, placeholder: String, clipboard: any Clipboard, keymap: Observed<Keymap>) {
    self.presenter = presenter
    self.keymap = keymap
    editor = TextEditor(presenter.text, placeholder: placeholder)
    editor.didChange = { [weak self] in self?.editorDidChange($0) }
    editor.didCopy = { clipboard.copy($0) }
  }

  var focusedField: TextField? { prompt?.field }
  var focusedEditor: TextEditor? { prompt == nil && viewModel.preview.isEmpty ? editor : nil }

  var header: ScreenHeader? {
    ScreenHeader(.title(viewModel.title), account: viewModel.account, label: viewModel.label)
  }

  var notice: ScreenNotice? { noticeLine.visibleNotice?.screenNotice }

  var bottomLine: BottomLine {
    if let prompt { return .prompt(prompt.prompt.label, prompt.field) }
    let isThread = viewModel.preview.count > 1
    let isTooLong = viewModel.left < 0 && !isThread
    let left = isTooLong ? "\(-viewModel.left) over" : "\(viewModel.left) left"
    let count = isThread ? "\(viewModel.preview.count) posts" : left
    return .persistent(
      PersistentStatus(
        text: ([count] + viewModel.facts.filter { form?.values.contains($0) != true }).joined(separator: " · "),
        brief: isThread ? count : "\(viewModel.left)",
        isFailure: isTooLong))
  }

  var availableCommands: [AvailableCommand] { ComposerAvailableCommands(self).all }
  var unavailableCommands: [UnavailableCommand] { ComposerAvailableCommands(self).unavailable }

  func viewDidLoad() { presenter.viewDidLoad() }
  func viewWillDisappear() { presenter.viewWillDisappear() }
  var unsavedText: String? { presenter.unsavedText }
  func settingsDidChange() {
    // Notices may contain keys of the old keymap.
    _ = noticeLine.keyWasPressed()
    presenter.settingsDidChange()
  }

  var canDismissNotice: Bool { noticeLine.canDismiss }

  func dismissNotice() {
    noticeLine.dismiss()
    needsDisplay?()
  }

  func endEditing() { endPrompt() }

  func willHandleKey() {
    if noticeLine.keyWasPressed() { needsDisplay?() }
  }

  func fieldDidChange() {
    if let prompt { presenter.promptDidChange(prompt.prompt, prompt.field.text) }
  }

  func submitPrompt() {
    guard let (prompt, field) = prompt else { return }
    endPrompt()
    presenter.promptDidEnd(prompt, field.text)
  }

  func endPrompt() {
    prompt = nil
    needsDisplay?()
  }

  private func editorDidChange(_ change: TextEditor.Change) {
    selectedID = nil
    let cursor = editor.content.byte(at: editor.content.cursor)
    switch change {
    case .text: presenter.textDidChange(editor.text, cursor: cursor)
    case .selection: presenter.cursorDidMove(to: cursor)
    }
    needsDisplay?()
  }
}

// MARK: - Fields

extension ComposerViewController {
  /// The fields that Tab reaches, in the order on the screen.
  private var changeableFields: [ComposerViewModel.Field.ID] {
    form?.changeable ?? viewModel.fields.filter { $0.command != nil }.map(\.id)
  }

  var canSelectFields: Bool { viewModel.preview.isEmpty && !changeableFields.isEmpty }

  /// The field with the focus; nil if the text has it.
  var selectedField: ComposerViewModel.Field? {
    guard canSelectFields, let selectedID, changeableFields.contains(selectedID) else { return nil }
    return viewModel.fields.first { $0.id == selectedID }
  }

  /// Selects the next or previous field. The text is before the first and after the last one.
  func selectField(by step: Int) {
    let stops = [nil] + changeableFields
    let index = stops.firstIndex(of: selectedField?.id) ?? 0
    selectedID = stops[(index + step + stops.count) % stops.count]
    presenter.closeCompletions()
  }

  func selectText() {
    selectedID = nil
    needsDisplay?()
  }
}

// MARK: - Drawing

extension ComposerViewController {
  /// The column at which posts start in lists.
  private static let leftEdge = 3
  /// Below this height only the text is shown.
  private static let minHeightForSubject = 10
  /// Below this width the form begins further left than the text.
  private static let minWidthForAlignment = 30

  func draw(on canvas: inout Canvas, in area: Rect) {
    let column = area.width > 2 * Self.leftEdge + 10 ? area.column + Self.leftEdge : area.column
    let width = min(PostCellLayout.maxTextWidth, area.column + area.width - column - 1)
    guard width > 0, area.height > 0 else { return }
    func draw(_ lines: [StyledText], fromRow row: Int) {
      for (index, line) in lines.enumerated() {
        canvas.draw(line, row: row + index, column: column, width: width)
      }
    }
    guard viewModel.preview.isEmpty else {
      form = nil
      return draw(Array(previewLines(width: width).prefix(area.height)), fromRow: area.row)
    }
    let subject = Array(subjectLines(width: width, height: area.height).prefix(area.height - 1))
    draw(subject, fromRow: area.row)
    let (top, height) = (area.row + subject.count, area.height - subject.count)
    let completions = completionLines.prefix(height / 2)
    let formColumn = area.width < Self.minWidthForAlignment ? min(column, area.column + 1) : column
    let keys = keymap.value
    let emptyForm = ComposerForm(width: width + column - formColumn) { keys.keys(of: $0).first }
    let textHeight = editor.lineCount(width: width + 1)
    let (form, space) = emptyForm.fitting(
      viewModel.fields, below: textHeight, available: height - completions.count)
    self.form = form
    editor.marks = viewModel.marks.map { mark in
      TextMark(
        editor.content.position(atByte: mark.bytes.lowerBound)..<editor.content.position(atByte: mark.bytes.upperBound),
        mark.kind.style)
    }
    let editorHeight = height - completions.count - space - form.height
    editor.draw(
      on: &canvas, in: Rect(row: top, column: column, width: width + 1, height: editorHeight),
      isFocused: prompt == nil && selectedField == nil)
    let end = min(editorHeight, textHeight)
    draw(Array(completions), fromRow: top + end)
    let formRow = max(end, min(editorHeight, ComposerForm.minLines(of: height))) + completions.count + space
    form.draw(on: &canvas, row: top + formRow, column: formColumn, selected: selectedField?.id)
  }

  private func subjectLines(width: Int, height: Int) -> [StyledText] {
    guard let subject = viewModel.subject, height >= Self.minHeightForSubject else { return [] }
    let bar = StyledText("│ ", .rule)
    return subject.lines(width: width - 2).prefix(height / 4).map { bar + $0 } + [StyledText()]
  }

  private var completionLines: [StyledText] {
    viewModel.completions.enumerated().map { number, completion in
      number == viewModel.selectedCompletion
        ? StyledText("▸ \(completion)", .accentBold) : StyledText("  \(completion)", .muted)
    }
  }

  private func previewLines(width: Int) -> [StyledText] {
    viewModel.preview.enumerated().flatMap { number, cell in
      (number == 0 ? [] : [StyledText()]) + cell.lines(width: width)
    }
  }
}

extension ComposerViewModel.Mark.Kind {
  fileprivate var style: Style {
    switch self {
    case .link: .link
    case .mention: .mention
    case .tag: .tag
    case .overflow: .failure
    }
  }
}

// MARK: - Updates from the presenter

extension ComposerViewController: ComposerView {
  func show(_ viewModel: ComposerViewModel) {
    self.viewModel = viewModel
    needsDisplay?()
  }

  func replaceText(with text: String) { editor.edit { $0.replaceAll(with: text) } }

  func replace(_ bytes: Range<Int>, with text: String) {
    editor.edit { content in
      let (start, end) = (content.position(atByte: bytes.lowerBound), content.position(atByte: bytes.upperBound))
      content.replace(start..<end, with: text)
    }
  }

  func moveCursor(toByte byte: Int) { editor.edit { $0.move(to: $0.position(atByte: byte)) } }

  func showPrompt(_ prompt: ComposerPrompt) {
    self.prompt = (prompt, TextField(text: prompt.text, placeholder: prompt.placeholder))
    needsDisplay?()
  }

  func showNotice(_ notice: NoticeViewModel) {
    noticeLine.show(notice)
    needsDisplay?()
  }

  func hideNotice() {
    noticeLine.hide()
    needsDisplay?()
  }
}
