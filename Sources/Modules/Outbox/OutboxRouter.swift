import Domain

/// Leads from what is kept and what waits to where it is written on, through closures.
@MainActor
public struct OutboxRouter: OutboxWireframe {
  private let writeOn: (Draft, Bool) -> Void
  private let beginAnother: () -> Void
  private let logIn: () -> Void
  private let wasDiscarded: (DraftID) -> Void

  /// - Parameters:
  ///   - write: goes on with a draft; says whether it was one before, and not on its way.
  ///   - begin: begins a post of its own.
  ///   - logIn: to sign in to the account again.
  ///   - didThrowAway: told of each draft that is no more.
  public init(
    write: @escaping (_ draft: Draft, _ isKept: Bool) -> Void, begin: @escaping () -> Void,
    logIn: @escaping () -> Void, didThrowAway: @escaping (DraftID) -> Void = { _ in }
  ) {
    writeOn = write
    beginAnother = begin
    self.logIn = logIn
    wasDiscarded = didThrowAway
  }

  func write(_ draft: Draft, isKept: Bool) { writeOn(draft, isKept) }
  func begin() { beginAnother() }
  func showLogin() { logIn() }
  func didThrowAway(_ draft: DraftID) { wasDiscarded(draft) }
}
