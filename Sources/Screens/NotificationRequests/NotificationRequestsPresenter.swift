import Domain
import EmptyState
import FoundationEssentials
import PostCell
import Runtime
import ScreenSupport
import TerminalKit
import TimelineCore

/// Builds the screen of the notifications that a server holds back.
@MainActor
public enum NotificationRequestsAssembly {
  /// - Parameter announce: shows a notice on whichever screen is in front: requests continue when this one is closed.
  public static func make(
    services: AppServices, session: AccountSession, router: any PostWireframe,
    announce: @escaping @MainActor (_ text: String, _ isFailure: Bool) -> Void
  ) -> any ViewController {
    ListScreen(
      NotificationRequestsPresenter(services: services, session: session, router: router, announce: announce),
      services: services)
  }

  /// The empty views of the screen, for the tour.
  public static var emptyViews: [EmptyStateViewModel] { [NotificationRequestsText.notOffered] }
}

/// Lists the accounts whose notifications the server holds back, accepts and dismisses them, and changes the policy.
@MainActor
final class NotificationRequestsPresenter {
  weak var view: (any ListScreenView<NotificationRequestRow>)?
  private let services: AppServices
  private let session: AccountSession
  private let router: any PostWireframe
  private let announce: @MainActor (String, Bool) -> Void

  /// The policy; nil if the server has no such feature. The requests are in `session.heldNotifications`.
  private(set) lazy var loader = ScreenLoader<NotificationPolicy?>(for: self, services, of: session.account)
  /// The policy that the server has returned last, without changes that it has not confirmed.
  private var confirmedPolicy: NotificationPolicy?
  /// The number of changes of the policy. The response to an earlier one is not shown.
  private var changeCount = 0
  /// Sends changes of the policy in their order.
  private lazy var changes = SerialQueue(runner: services.runner)

  init(
    services: AppServices, session: AccountSession, router: any PostWireframe,
    announce: @escaping @MainActor (String, Bool) -> Void
  ) {
    (self.services, self.session, self.router, self.announce) = (services, session, router, announce)
    session.heldNotifications.add(self)
  }

  private var now: Date { services.clock.now }
  private var held: HeldNotifications { session.heldNotifications.visible ?? HeldNotifications() }
  private var policy: NotificationPolicy { loader.content.flatMap(\.self) ?? NotificationPolicy() }

  private var senders: [NotificationPolicy.Sender] {
    NotificationPolicy.Sender.allCases.filter { policy.treatments[$0] != nil }
  }
}

// MARK: - Showing

extension NotificationRequestsPresenter: LoadingListPresenter, HeldNotificationsObserver {
  var title: String { "Notifications held back" }
  var header: ListHeader { ListHeader(title: title, reader: session.account.profile) }
  var rowNames: RowNames { RowNames("row") }
  var shownName: String { "requests" }

  var subject: EmptyReason.Subject {
    .init(owner: "", contentName: "held back notifications", origin: session.account.origin)
  }

  func heldNotificationsDidChange() { render() }

  func list(of policy: NotificationPolicy?) -> ScreenContent<ListRows<NotificationRequestRow>> {
    guard policy != nil else { return .empty(NotificationRequestsText.notOffered) }
    return .content(
      ListRows(rows, footer: held.hasMore ? "The server has more. Accept or dismiss some, then refresh." : ""))
  }

  private var rows: [NotificationRequestRow] {
    let local = session.account.localDomains
    var rows = held.requests.map { request in
      let profile = local.shortened(request.profile)
      return NotificationRequestRow(
        id: "request \(request.id)",
        content: .request(
          name: profile.displayName, handle: profile.label, count: NotificationRequestsText.count(of: request),
          age: request.updatedAt.map { services.time.value.words(for: $0, at: now) } ?? "",
          text: request.lastPost.map { $0.fold ?? $0.text.plain } ?? ""),
        nextAgeChange: request.updatedAt.flatMap { services.time.value.nextChange(of: $0, at: now) })
    }
    if rows.isEmpty {
      rows = [NotificationRequestRow(id: "note", content: .note("Nothing is held back."))]
    }
    rows[0].heading = NotificationRequestsText.heading(of: held)
    var senders = senders.map { sender in
      let treatment = policy.treatments[sender] ?? .accept
      return NotificationRequestRow(
        id: sender.rawValue,
        content: .policy(
          sender: NotificationRequestsText.text(of: sender), treatment: NotificationRequestsText.text(of: treatment),
          isAccepting: treatment == .accept))
    }
    if !senders.isEmpty { senders[0].heading = NotificationRequestsText.policyHeading }
    return rows + senders
  }

  func status(at index: Int, of count: Int) -> String {
    index < held.requests.count ? "\(index + 1) of \(held.requests.count)" : ""
  }

  private func request(at index: Int) -> NotificationRequest? {
    held.requests.indices.contains(index) ? held.requests[index] : nil
  }

  private func sender(at index: Int) -> NotificationPolicy.Sender? {
    let number = index - max(1, held.requests.count)
    return senders.indices.contains(number) ? senders[number] : nil
  }
}

// MARK: - Loading

extension NotificationRequestsPresenter {
  func request(isReload: Bool) async throws(TimelineError) -> NotificationPolicy? {
    let store = session.heldNotifications
    guard try await store.load() != nil else { return nil }
    do throws(TimelineError) {
      return try await store.repository?.notificationPolicy()
    } catch .cancelled {
      throw .cancelled
    } catch {
      // The requests are shown without the policy.
      return NotificationPolicy()
    }
  }

  func accept(_ policy: NotificationPolicy?) {
    confirmedPolicy = policy
    loader.show(policy)
  }
}

// MARK: - Commands

extension NotificationRequestsPresenter {
  func signInAgain() { router.showLogin() }

  func commands(at index: Int?) -> [RowCommand] {
    guard let index else { return [] }
    if let request = request(at: index) { return commands(for: request) }
    // A click does not change the policy.
    return sender(at: index).map { sender in
      [RowCommand(NotificationRequestsCommands.change, hint: "change", .perform { self.change(sender) })]
    } ?? []
  }

  private func commands(for request: NotificationRequest) -> [RowCommand] {
    let router = router
    return [
      RowCommand(
        NotificationRequestsCommands.open, hint: "open", .open { router.show(.notifications(in: request)) }),
      RowCommand(NotificationRequestsCommands.accept, hint: "accept", .perform { self.accept(request) }),
      RowCommand(NotificationRequestsCommands.dismiss, hint: "dismiss", .perform { self.dismiss(request) }),
      RowCommand(NotificationRequestsCommands.profile, .perform { router.show(.profile(request.profile)) }),
    ]
  }

  private func accept(_ request: NotificationRequest) {
    decide(.accept, on: request) {
      "Accepted: notifications from \($0) are shown from now on."
    } failed: {
      "Notifications from \($0) were not accepted: \($1)"
    }
  }

  private func dismiss(_ request: NotificationRequest) {
    decide(.dismiss, on: request) {
      "Dismissed the notifications from \($0)."
    } failed: {
      "Notifications from \($0) were not dismissed: \($1)"
    }
  }

  private func decide(
    _ decision: HeldNotificationsStore.Decision, on request: NotificationRequest, done: @escaping (String) -> String,
    failed: @escaping (_ name: String, _ reason: String) -> String
  ) {
    let name = session.account.localDomains.shortened(request.profile).label
    session.heldNotifications.decide(decision, on: request) { [weak self, announce] error in
      guard let error else { self?.showNotice(done(name)); return }
      announce(failed(name, error.clause).asSentence, true)
      // The request may still have arrived.
      if !error.isRefusal { self?.reload() }
    }
  }

  /// Shows the change immediately, and the last confirmed policy if the change fails. After a lost response the policy
  /// is loaded again.
  private func change(_ sender: NotificationPolicy.Sender) {
    guard let repository = session.heldNotifications.repository, let before = policy.treatments[sender] else { return }
    let treatment = before.next
    show(treatment, of: sender)
    showNotice(NotificationRequestsText.sentence(sender, treatment))
    changeCount += 1
    let number = changeCount
    changes.add { [weak self, announce] in
      do throws(TimelineError) {
        let policy = try await repository.setTreatment(treatment, of: sender)
        guard let self else { return }
        confirmedPolicy = policy
        guard changeCount == number else { return }
        loader.show(policy)
        render()
      } catch {
        announce(NotificationRequestsText.failure(error, of: sender), true)
        guard let self, changeCount == number else { return }
        if let confirmedPolicy { loader.update(confirmedPolicy) }
        if error.mayHaveArrived { reload() } else { render() }
      }
    }
  }

  private func show(_ treatment: NotificationPolicy.Treatment, of sender: NotificationPolicy.Sender) {
    var changed = policy
    changed.treatments[sender] = treatment
    loader.update(changed)
    render()
  }
}

extension TimelineError {
  /// Whether the server has decided against a request, so that it certainly had no effect.
  fileprivate var isRefusal: Bool {
    if case .refused = self { true } else { false }
  }
}
