import Domain

/// A form: fields with values, and what saving them does.
@MainActor
public struct FormSubject {
  public typealias Values = [String: String]

  /// “New filter”.
  public let title: String
  /// The account that the form belongs to, as `ListHeader` shows it; nil for none.
  public let owner: Profile?
  public let fields: [FormField]
  /// “save the filter”.
  public let saveTitle: String
  /// Why the values cannot be saved, in the order of the fields; empty if they can.
  let problems: @MainActor (Values) -> [FormProblem]
  /// Computes a line below the fields: “Would hide 14 of 212 posts of the last week”; nil for no line.
  let summary: (@MainActor (Values) async -> String)?
  /// Saves the values.
  /// - Returns: a notice for the screen below.
  let save: @MainActor (Values) async throws(FormError) -> String

  public init(
    title: String, owner: Profile?, fields: [FormField], saveTitle: String,
    problems: @escaping @MainActor (Values) -> [FormProblem] = { _ in [] },
    summary: (@MainActor (Values) async -> String)? = nil,
    save: @escaping @MainActor (Values) async throws(FormError) -> String
  ) {
    self.title = title
    self.owner = owner
    self.fields = fields
    self.saveTitle = saveTitle
    self.problems = problems
    self.summary = summary
    self.save = save
  }

  public func problems(with values: Values) -> [FormProblem] { problems(values) }
  public var hasSummary: Bool { summary != nil }
  public func summary(of values: Values) async -> String { await summary?(values) ?? "" }

  public func save(_ values: Values) async throws(FormError) -> String { try await save(values) }
}

public struct FormField: Hashable, Sendable {
  /// Unique in the form; also its label.
  public var name: String
  public var value: String
  public var explanation: String
  /// What can be typed, shown while the field is empty.
  private var example: String
  /// What an empty field stands for: “never”.
  private var emptyMeaning: String
  /// The values to choose from; empty if any text can be typed.
  public var choices: [String]
  /// The value for all choices, if any number of them can be chosen; their names are then separated by commas.
  private var allChoices: String?

  public init(
    _ name: String, _ value: String, explanation: String, example: String = "", emptyMeaning: String = "",
    choices: [String] = [], allChoices: String? = nil
  ) {
    self.name = name
    self.value = value
    self.explanation = explanation
    self.example = example
    self.emptyMeaning = emptyMeaning
    self.choices = choices
    self.allChoices = allChoices
  }

  /// “never; for example 7d”.
  public var placeholder: String {
    [emptyMeaning, example.isEmpty ? "" : "for example \(example)"].filter { !$0.isEmpty }.joined(separator: "; ")
  }

  public var allowsMultiple: Bool { allChoices != nil }

  /// The choices in a value.
  public func chosen(in value: String) -> Set<String> {
    let parts = Set(value.split(separator: ",").map(\.trimmed))
    return allChoices.map(parts.contains) == true ? Set(choices) : parts.intersection(choices)
  }

  /// The value with a choice added or removed. Parts that are not choices stay.
  public func value(_ value: String, toggling choice: String) -> String {
    let chosen = chosen(in: value).symmetricDifference([choice])
    let others = value.split(separator: ",").map(\.trimmed).filter { !choices.contains($0) && $0 != allChoices }
    let known = chosen.count == choices.count ? [allChoices].compactMap(\.self) : choices.filter(chosen.contains)
    return (known + others).joined(separator: ", ")
  }

  /// A field that is on or off.
  public static func toggle(_ name: String, _ isOn: Bool, explanation: String) -> FormField {
    FormField(name, isOn ? on : off, explanation: explanation, choices: [on, off])
  }

  public static let (on, off) = ("on", "off")
}

/// Why the value of a field cannot be saved.
public struct FormProblem: Hashable, Sendable {
  /// The name of the field.
  public var field: String
  /// Without a full stop.
  public var sentence: String

  public init(_ field: String, _ sentence: String) {
    self.field = field
    self.sentence = sentence
  }
}

/// Why a form was not saved.
public struct FormError: Error, Hashable, Sendable {
  /// A clause or sentence without a full stop.
  public var reason: String
  /// Whether the values may still have been saved, because only the response was lost. Saving them again does nothing
  /// twice.
  public private(set) var mayBeSaved = false

  public init(_ reason: String) {
    self.reason = reason
  }

  public init(_ error: TimelineError) { (reason, mayBeSaved) = (error.clause, error.mayHaveArrived) }
  public init(_ error: SessionError) { reason = "\(error.path): \(error.reason)" }
}
