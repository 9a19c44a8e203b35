import TerminalKit

/// Changing single keys in the table `[keys]`.
extension SettingsEdit {
  /// The text with a key assigned to a command. An earlier meaning of the key is replaced. The table is added if it
  /// does not exist.
  /// - Parameters:
  ///   - names: the names of the keys, separated by spaces: “g h”.
  ///   - command: the command’s ID.
  func settingKey(_ names: String, to command: String) throws(SettingsFault) -> [UInt8] {
    let literal = SettingsText.literal(command)
    let line = "\(SettingsText.literal(names)) = \(literal)\(newline)"
    guard let table = keysTable else {
      let isLineStart = text.isEmpty || text.last == "\n"
      let gap = text.isEmpty ? "" : isLineStart ? newline : newline + newline
      return bytes(text + "\(gap)[\(SettingsReader.keysName)]\(newline)\(line)".unicodeScalars)
    }
    var text = text
    if let entry = table.entries.first(where: { KeySequence($0.key) == KeySequence(names) }) {
      text.replaceSubrange(try valueRange(of: entry), with: literal.unicodeScalars)
      return bytes(text)
    }
    let last = table.entries.map(\.valuePosition.line).max() ?? table.header.keyPosition.line
    let start = index(of: TextPosition(line: last + 1, column: 1))
    let isLineStart = start == text.startIndex || text[text.index(before: start)] == "\n"
    text.insert(contentsOf: ((isLineStart ? "" : newline) + line).unicodeScalars, at: start)
    return bytes(text)
  }

  /// The text without the keys of a command. Comments next to them stay.
  func removingKeys(of command: String) throws(SettingsFault) -> [UInt8] {
    var text = text
    let entries = keysTable?.entries.filter { if case .text(command) = $0.value { true } else { false } } ?? []
    for entry in entries.reversed() {
      let line = index(of: TextPosition(line: entry.keyPosition.line, column: 1))
      var end = try valueRange(of: entry).upperBound
      while end < text.endIndex, text[end] != "\n", text[end] != "#" { end = text.index(after: end) }
      if end < text.endIndex, text[end] == "\n" { end = text.index(after: end) }
      text.removeSubrange(line..<end)
    }
    return bytes(text)
  }

  private var keysTable: (header: TOMLDocument.Entry, entries: [TOMLDocument.Entry])? {
    for entry in document.entries where entry.key == SettingsReader.keysName {
      if case .table(let entries) = entry.value { return (entry, entries) }
    }
    return nil
  }
}
