import EmptyState
import PostCell
import TerminalKit

/// Edits the text, draws it with its attachments, and turns commands into presenter calls.
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
  /// What the options below the text said when they were last drawn; the bottom line leaves it out.
  private var drawnOptions: Set<String> = []

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

  var notice: ScreenNotice? { noticeLine.visibleNotice.map { ScreenNotice(text: $0.text, isFailure: $0.isFailure) } }

  var bottomLine: BottomLine {
    if let prompt { return .prompt(prompt.prompt.label, prompt.field) }
    let isThread = viewModel.preview.count > 1
    let isTooLong = viewModel.left < 0 && !isThread
    let left = isTooLong ? "\(-viewModel.left) over" : "\(viewModel.left) left"
    let count = isThread ? "\(viewModel.preview.count) posts" : left
    return .persistent(
      PersistentStatus(
        text: ([count] + viewModel.facts.filter { !drawnOptions.contains($0) }).joined(separator: " · "),
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
    let cursor = editor.content.byte(at: editor.content.cursor)
    switch change {
    case .text: presenter.textDidChange(editor.text, cursor: cursor)
    case .selection: presenter.cursorDidMove(to: cursor)
    }
    needsDisplay?()
  }
}

// MARK: - Drawing

extension ComposerViewController {
  /// The column at which posts start in lists.
  private static let leftEdge = 3
  /// Below this height only the text is shown.
  private static let minHeightForSubject = 10
  /// Below this height the options are only in the menu.
  private static let minHeightForOptions = 7
  private static let maxOptionLines = 2

  func draw(on canvas: inout Canvas, in area: Rect) {
    let column = area.width > 2 * Self.leftEdge + 10 ? area.column + Self.leftEdge : area.column
    let width = min(PostCellLayout.maxTextWidth, area.column + area.width - column - 1)
    guard width > 0, area.height > 0 else { return }
    drawnOptions = []
    var rows = area.row..<area.row + area.height
    func draw(_ lines: [StyledText], fromRow row: Int) {
      for (index, line) in lines.enumerated() {
        canvas.draw(line, row: row + index, column: column, width: width)
      }
    }
    guard viewModel.preview.isEmpty else {
      return draw(Array(previewLines(width: width).prefix(area.height)), fromRow: rows.lowerBound)
    }
    let options = optionLines(width: width, height: area.height)
    if !options.isEmpty { drawnOptions = Set(viewModel.options.map(\.text)) }
    rows = rows.lowerBound..<rows.upperBound - options.count
    draw(options, fromRow: rows.upperBound)
    let above = Array(linesAbove(width: width, height: area.height).prefix(max(0, rows.count - 1)))
    draw(above, fromRow: rows.lowerBound)
    rows = rows.lowerBound + above.count..<rows.upperBound
    let below = Array(linesBelow(width: width).prefix(max(0, rows.count / 2)))
    rows = rows.lowerBound..<rows.upperBound - below.count
    editor.marks = viewModel.marks.map { mark in
      TextMark(
        editor.content.position(atByte: mark.bytes.lowerBound)..<editor.content.position(atByte: mark.bytes.upperBound),
        mark.kind.style)
    }
    let editorArea = Rect(row: rows.lowerBound, column: column, width: width + 1, height: rows.count)
    editor.draw(on: &canvas, in: editorArea, isFocused: prompt == nil)
    // Attachments follow the last line of the text.
    let end = min(rows.upperBound, rows.lowerBound + max(1, editor.lineCount(width: width + 1)))
    draw(below, fromRow: end)
  }

  private func linesAbove(width: Int, height: Int) -> [StyledText] {
    var lines: [StyledText] = []
    if let subject = viewModel.subject, height >= Self.minHeightForSubject {
      let bar = StyledText("│ ", .rule)
      lines += subject.lines(width: width - 2).prefix(height / 4).map { bar + $0 } + [StyledText()]
    }
    if !viewModel.warning.isEmpty {
      lines += TextLayout.wrap(StyledText("Content warning: \(viewModel.warning)", .notice), width: width)
    }
    return lines
  }

  /// What is sent besides the text, with the keys that change it if they fit. A click works like the key.
  private func optionLines(width: Int, height: Int) -> [StyledText] {
    guard height >= Self.minHeightForOptions, viewModel.completions.isEmpty else { return [] }
    return [true, false].lazy.map { self.optionLines(width: width, withKeys: $0) }
      .first { $0.count <= Self.maxOptionLines } ?? []
  }

  private func optionLines(width: Int, withKeys: Bool) -> [StyledText] {
    let keys = viewModel.options.map { withKeys ? keymap.value.keys(of: $0.command).first : nil }
    // “^X” is not repeated before each key that follows it.
    let menuKey = keys.first.flatMap(\.self)?.keys.first
    let isMenu = keys.allSatisfy { $0?.keys.count == 2 && $0?.keys.first == menuKey }
    var lines = isMenu && !keys.isEmpty ? [StyledText(menuKey?.label ?? "", .accentBold)] : []
    for (option, key) in zip(viewModel.options, keys) {
      let target = MouseTarget.command(option.command)
      let label = isMenu ? key?.keys.last?.label : key?.label
      let item =
        StyledText(label.map { "\($0) " } ?? "", .accentBold, target: target)
        + StyledText(option.text, option.isSet ? .plain : .muted, target: target)
      if let last = lines.last, TextLayout.width(of: last.plain + item.plain) + 3 <= width {
        lines[lines.count - 1] = last + StyledText("   ") + item
      } else {
        lines.append(TextLayout.truncate(item, to: width))
      }
    }
    return lines
  }

  private func linesBelow(width: Int) -> [StyledText] {
    let choices = viewModel.completions.enumerated().map { number, completion in
      number == viewModel.selectedCompletion
        ? StyledText("▸ \(completion)", .accentBold) : StyledText("  \(completion)", .muted)
    }
    let attachments = viewModel.attachments.flatMap { attachment in
      TextLayout.wrap(StyledText(attachment.text, attachment.isIncomplete ? .notice : .media), width: width)
    }
    return choices + (attachments.isEmpty ? [] : [StyledText()] + attachments)
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
