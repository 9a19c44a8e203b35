import Domain
import FoundationEssentials
import ScreenSupport

@MainActor
public enum FilterForms {
  private static let (hide, fold, drop) = ("hide", "fold", "drop")
  private static let untilExplanation =
    "When it ends: after 6h or 7d, or on a date like 2026-12-31 or 2026-12-31 18:00. It never ends if this is empty."
  private static let actionExplanation = "Hidden posts are left out and counted; folded ones show the filter’s name."

  /// The form for a filter in the search language; nil if the program has none.
  public static func local(_ filter: LocalFilter, _ dependencies: ManagementDependencies) -> FormSubject? {
    guard let store = dependencies.localFilters else { return nil }
    let (clock, account) = (dependencies.services.clock, dependencies.account)
    let all = "all accounts"
    let only = "only \(account.label)"
    let others = filter.accounts.flatMap { $0 == [account.id.storageKey] ? nil : $0 }
    var accounts = [all, only]
    if let others { accounts.append("\(others.count) other accounts") }
    let preview = PreviewFilter(search: dependencies.search, clock: clock)
    let isNew = !store.filters.contains { $0.id == filter.id }
    return FormSubject(
      title: isNew ? "New filter" : "Filter “\(filter.name)”", owner: account.profile,
      fields: [
        FormField("name", filter.name, explanation: "What hidden and folded posts say.", example: "Spoilers"),
        FormField(
          "query", filter.query, explanation: "A search: words, “phrases”, from:HANDLE, #tag, lang:de, has:video …",
          example: "from:grace #loom"),
        FormField("action", filter.hides ? hide : fold, explanation: actionExplanation, choices: [hide, fold]),
        until(filter.expiresAt),
        FormField(
          "accounts", filter.accounts == nil ? all : others == nil ? only : accounts[2],
          explanation: "The accounts, archives and files whose posts it filters.", choices: accounts),
        places(FilterText.contexts(filter.contextSet)),
      ], saveTitle: "save the filter",
      problems: { values in
        [
          missing("name", in: values), queryProblem(values["query"] ?? ""),
          endProblem(values, over: filter.expiresAt, now: clock.now),
          FilterText.contexts(values["where"] ?? "") == nil ? placesProblem : nil,
        ].compactMap(\.self)
      },
      summary: { values in
        do throws(TimelineError) {
          return try await preview(values["query"] ?? "").text(hides: values["action"] == hide)
        } catch {
          return "Its matches could not be counted: \(error.clause)".asSentence
        }
      },
      save: { values throws(FormError) in
        var changed = filter
        changed.name = String((values["name"] ?? "").prefix(LocalFilter.maxName))
        changed.query = values["query"] ?? ""
        changed.hides = values["action"] == hide
        changed.expiresAt = expiry(values, over: filter.expiresAt, now: clock.now).flatMap(\.self)
        switch values["accounts"] {
        case all: changed.accounts = nil
        case only: changed.accounts = [account.id.storageKey]
        default: break
        }
        let contexts = FilterText.contexts(values["where"] ?? "") ?? []
        changed.contexts =
          contexts.count == ContentFilter.Context.allCases.count ? nil : contexts.map(\.rawValue).sorted()
        do throws(SessionError) {
          try await store.save(changed)
        } catch {
          throw FormError(error)
        }
        return "Saved the filter “\(changed.name)”."
      })
  }

  /// The form for a filter of the server; nil if there is no server.
  /// - Parameter kind: what filters of the server can express.
  public static func server(
    _ filter: ServerFilter, _ kind: ServerFilters.Kind, _ dependencies: ManagementDependencies
  ) -> FormSubject? {
    switch kind {
    case .keywords: keywords(filter, dependencies)
    case .phrase: phrase(filter, dependencies)
    }
  }

  private static func keywords(_ filter: ServerFilter, _ dependencies: ManagementDependencies) -> FormSubject? {
    guard let management = dependencies.management else { return nil }
    let clock = dependencies.services.clock
    func phrases(_ isWholeWord: Bool) -> String {
      FilterText.phrases(filter.keywords.filter { $0.isWholeWord == isWholeWord }.map(\.phrase))
    }
    let action = filter.otherAction ?? (filter.hides ? hide : fold)
    return FormSubject(
      title: title(of: filter, dependencies), owner: dependencies.account.profile,
      fields: [
        FormField("title", filter.title, explanation: "What folded posts say.", example: "Spoilers"),
        FormField(
          "words", phrases(true), explanation: "Whole words or phrases, separated by commas.",
          example: "finale, season two"),
        FormField(
          "parts", phrases(false), explanation: "The same, but found inside of words, too.", example: "#drwho"),
        FormField(
          "action", action, explanation: actionExplanation,
          choices: [hide, fold] + [filter.otherAction].compactMap(\.self)),
        until(filter.expiresAt), places(FilterText.contexts(filter.contexts, filter.otherContexts)),
      ], saveTitle: saveTitle(of: filter),
      problems: { values in
        let phrases = FilterText.phrases(values["words"] ?? "") + FilterText.phrases(values["parts"] ?? "")
        let wordsProblem =
          phrases.isEmpty && filter.postCount == 0 ? FormProblem("words", "A filter needs words") : nil
        return [missing("title", in: values), wordsProblem].compactMap(\.self)
          + problems(values, of: filter, now: clock.now)
      },
      save: { values throws(FormError) in
        var changed = filter
        changed.title = values["title"] ?? ""
        changed.setPhrases(
          words: FilterText.phrases(values["words"] ?? ""), parts: FilterText.phrases(values["parts"] ?? ""))
        if let chosen = values["action"], chosen != action {
          changed.hides = chosen == hide
          changed.otherAction = nil
        }
        return try await save(changed, values, management, now: clock.now)
      })
  }

  /// The form for a filter of one phrase.
  private static func phrase(_ filter: ServerFilter, _ dependencies: ManagementDependencies) -> FormSubject? {
    guard let management = dependencies.management else { return nil }
    let clock = dependencies.services.clock
    let keyword = filter.keywords.first
    return FormSubject(
      title: title(of: filter, dependencies), owner: dependencies.account.profile,
      fields: [
        FormField(
          "phrase", FilterText.quoted(keyword?.phrase ?? ""),
          explanation: "A word or phrase. This server has one for each filter.",
          example: "season finale"),
        .toggle(
          "whole word", keyword?.isWholeWord ?? true, explanation: "Off finds the phrase inside of words, too."),
        FormField(
          "action", filter.hides ? drop : fold,
          explanation: "Folded posts show the phrase. Dropped ones never reach Home or notifications.",
          choices: [drop, fold]),
        until(filter.expiresAt), places(FilterText.contexts(filter.contexts, filter.otherContexts)),
      ], saveTitle: saveTitle(of: filter),
      problems: { values in
        let phraseProblem =
          FilterText.phrase(values["phrase"] ?? "").isEmpty ? FormProblem("phrase", "A filter needs a phrase") : nil
        let others = problems(values, of: filter, now: clock.now)
        let dropProblem = FormProblem(
          "where", "The server drops posts only from home and notifications: add one of them, or choose \(fold)")
        let canDrop = !others.isEmpty || changed(filter, by: values).isDroppable
        return [phraseProblem].compactMap(\.self) + others + (canDrop ? [] : [dropProblem])
      },
      save: { values throws(FormError) in
        try await save(changed(filter, by: values), values, management, now: clock.now)
      })
  }

  /// The filter with the phrase and action of the form.
  private static func changed(_ filter: ServerFilter, by values: FormSubject.Values) -> ServerFilter {
    ServerFilter(
      id: filter.id, phrase: FilterText.phrase(values["phrase"] ?? ""),
      isWholeWord: values["whole word"] == FormField.on,
      contexts: FilterText.places(values["where"] ?? "", of: filter)?.contexts ?? filter.contexts,
      expiresAt: filter.expiresAt, hides: values["action"] == drop, otherContexts: filter.otherContexts)
  }

  /// The end in the form; the known one if it was not changed, since the form shows no seconds.
  /// - Returns: nil if the text is not a time in the future.
  private static func expiry(_ values: FormSubject.Values, over known: Date?, now: Date) -> Date?? {
    let text = values["until"] ?? ""
    return text == FilterText.expiry(known) ? .some(known) : FilterText.expiry(text, now: now)
  }

  /// Saves a filter with the end and the places of the form.
  private static func save(
    _ filter: ServerFilter, _ values: FormSubject.Values, _ management: any ManagementRepository, now: Date
  ) async throws(FormError) -> String {
    var filter = filter
    filter.expiresAt = expiry(values, over: filter.expiresAt, now: now).flatMap(\.self)
    if let places = FilterText.places(values["where"] ?? "", of: filter) {
      filter.contexts = places.contexts
      filter.otherContexts = places.others
    }
    do throws(TimelineError) {
      try await management.save(filter)
    } catch {
      throw FormError(error)
    }
    return "Saved the filter “\(filter.title)”."
  }

  private static func title(of filter: ServerFilter, _ dependencies: ManagementDependencies) -> String {
    filter.id == nil ? "New filter at \(dependencies.host)" : "Filter “\(filter.title)”"
  }

  private static func saveTitle(of filter: ServerFilter) -> String {
    filter.id == nil ? "create the filter" : "save the filter"
  }

  private static func until(_ date: Date?) -> FormField {
    FormField(
      "until", FilterText.expiry(date), explanation: untilExplanation, example: "7d", emptyMeaning: FilterText.never)
  }

  private static func places(_ value: String) -> FormField {
    FormField(
      "where", value, explanation: "The timelines in which it applies. Home includes lists.",
      choices: FilterText.contextNames, allChoices: FilterText.everywhere)
  }

  private static func missing(_ field: String, in values: FormSubject.Values) -> FormProblem? {
    (values[field] ?? "").isEmpty ? FormProblem(field, "A filter needs a \(field)") : nil
  }

  private static func problems(_ values: FormSubject.Values, of filter: ServerFilter, now: Date) -> [FormProblem] {
    [
      endProblem(values, over: filter.expiresAt, now: now),
      FilterText.places(values["where"] ?? "", of: filter) == nil ? placesProblem : nil,
    ].compactMap(\.self)
  }

  private static let placesProblem = FormProblem("where", "A filter needs a timeline in which it applies")

  /// - Parameter end: the known end, which may be over.
  private static func endProblem(_ values: FormSubject.Values, over end: Date?, now: Date) -> FormProblem? {
    expiry(values, over: end, now: now) == nil
      ? FormProblem("until", "“until” must be empty, or at least five minutes from now") : nil
  }

  private static func queryProblem(_ query: String) -> FormProblem? {
    if let missing = missing("query", in: ["query": query]) { return missing }
    if query.count > LocalFilter.maxQuery { return FormProblem("query", "The query is too long") }
    return SearchQuery.error(inSaved: query).map { FormProblem("query", $0.sentence.withoutFullStop) }
  }
}

extension PreviewFilter.Preview {
  /// “Would hide 14 of 212 posts of the last week.”
  func text(hides: Bool) -> String {
    let verb = hides ? "hide" : "fold"
    return total == 0
      ? "No posts of the last week are here to try it on."
      : "Would \(verb) \(matching) of \(total) \(total == 1 ? "post" : "posts") of the last week."
  }
}
