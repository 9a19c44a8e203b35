/// Keys that are pressed one after another: mostly one, `g s` is two.
public struct KeySequence: Hashable, Sendable {
  public let keys: [Key]

  public init(_ keys: [Key]) {
    self.keys = keys
  }

  /// The keys by their names, with spaces between them: `g s`, `C-d`; nil where one is none.
  public init?(_ names: String) {
    let keys = names.split(separator: " ").map { Key(tmuxName: String($0)) }
    guard !keys.isEmpty, !keys.contains(nil) else { return nil }
    self.init(keys.compactMap(\.self))
  }

  /// The keys as a person reads them: `gs`, `Space s`.
  public var label: String {
    let labels = keys.map(\.label)
    return labels.joined(separator: labels.allSatisfy { $0.count == 1 } ? "" : " ")
  }
}

extension KeySequence: ExpressibleByStringLiteral {
  public init(stringLiteral names: String) {
    guard let sequence = KeySequence(names) else { preconditionFailure("“\(names)” names no keys") }
    self = sequence
  }
}
