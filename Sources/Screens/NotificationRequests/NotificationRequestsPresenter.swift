import Domain
import EmptyState
import FoundationEssentials
import PostCell
import Runtime
import ScreenSupport
import TimelineCore

/// Lists the accounts whose notifications the server holds back, accepts and dismisses them, and changes the policy.
@MainActor
final class NotificationRequestsPresenter {
  private static let offered: Set<EmptyStateAction> = [.retry, .signInAgain, .back]

  weak var view: (any NotificationRequestsView)?
  private let services: AppServices
  private let session: AccountSession
  private let router: any PostWireframe
  private let announce: @MainActor (String, Bool) -> Void

  /// The policy; nil if the server has no such feature. The requests are in `session.heldNotifications`.
  private lazy var loader = ScreenLoader<NotificationPolicy?>(
    services, of: session.account, render: { [weak self] in self?.render() }, reload: { [weak self] in self?.reload() })
  private var selection = 0
  private var contentSwitch = ContentSwitch()
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

  private var subject: EmptyReason.Subject {
    .init(owner: "", contentName: "held back notifications", origin: session.account.origin)
  }
}

// MARK: - Showing

extension NotificationRequestsPresenter: HeldNotificationsObserver {
  func heldNotificationsDidChange() { render() }

  private func render() {
    guard let view else { return }
    view.showHeader(ListHeader(title: "Notifications held back", reader: session.account.profile))
    contentSwitch.show(screenContent, on: view) { view.show($0) }
    showStatus()
    view.updateNotice(
      loader.notice(
        subject, shown: "requests", loading: "Loading \(subject.contentName) from \(subject.source)…",
        offered: Self.offered))
  }

  /// Decides between the list, the empty view and the loading view.
  private var screenContent: ScreenContent<NotificationRequestsViewModel> {
    loader.screenContent(subject, offered: Self.offered) { policy in
      policy == nil ? .empty(NotificationRequestsText.notOffered) : .content(viewModel)
    }
  }

  private var viewModel: NotificationRequestsViewModel {
    let rows = rows
    selection = min(selection, max(0, rows.count - 1))
    return NotificationRequestsViewModel(
      rows: rows, selection: selection,
      footer: held.hasMore ? "The server has more. Accept or dismiss some, then refresh." : "")
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

  private func showStatus() {
    let count = held.requests.count
    view?.showStatus(loader.content == nil || selection >= count ? "" : "\(selection + 1) of \(count)")
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
  private func load() {
    loader.load { [store = session.heldNotifications] () async throws(TimelineError) -> NotificationPolicy? in
      guard try await store.load() != nil else { return nil }
      do throws(TimelineError) {
        return try await store.repository?.notificationPolicy()
      } catch .cancelled {
        throw .cancelled
      } catch {
        // The requests are shown without the policy.
        return NotificationPolicy()
      }
    } accept: { [weak self] policy in
      guard let self else { return }
      confirmedPolicy = policy
      loader.show(policy, asOf: now)
    }
  }
}

// MARK: - User events

extension NotificationRequestsPresenter: NotificationRequestsPresentation {
  func viewDidLoad() { load() }
  func viewDidAppear() { loader.screenDidAppear { load() } }
  func viewWillDisappear() { loader.screenWillDisappear() }
  func settingsDidChange() { render() }

  func didSelectRow(at index: Int) {
    selection = index
    showStatus()
  }

  func reload() { load() }
  func signInAgain() { router.showLogin() }

  func openRow(at index: Int) {
    if let request = request(at: index) { return router.show(.notifications(in: request)) }
    if let sender = sender(at: index) { change(sender) }
  }

  func openProfile(at index: Int) {
    if let request = request(at: index) { router.show(.profile(request.profile)) }
  }

  func accept(at index: Int) {
    decide(.accept, at: index) {
      "Accepted: notifications from \($0) are shown from now on."
    } failed: {
      "Notifications from \($0) were not accepted: \($1)"
    }
  }

  func dismiss(at index: Int) {
    decide(.dismiss, at: index) {
      "Dismissed the notifications from \($0)."
    } failed: {
      "Notifications from \($0) were not dismissed: \($1)"
    }
  }

  private func decide(
    _ decision: HeldNotificationsStore.Decision, at index: Int, done: @escaping (String) -> String,
    failed: @escaping (_ name: String, _ reason: String) -> String
  ) {
    guard let request = request(at: index) else { return }
    let name = session.account.localDomains.shortened(request.profile).label
    session.heldNotifications.decide(decision, on: request) { [weak self, announce] error in
      guard let error else { self?.view?.showNotice(NoticeViewModel(text: done(name))); return }
      announce(failed(name, error.clause).asSentence, true)
      // The request may have arrived nevertheless.
      if !error.isRefusal { self?.load() }
    }
  }

  /// Shows the change at once, and what the server has confirmed if the change fails. After a lost response the policy
  /// is loaded again.
  private func change(_ sender: NotificationPolicy.Sender) {
    guard let repository = session.heldNotifications.repository, let before = policy.treatments[sender] else { return }
    let treatment = before.next
    show(treatment, of: sender)
    view?.showNotice(NoticeViewModel(text: NotificationRequestsText.sentence(sender, treatment)))
    changeCount += 1
    let number = changeCount
    changes.add { [weak self, announce] in
      do throws(TimelineError) {
        let policy = try await repository.setTreatment(treatment, of: sender)
        guard let self else { return }
        confirmedPolicy = policy
        guard changeCount == number else { return }
        loader.show(policy, asOf: now)
        render()
      } catch {
        announce(NotificationRequestsText.failure(error, of: sender), true)
        guard let self, changeCount == number else { return }
        if let confirmedPolicy { loader.update(confirmedPolicy) }
        if error.mayHaveArrived { load() } else { render() }
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
