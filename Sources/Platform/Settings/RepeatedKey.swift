/// A key that is set twice in a table. toml++ only reports the position of the second one.
struct RepeatedKey {
  let fault: SettingsFault

  /// nil if the fault has another cause, or the first key is not found.
  init?(in bytes: [UInt8], _ fault: SettingsFault) {
    guard let position = fault.position, fault.message.hasPrefix("cannot redefine existing") else { return nil }
    let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    guard lines.indices.contains(position.line - 1) else { return nil }
    let before = Array(lines[..<(position.line - 1)].joined(separator: [UInt8(ascii: "\n")]))
    guard let second = Self.entries(of: Array(lines[position.line - 1])).last,
      let first = Self.entries(of: before).last(where: { $0.key == second.key })
    else { return nil }
    self.fault = SettingsFault(
      at: TextPosition(line: position.line, column: second.keyPosition.column),
      "\(second.key.quoted) is already set at \(first.keyPosition)")
  }

  /// The entries of all tables, each table before its content.
  private static func entries(of bytes: [UInt8]) -> [TOMLDocument.Entry] {
    guard let document = try? TOMLDocument(bytes) else { return [] }
    return flattened(document.entries)
  }

  private static func flattened(_ entries: [TOMLDocument.Entry]) -> [TOMLDocument.Entry] {
    entries.flatMap { entry -> [TOMLDocument.Entry] in
      if case .table(let inner) = entry.value { [entry] + flattened(inner) } else { [entry] }
    }
  }
}
