/// The content of a damaged store that exists nowhere else and was copied from it.
public struct RescuedContent: Hashable, Sendable {
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    case accounts, drafts, outbox
    case actions = "unsent actions"
  }

  /// The server accounts, without their posts.
  public var accounts = 0
  public var drafts = 0
  /// The posts of the outbox.
  public var outbox = 0
  /// The kinds that could not be read in part or as a whole.
  public var unreadable: Set<Kind> = []

  public init(accounts: Int = 0, drafts: Int = 0, outbox: Int = 0, unreadable: Set<Kind> = []) {
    self.accounts = accounts
    self.drafts = drafts
    self.outbox = outbox
    self.unreadable = unreadable
  }

  public static let nothing = RescuedContent(unreadable: Set(Kind.allCases))

  /// The content as a clause: “1 account and 2 drafts were saved from it; its outbox cannot be read”; nil if there was
  /// none.
  public var clause: String? {
    let counts = [
      (accounts, "account", "accounts"), (drafts, "draft", "drafts"),
      (outbox, "post of the outbox", "posts of the outbox"),
    ]
    let saved = Self.list(counts.filter { $0.0 > 0 }.map { "\($0.0) " + ($0.0 == 1 ? $0.1 : $0.2) })
    let (others, lost) = (unreadableNames { count(of: $0) > 0 }, unreadableNames { count(of: $0) == 0 })
    let missing = Self.list([others.map { "other \($0)" }, lost.map { "its \($0)" }].compactMap(\.self))
    let isOne = accounts + drafts + outbox == 1
    let clauses = [
      saved.map { "\($0) \(isOne ? "was" : "were") saved from it" }, missing.map { "\($0) cannot be read" },
    ].compactMap(\.self)
    return clauses.isEmpty ? nil : clauses.joined(separator: "; ")
  }

  private func count(of kind: Kind) -> Int {
    switch kind {
    case .accounts: accounts
    case .drafts: drafts
    case .outbox: outbox
    case .actions: 0
    }
  }

  private func unreadableNames(where matches: (Kind) -> Bool) -> String? {
    Self.list(Kind.allCases.filter { unreadable.contains($0) && matches($0) }.map(\.rawValue))
  }

  private static func list(_ parts: [String]) -> String? {
    guard let last = parts.last, parts.count > 1 else { return parts.last }
    return parts.dropLast().joined(separator: ", ") + " and " + last
  }
}
