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
  /// Returns the reason that the values cannot be saved, as a sentence without a full stop; nil if they can.
  let problem: @MainActor (Values) -> String?
  /// Computes a line below the fields: “Would hide 14 of 212 posts of the last week”; nil for no line.
  let summary: (@MainActor (Values) async -> String)?
  /// Saves the values.
  /// - Returns: a notice for the screen below.
  let save: @MainActor (Values) async throws(FormError) -> String

  public init(
    title: String, owner: Profile?, fields: [FormField], saveTitle: String,
    problem: @escaping @MainActor (Values) -> String? = { _ in nil },
    summary: (@MainActor (Values) async -> String)? = nil,
    save: @escaping @MainActor (Values) async throws(FormError) -> String
  ) {
    self.title = title
    self.owner = owner
    self.fields = fields
    self.saveTitle = saveTitle
    self.problem = problem
    self.summary = summary
    self.save = save
  }

  public func problem(with values: Values) -> String? { problem(values) }
  public var hasSummary: Bool { summary != nil }
  public func summary(of values: Values) async -> String { await summary?(values) ?? "" }

  public func save(_ values: Values) async throws(FormError) -> String { try await save(values) }
}

public struct FormField: Hashable, Sendable {
  /// Unique in the form; also its label.
  public var name: String
  public var value: String
  public var explanation: String
  /// A description of valid values, shown while the field is empty.
  public var placeholder: String
  /// The values to choose from; empty if any text can be typed.
  public var choices: [String]

  public init(
    _ name: String, _ value: String, explanation: String, placeholder: String = "", choices: [String] = []
  ) {
    self.name = name
    self.value = value
    self.explanation = explanation
    self.placeholder = placeholder
    self.choices = choices
  }

  /// A field that is on or off.
  public static func toggle(_ name: String, _ isOn: Bool, explanation: String) -> FormField {
    FormField(name, isOn ? on : off, explanation: explanation, choices: [on, off])
  }

  public static let (on, off) = ("on", "off")
}

/// The reason that a form was not saved.
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
