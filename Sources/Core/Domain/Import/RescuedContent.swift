/// The content of a damaged store that exists nowhere else and was copied from it.
public struct RescuedContent: Hashable, Sendable {
  /// The server accounts, without their posts.
  public var accounts = 0
  public var drafts = 0
  /// The posts of the outbox.
  public var outbox = 0
  /// Whether all of them could be read.
  public var isComplete = true

  public init(accounts: Int = 0, drafts: Int = 0, outbox: Int = 0, isComplete: Bool = true) {
    self.accounts = accounts
    self.drafts = drafts
    self.outbox = outbox
    self.isComplete = isComplete
  }

  /// The content as a clause: “1 account and 2 drafts were saved from it”; nil if it had none.
  public var clause: String? {
    let counts = [
      (accounts, "account", "accounts"), (drafts, "draft", "drafts"),
      (outbox, "post of the outbox", "posts of the outbox"),
    ]
    let parts = counts.filter { $0.0 > 0 }.map { "\($0.0) " + ($0.0 == 1 ? $0.1 : $0.2) }
    guard let last = parts.last else { return isComplete ? nil : "its accounts, drafts and outbox cannot be read" }
    let list = parts.count > 1 ? parts.dropLast().joined(separator: ", ") + " and " + last : last
    let isOne = accounts + drafts + outbox == 1
    return "\(list) \(isOne ? "was" : "were") saved from it" + (isComplete ? "" : "; others cannot be read")
  }
}
