import Domain

/// Reads the user's search tabs, one entry after another in the order of the file.
struct SearchSettings {
  static let form = "write searches as [[searches]] with name = \"Looms\" and query = \"loom OR weave\" below"
  private static let names = ["name", "query", "account"]
  /// The maximum length of a tab's title in characters.
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
          "unknown key \(field.key.quoted) in a search\(NearestName.suggestion(for: field.key, among: Self.names))"))
    }
    let texts = Self.names.map { name in entries.first { $0.key == name }.flatMap { text(of: $0) } }
    guard let query = texts[1] else {
      if faults.count == count { faults.append(SettingsFault(at: entry.valuePosition, "a search needs a query")) }
      return
    }
    // A search with a fault is left out, because it might find something else than intended.
    guard faults.count == count else { return }
    let search = ConfiguredSearch(name: texts[0] ?? "“\(query)”", query: query, account: texts[2])
    guard searches.count < SessionState.maxSavedSearches else {
      return faults.append(
        SettingsFault(at: entry.valuePosition, "only \(SessionState.maxSavedSearches) searches are allowed"))
    }
    searches.append(search)
  }

  /// nil for an invalid value, which is added to the faults.
  private mutating func text(of field: TOMLDocument.Entry) -> String? {
    guard case .text(let written) = field.value else {
      faults.append(
        SettingsFault(at: field.valuePosition, "“\(field.key)” of a search must be text in quotation marks"))
      return nil
    }
    let isBare = written.first.map { !$0.isWhitespace } ?? false && written.last.map { !$0.isWhitespace } ?? false
    guard isBare, written.escapingControls == written, !written.contains(where: \.isNewline) else {
      faults.append(
        SettingsFault(
          at: field.valuePosition, "“\(field.key)” of a search must be one line, not empty, without spaces around it"))
      return nil
    }
    // Collapse white space as in the search field. The name of an account may contain it.
    let text = field.key == "account" ? written : written.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    let limit = field.key == "name" ? Self.maxNameLength : SessionState.maxSearchLength
    guard text.count <= limit else {
      faults.append(
        SettingsFault(at: field.valuePosition, "“\(field.key)” of a search can have at most \(limit) characters"))
      return nil
    }
    if field.key == "query", let error = SearchQuery.error(inSaved: text) {
      faults.append(SettingsFault(at: field.valuePosition, "\(text.quoted): \(error.message)"))
      return nil
    }
    return text
  }
}
