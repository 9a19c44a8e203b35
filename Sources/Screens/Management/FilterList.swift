import Domain
import EmptyState
import FoundationEssentials
import ScreenSupport

/// The filters of Tern and those of the account's server.
@MainActor
final class FilterList: ManagedList {
  weak var view: (any ListScreenView<ManagedItemRow>)?
  let dependencies: ManagementDependencies
  private(set) lazy var loader = ScreenLoader<[ManagedItem]>(
    for: self, dependencies.services, of: dependencies.account)
  private var serverFilters: [ServerFilter] = []
  /// What filters of the server can express; nil before they are loaded, and if they cannot be edited.
  private var kind: ServerFilters.Kind?

  let title = "Filters"
  let contentName = "your filters"
  let noun = "filter"
  static let emptyView = EmptyStateViewModel(
    name: "no filters", title: "No filters yet",
    sentences: [
      "A filter hides or folds the posts that match. Tern’s own filters use the search language, and apply to every "
        + "account, archive and file.",
      "Those of your server apply in other apps, too.",
    ], actions: [.create, .back])

  init(_ dependencies: ManagementDependencies) {
    self.dependencies = dependencies
  }

  private var now: Date { dependencies.services.clock.now }
  private var localFilters: [LocalFilter] { dependencies.localFilters?.filters ?? [] }

  /// A server that does not respond leaves Tern's own filters on the screen.
  func items() async throws(TimelineError) -> [ManagedItem] {
    let local = localFilters.map(listed)
    guard let management = dependencies.management else { return local }
    let group = "At \(dependencies.host)"
    do throws(TimelineError) {
      let loaded = try await management.serverFilters()
      (serverFilters, kind) = (loaded.filters, loaded.kind)
    } catch .cancelled {
      throw .cancelled
    } catch {
      serverFilters = []
      var title = "Not loaded"
      if case .unsupported = error { (kind, title) = (nil, "Cannot be changed here") }
      guard dependencies.localFilters != nil else { throw error }
      let note = ManagedItem(
        id: "note", group: group, title: title, details: [error.clause.asSentence], isNote: true)
      return local + [note]
    }
    return local
      + serverFilters.map { filter in
        ManagedItem(
          id: "server \(filter.id ?? "")", group: group, title: filter.title.isEmpty ? "Without a title" : filter.title,
          value: kind == .phrase ? "" : FilterText.phrases(filter.keywords.map(\.phrase)),
          details: [details(of: filter)])
      }
  }

  private func listed(_ filter: LocalFilter) -> ManagedItem {
    let accounts = filter.accounts.map { accounts in
      accounts == [dependencies.account.id.storageKey]
        ? "only \(dependencies.account.label)"
        : "only \(accounts.map { AccountID(storageKey: $0).key }.joined(separator: ", "))"
    }
    let facts = [
      filter.hides ? "hides" : "folds", expiry(filter.expiresAt), accounts,
      filter.contexts == nil ? nil : FilterText.contexts(filter.contextSet),
    ]
    return ManagedItem(
      id: "local \(filter.id)", group: "In Tern", title: filter.name, value: filter.query,
      details: [facts.compactMap(\.self).joined(separator: " · ")])
  }

  private func details(of filter: ServerFilter) -> String {
    let posts = filter.postCount == 0 ? nil : filter.postCount == 1 ? "1 post" : "\(filter.postCount) posts"
    let verb = filter.otherAction ?? (!filter.hides ? "folds" : kind == .phrase ? "drops for good" : "hides")
    let places = FilterText.contexts(filter.contexts, filter.otherContexts)
    let facts = [verb, wordRule(of: filter), expiry(filter.expiresAt), places, posts]
    return facts.compactMap(\.self).joined(separator: " · ")
  }

  private func wordRule(of filter: ServerFilter) -> String? {
    kind == .phrase && filter.keywords.first?.isWholeWord == false ? "inside of words, too" : nil
  }

  private func expiry(_ date: Date?) -> String? {
    date.map { ($0 > now ? "until " : "ended ") + LocalTime.minute($0) }
  }

  func commands(for item: ManagedItem?) -> [RowCommand] {
    guard let item else { return [new].compactMap(\.self) }
    if let filter = localFilters.first(where: { "local \($0.id)" == item.id }) { return commands(for: filter) }
    guard let management = dependencies.management,
      let filter = serverFilters.first(where: { "server \($0.id ?? "")" == item.id }), let id = filter.id
    else { return [new].compactMap(\.self) }
    return [
      RowCommand(ManagedListCommands.open, "change it", hint: "change", .open { [weak self] in self?.edit(filter) }),
      new,
      RowCommand(
        ManagedListCommands.remove, "delete “\(filter.title)”", hint: "delete",
        confirm("yes, delete “\(filter.title)”") { () async throws(TimelineError) in
          try await management.deleteFilter(id)
          return "Deleted the filter “\(filter.title)”."
        }),
    ].compactMap(\.self)
  }

  private func commands(for filter: LocalFilter) -> [RowCommand] {
    let store = dependencies.localFilters
    return [
      RowCommand(ManagedListCommands.open, "change it", hint: "change", .open { [weak self] in self?.edit(filter) }),
      new,
      RowCommand(
        ManagedListCommands.remove, "delete “\(filter.name)”", hint: "delete",
        confirm("yes, delete “\(filter.name)”") { () async throws(TimelineError) in
          do throws(SessionError) {
            try await store?.remove(filter.id)
          } catch {
            throw .fileUnreadable(path: error.path, reason: error.reason)
          }
          return "Deleted the filter “\(filter.name)”."
        }),
    ].compactMap(\.self)
  }

  /// A menu if filters can be made in both places.
  private var new: RowCommand? {
    let local = RowCommand(
      ManagedListCommands.newLocal, .open { [weak self] in self?.edit(LocalFilter(name: "", query: "")) })
    let server = RowCommand(
      ManagedListCommands.newAtServer,
      .open { [weak self] in
        self?.edit(ServerFilter(title: "", contexts: [.home, .notifications, .public, .thread]))
      })
    switch (dependencies.localFilters != nil, dependencies.management != nil && kind != nil) {
    case (true, true): return RowCommand(SourceCommands.create, "new filter", hint: "new", .menu { [local, server] })
    case (true, false): return RowCommand(SourceCommands.create, "new filter", hint: "new", local.effect)
    case (false, true): return RowCommand(SourceCommands.create, "new filter", hint: "new", server.effect)
    case (false, false): return nil
    }
  }

  private func edit(_ filter: LocalFilter) {
    FilterForms.local(filter, dependencies).map(dependencies.router.showForm)
  }

  private func edit(_ filter: ServerFilter) {
    kind.flatMap { FilterForms.server(filter, $0, dependencies) }.map(dependencies.router.showForm)
  }
}

/// The texts of filters, and what the user types for them.
enum FilterText {
  private static let names: [(ContentFilter.Context, String)] = [
    (.home, "home"), (.notifications, "notifications"), (.public, "public"), (.thread, "threads"),
    (.account, "profiles"),
  ]

  static let contextNames = names.map(\.1)
  static let everywhere = "everywhere"

  /// “everywhere”, “home, threads”.
  static func contexts(_ contexts: Set<ContentFilter.Context>, _ others: [String] = []) -> String {
    let known = contexts.count == names.count ? [everywhere] : names.filter { contexts.contains($0.0) }.map(\.1)
    return (known + others).joined(separator: ", ")
  }

  /// Parses contexts, which may include those of a filter that Tern does not know.
  /// - Returns: nil if another name is unknown, or none is given.
  static func places(
    _ text: String, of filter: ServerFilter
  ) -> (contexts: Set<ContentFilter.Context>, others: [String])? {
    let words = text.split { $0 == "," || $0.isWhitespace }.map(String.init)
    let others = words.filter(filter.otherContexts.contains)
    let known = words.filter { !others.contains($0) }.joined(separator: " ")
    if known.isEmpty, !others.isEmpty { return ([], others) }
    return contexts(known).map { ($0, others) }
  }

  /// nil if a name is unknown or none is given.
  static func contexts(_ text: String) -> Set<ContentFilter.Context>? {
    let words = text.lowercased().split { $0 == "," || $0.isWhitespace }
    if words == [Substring(everywhere)] { return Set(ContentFilter.Context.allCases) }
    var found: Set<ContentFilter.Context> = []
    for word in words {
      guard let context = names.first(where: { $0.1 == word || $0.0.rawValue == word })?.0 else { return nil }
      found.insert(context)
    }
    return found.isEmpty ? nil : found
  }

  static let never = "never"

  /// Empty if the filter does not expire.
  static func expiry(_ date: Date?) -> String { date.map(LocalTime.minute) ?? "" }

  /// - Returns: nil if the text is no time in the future; `.some(nil)` if the filter does not expire.
  static func expiry(_ text: String, now: Date) -> Date?? {
    if text.isEmpty || text.lowercased() == never { return .some(nil) }
    for text in [text, "+\(text)", "\(text) 23:59"] {
      if let date = try? PublishTime.date(text, now: now) { return .some(date) }
    }
    return nil
  }

  /// Phrases separated by commas.
  static func phrases(_ phrases: [String]) -> String { phrases.map(quoted).joined(separator: ", ") }

  /// Reads phrases separated by commas. Those in quotation marks are taken as they are.
  static func phrases(_ text: String) -> [String] {
    var phrases: [String] = []
    var rest = text[...]
    while let first = rest.firstIndex(where: { $0 != "," && !$0.isWhitespace }) {
      rest = rest[first...]
      if let (quoted, after) = quotation(rest), after.first(where: { !$0.isWhitespace }) ?? "," == "," {
        phrases.append(quoted)
        rest = after
      } else {
        let item = rest.prefix { $0 != "," }
        phrases.append(phrase(item))
        rest = rest[item.endIndex...]
      }
    }
    return phrases.filter { !$0.isEmpty }
  }

  /// A phrase with single spaces, or as it is in quotation marks.
  static func phrase(_ text: some StringProtocol) -> String {
    let text = text.trimmed[...]
    if let (quoted, after) = quotation(text), after.isEmpty { return quoted }
    return text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  /// A phrase as it is read again: in quotation marks if it has a comma or spaces that would be lost.
  static func quoted(_ phrase: String) -> String {
    phrases(phrase) == [phrase] || phrase.isEmpty ? phrase : "\"\(phrase.replacing("\"", with: "\"\""))\""
  }

  /// The text in the quotation marks at the beginning, and what follows; nil if there is none. Two marks stand for one.
  private static func quotation(_ text: Substring) -> (quoted: String, rest: Substring)? {
    guard text.first == "\"" else { return nil }
    var quoted = ""
    var rest = text.dropFirst()
    while let mark = rest.firstIndex(of: "\"") {
      quoted += rest[..<mark]
      rest = rest[mark...].dropFirst()
      guard rest.first == "\"" else { return (quoted, rest) }
      quoted.append("\"")
      rest = rest.dropFirst()
    }
    return nil
  }
}
