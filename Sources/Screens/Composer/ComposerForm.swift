import TerminalKit

/// The form below the text as it fits: a row for each field, or several fields on a line. A click works like the key.
@MainActor
struct ComposerForm {
  typealias Field = ComposerViewModel.Field

  private struct Item {
    let field: Field
    let row: Int
    let column: Int
    let lines: [StyledText]
  }

  /// Below this width, names are short.
  private static let minWideWidth = 50
  /// Below this width, rows have no names.
  private static let minWidthForNames = 30
  /// The lines of a value in its row; the rest is left out.
  private static let maxLines = 2

  private let width: Int
  private let label: @MainActor (Command) -> KeySequence?
  private var items: [Item] = []
  private(set) var height = 0

  /// The fields that can be changed, in the order on the screen.
  var changeable: [Field.ID] { items.map(\.field).filter { $0.command != nil }.map(\.id) }
  /// The values on the screen.
  var values: Set<String> { Set(items.map(\.field.value)) }

  /// - Parameter label: the key of a command.
  init(width: Int, label: @escaping @MainActor (Command) -> KeySequence?) {
    (self.width, self.label) = (width, label)
  }

  /// The most spacious layout that fits below the text; at least the fields that are set, if there is space for them.
  /// - Parameters:
  ///   - lines: the lines of the text.
  ///   - available: the lines for text, space and form.
  func fitting(_ fields: [Field], below lines: Int, available: Int) -> (form: ComposerForm, space: Int) {
    let minLines = Self.minLines(of: available)
    let (set, unset) = (fields.filter(\.isSet), fields.filter { !$0.isSet })
    let rows = adding(rows: fields)
    let mixed = adding(rows: set).adding(joined: unset)
    let joined = adding(joined: fields)
    let candidates = [
      (rows, 1, max(lines, minLines)), (mixed, 1, max(lines, minLines)), (joined, 1, max(lines, minLines)),
      (joined, 0, minLines), (adding(joined: set), 0, 1),
    ]
    let fitting = candidates.first { form, space, lines in form.height + space + lines <= available }
    return fitting.map { ($0.0, $0.1) } ?? (self, 0)
  }

  /// The lines that the text has at least.
  static func minLines(of available: Int) -> Int { available >= 12 ? 3 : min(available, 2) }

  /// A row for each field: key, name and value.
  private func adding(rows fields: [Field]) -> ComposerForm {
    let names = fields.map { isNarrow ? "" : name(of: $0) }
    let keys = fields.map { $0.command.flatMap(label)?.label ?? "" }
    let keyWidth = (keys.map(TextLayout.width).max() ?? 0) + gap
    let nameWidth = isNarrow ? 0 : (names.map(TextLayout.width).max() ?? 0) + 2
    return zip(fields, zip(keys, names)).reduce(into: self) { form, row in
      let (field, (key, name)) = row
      let start =
        StyledText(TextLayout.pad(key, to: keyWidth), .accentBold, target: field.target)
        + StyledText(TextLayout.pad(name, to: nameWidth), .plain, target: field.target)
      let value = StyledText(isNarrow ? joinedText(of: field) : field.value, field.style, target: field.target)
      var lines = TextLayout.wrap(value, width: max(1, width - keyWidth - nameWidth))
      if lines.count > Self.maxLines {
        let rest = lines[(Self.maxLines - 1)...].reduce(StyledText()) { $0 + StyledText(" ") + $1 }
        lines = lines.prefix(Self.maxLines - 1) + [rest]
      }
      let indentation = StyledText(String(repeating: " ", count: keyWidth + nameWidth))
      form.items.append(
        Item(
          field: field, row: form.height, column: 0,
          lines: lines.enumerated().map { TextLayout.truncate(($0 == 0 ? start : indentation) + $1, to: width) }))
      form.height += lines.count
    }
  }

  /// The fields with a key one after another. The first key of sequences such as `^X v` is not repeated.
  private func adding(joined fields: [Field]) -> ComposerForm {
    let fields = fields.filter { $0.command.flatMap(label) != nil }
    let keys = fields.compactMap { $0.command.flatMap(label) }
    let prefix = keys.first?.keys.first
    let isMenu = keys.allSatisfy { $0.keys.count == 2 && $0.keys.first == prefix }
    var form = self
    var column = 0
    for (number, (field, key)) in zip(fields, keys).enumerated() {
      let keyLabel = isMenu && number > 0 ? key.keys.last?.label ?? "" : key.label
      let text = TextLayout.truncate(
        StyledText(keyLabel + " ", .accentBold, target: field.target)
          + StyledText(joinedText(of: field), field.style, target: field.target), to: width)
      let textWidth = TextLayout.width(of: text.plain)
      if column == 0 || column + textWidth > width { (form.height, column) = (form.height + 1, 0) }
      form.items.append(Item(field: field, row: form.height - 1, column: column, lines: [text]))
      column += textWidth + gap
    }
    return form
  }

  private var isWide: Bool { width >= Self.minWideWidth }

  private var isNarrow: Bool { width < Self.minWidthForNames }

  /// Cells between a key and what follows in its row, or between fields on a line.
  private var gap: Int { isWide ? 3 : isNarrow ? 1 : 2 }

  private func name(of field: Field) -> String { isWide ? field.name : field.shortName }

  private func joinedText(of field: Field) -> String {
    // A plain post has a visibility, too.
    field.isSet || field.command == ComposerCommands.visibility ? field.value : name(of: field).lowercased()
  }

  /// - Parameter selected: the field with the focus; nil if the text has it.
  func draw(on canvas: inout Canvas, row: Int, column: Int, selected: Field.ID?) {
    for item in items {
      for (number, line) in item.lines.enumerated() {
        canvas.draw(line, row: row + item.row + number, column: column + item.column, width: width)
      }
      guard let selected, item.field.id == selected else { continue }
      let start = Point(row: row + item.row, column: column + item.column - 1)
      canvas.draw("▌", row: start.row, column: start.column, style: .accent)
      let textWidth = item.lines.map { TextLayout.width(of: $0.plain) }.max() ?? 0
      canvas.setBackground(
        .selection, in: Rect(row: start.row, column: start.column, width: textWidth + 1, height: item.lines.count))
      canvas.cursor = Point(row: start.row, column: start.column + 1)
    }
  }
}

extension ComposerViewModel.Field {
  fileprivate var target: MouseTarget? { command.map(MouseTarget.command) }

  fileprivate var style: Style { isIncomplete ? .notice : isSet ? .plain : .muted }
}
