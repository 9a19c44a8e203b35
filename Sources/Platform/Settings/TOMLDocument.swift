import CToml
import Domain

/// The values of a TOML text and their positions.
struct TOMLDocument {
  /// In the order of the text.
  let entries: [Entry]

  struct Entry {
    let key: String
    let keyPosition: TextPosition
    let valuePosition: TextPosition
    let value: Value
  }

  enum Value {
    case text(String)
    case boolean(Bool)
    case integer(Int64)
    case number
    case date
    case array([Entry])
    case table([Entry])
  }

  /// - Throws: `SettingsFault` for the first syntax error. toml++ does not report further ones.
  init(_ bytes: [UInt8]) throws(SettingsFault) {
    let document = bytes.withUnsafeBufferPointer { buffer in
      buffer.withMemoryRebound(to: CChar.self) { toml_document_parse($0.baseAddress, $0.count) }
    }
    guard let document else { throw SettingsFault(at: nil, "not enough memory") }
    defer { toml_document_free(document) }
    if let fault = toml_document_get_fault(document)?.pointee { throw SettingsFault(fault) }
    let entries = (0..<toml_document_count(document)).compactMap { toml_document_get_entry(document, $0)?.pointee }
    let children = Dictionary(grouping: entries.indices) { entries[$0].parent }
    self.entries = Self.entries(of: -1, entries, children)
  }

  private static func entries(
    of parent: Int, _ entries: [toml_document_entry], _ children: [Int: [Int]]
  ) -> [Entry] {
    (children[parent] ?? []).map { index in
      let entry = entries[index]
      return Entry(
        key: String(entry.key), keyPosition: TextPosition(entry.key_position),
        valuePosition: TextPosition(entry.value_position), value: value(of: index, entries, children))
    }
    .sorted { ($0.keyPosition, $0.valuePosition) < ($1.keyPosition, $1.valuePosition) }
  }

  private static func value(of index: Int, _ entries: [toml_document_entry], _ children: [Int: [Int]]) -> Value {
    let entry = entries[index]
    switch entry.kind {
    case toml_document_kind_text: return .text(String(entry.text))
    case toml_document_kind_boolean: return .boolean(entry.boolean)
    case toml_document_kind_integer: return .integer(entry.integer)
    case toml_document_kind_date: return .date
    case toml_document_kind_array: return .array(self.entries(of: index, entries, children))
    case toml_document_kind_table: return .table(self.entries(of: index, entries, children))
    default: return .number
    }
  }
}

extension String {
  fileprivate init(_ text: toml_document_text) {
    let bytes = UnsafeRawBufferPointer(start: text.bytes, count: text.bytes == nil ? 0 : text.count)
    self.init(decoding: bytes, as: UTF8.self)
  }
}

extension TextPosition {
  fileprivate init(_ position: toml_document_position) {
    self.init(line: Int(position.line), column: Int(position.column))
  }
}

extension SettingsFault {
  private static let prefix = "Error while parsing "

  fileprivate init(_ fault: toml_document_fault) {
    let position = fault.position.line == 0 ? nil : TextPosition(fault.position)
    var message = String(fault.words).escapingControls
    // “Error while parsing key-value pair: expected '='…”: drop the unhelpful start.
    if message.hasPrefix(Self.prefix), let colon = message.firstRange(of: ": ") {
      message = String(message[colon.upperBound...])
    }
    self.init(at: position, message.prefix(1).lowercased() + message.dropFirst())
  }
}
