import Domain

/// The searches that a person has stand as tabs: read one after another, as they stand in the file.
struct SearchSettings {
  static let form = "“searches” is written as [[searches]], and below it name = \"Looms\" and query = \"loom OR weave\""
  private static let names = ["name", "query", "account"]
  /// In characters: what a tab is called.
  private static let maxNameLength = 60

  private(set) var searches: [ConfiguredSearch] = []
  private(set) var faults: [SettingsFault] = []

  mutating func read(_ entry: TOMLDocument.Entry) {
    guard case .table(let entries) = entry.value else {
      return faults.append(SettingsFault(at: entry.valuePosition, Self.form))
    }
    let count = faults.count
    for field in entries where !Self.names.contains(field.key) {
      faults.append(
        SettingsFault(
          at: field.keyPosition,
          "a search has no \(field.key.quoted)\(NearestName.question(for: field.key, among: Self.names))"))
    }
    let texts = Self.names.map { name in entries.first { $0.key == name }.flatMap { text(of: $0) } }
    guard let query = texts[1] else {
      if faults.count == count { faults.append(SettingsFault(at: entry.valuePosition, "a search wants a query")) }
      return
    }
    // Of what cannot be meant in all its parts nothing stands: it might find something else than is wanted.
    guard faults.count == count else { return }
    let search = ConfiguredSearch(name: texts[0] ?? "“\(query)”", query: query, account: texts[2])
    guard searches.count < SessionState.maxSavedSearches else {
      return faults.append(
        SettingsFault(at: entry.valuePosition, "there are no more than \(SessionState.maxSavedSearches) searches"))
    }
    searches.append(search)
  }

  /// nil where it is none, which is a fault.
  private mutating func text(of field: TOMLDocument.Entry) -> String? {
    guard case .text(let written) = field.value else {
      faults.append(SettingsFault(at: field.valuePosition, "“\(field.key)” of a search is a text in quotation marks"))
      return nil
    }
    let isBare = written.first.map { !$0.isWhitespace } ?? false && written.last.map { !$0.isWhitespace } ?? false
    guard isBare, written.escapingControls == written, !written.contains(where: \.isNewline) else {
      faults.append(
        SettingsFault(
          at: field.valuePosition, "“\(field.key)” of a search is one line, not empty, without blanks around it"))
      return nil
    }
    // Two blanks within are one, as where it is typed; an account may be called so.
    let text = field.key == "account" ? written : written.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    let limit = field.key == "name" ? Self.maxNameLength : SessionState.maxSearchLength
    guard text.count <= limit else {
      faults.append(
        SettingsFault(at: field.valuePosition, "“\(field.key)” of a search has \(limit) characters at the most"))
      return nil
    }
    if field.key == "query", let error = SearchQuery.fault(ofKept: text) {
      faults.append(SettingsFault(at: field.valuePosition, "\(text.quoted) wants \(error.words)"))
      return nil
    }
    return text
  }
}
